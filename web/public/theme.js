// Runs before the first paint, so that nobody in the dark is flashed with white. Kept out of the page itself
// because the content security policy allows no inline script.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem("metis.theme");
  } catch (_) {
    // Storage may be switched off: then the system's preference alone decides.
  }
  var dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
