const ARTIFACT = /^\/v1\/artifacts\/art_[0-9A-Za-z]{26}\/content$/;

/** The address of a link in an answer when a person may follow it; null for anything but the web and mail. */
export function safeLink(href: string | undefined): string | null {
  if (href === undefined) return null;
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    // No absolute address: a model has no business in this page's own paths, artifacts apart.
    return ARTIFACT.test(href) ? href : null;
  }
  return url.protocol === "https:" || url.protocol === "http:" || url.protocol === "mailto:" ? url.href : null;
}

/** An image may only come from this server's own artifacts: anything else would tell a stranger that it was seen. */
export function safeImage(src: string | undefined): string | null {
  return src !== undefined && ARTIFACT.test(src) ? src : null;
}

/** The host a link really leads to, for people who look before they click. */
export function linkHost(href: string): string {
  try {
    return new URL(href).host;
  } catch {
    return "";
  }
}
