import { describe, expect, test } from "vitest";
import { displayLine, displayOutput, displayParts, displayProse, excerpt } from "./displayEscape.logic";

function shown(text: string): string {
  return displayParts(text)
    .map((part) => part.text)
    .join("");
}

describe("what a person decides on", () => {
  test("zero-width, direction and soft-hyphen characters are spelled out", () => {
    expect(shown("rm -rf ./build\u{200B}\u{202E}txt.cod\u{2066} --no\u{00AD}keep")).toBe(
      "rm -rf ./build\\u{200b}\\u{202e}txt.cod\\u{2066} --no\\u{ad}keep",
    );
  });

  test("tag characters are spelled out", () => {
    expect(shown("ls \u{E0072}\u{E006D}")).toBe("ls \\u{e0072}\\u{e006d}");
  });

  test.each([
    0x00, 0x07, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0xa0, 0x34f, 0x61c, 0x115f, 0x180e, 0x200d, 0x2028, 0x2029, 0x2060, 0x2800, 0x3000, 0x3164,
    0xfe0f, 0xfeff, 0xfff9, 0xffa0, 0xe0100, 0xe000, 0x10ffff,
  ])("U+%s is spelled out", (code) => {
    expect(displayParts(`a${String.fromCodePoint(code)}b`)).toEqual([
      { kind: "text", text: "a" },
      { kind: "escape", text: `\\u{${code.toString(16)}}` },
      { kind: "text", text: "b" },
    ]);
  });

  test("a lone surrogate is spelled out", () => {
    expect(shown("a\ud800b")).toBe("a\\u{d800}b");
  });

  test("letters, emoji, tabs and newlines stay as they are", () => {
    const text = "Grüße 漢字 שלום 😀\n\tif (a < b)";
    expect(displayParts(text)).toEqual([{ kind: "text", text }]);
  });

  test("text that spells an escape is not mistaken for one", () => {
    expect(displayParts("\\u{200b}")).toEqual([{ kind: "text", text: "\\u{200b}" }]);
  });
});

describe("the excerpt of a long text", () => {
  const limits = { headLines: 14, tailLines: 3, chars: 4_000 };

  test("counts what it leaves out and shows the very end", () => {
    const cut = excerpt(`ls${"\n".repeat(500)}; rm x`, limits);
    expect(cut.tail).toContain("; rm x");
    expect(cut.hiddenLines).toBe(501 - 14 - 3);
  });

  test("a long line shows its end as well", () => {
    const cut = excerpt(`${"a\n".repeat(30)}${"b".repeat(9_000)};rm x`, limits);
    expect(cut.tail.endsWith(";rm x")).toBe(true);
    expect(cut.hiddenChars).toBeGreaterThan(4_000);
  });

  test("nothing is lost: what is shown and what is counted make the whole", () => {
    const text = Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n");
    const cut = excerpt(text, limits);
    expect(cut.head.split("\n").length + cut.hiddenLines + cut.tail.split("\n").length).toBe(40);
    expect(cut.hiddenChars).toBe(0);
  });

  test("one line more than fits is simply shown", () => {
    const text = Array.from({ length: 18 }, (_, at) => `${at}`).join("\n");
    expect(excerpt(text, limits)).toEqual({ head: text, hiddenLines: 0, hiddenChars: 0, tail: "" });
  });
});

const HOSTILE = '\u001b[2J\u001b]0;x\u0007\u001b]8;;http://evil\u0007\u001b]52;c;AAAA\u0007\u009b31m\u2028\u0000\r\n{"level":"INFO"}';

describe.each([
  ["output", displayOutput],
  ["prose", displayProse],
  ["labels", displayLine],
])("%s", (_, display) => {
  test("no raw control character is emitted", () => {
    // eslint-disable-next-line no-control-regex
    expect(display(HOSTILE)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
  });
});

test("colours of a terminal are dropped from output, other sequences are spelled out", () => {
  expect(displayOutput("\u001b[1;32mok\u001b[0m \u001b[2J")).toBe("ok \\u{1b}[2J");
});

test("a lone carriage return begins a line, so that nothing is overwritten", () => {
  expect(displayOutput("safe\rrm x")).toBe("safe\nrm x");
});
