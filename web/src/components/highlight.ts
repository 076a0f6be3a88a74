import type { HighlighterCore, LanguageInput, ThemedToken } from "shiki/core";

/**
 * Highlighting is fetched when the first code block asks for it, one language at a time. It uses the regular
 * expressions of the browser: the page's policy allows neither WebAssembly nor eval.
 */
const LANGUAGES: Record<string, () => LanguageInput> = {
  bash: () => import("shiki/langs/bash.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  docker: () => import("shiki/langs/docker.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  kotlin: () => import("shiki/langs/kotlin.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  php: () => import("shiki/langs/php.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  swift: () => import("shiki/langs/swift.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  xml: () => import("shiki/langs/xml.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

const ALIASES: Record<string, string> = {
  sh: "bash",
  shell: "bash",
  zsh: "bash",
  console: "bash",
  // The grammar of C++ alone weighs as much as all the others; that of C reads most of it.
  cpp: "c",
  "c++": "c",
  dockerfile: "docker",
  js: "javascript",
  mjs: "javascript",
  jsx: "tsx",
  ts: "typescript",
  py: "python",
  rs: "rust",
  kt: "kotlin",
  md: "markdown",
  yml: "yaml",
  patch: "diff",
  svg: "xml",
};

/** Longer code than this is shown plain: tokenising it would freeze the page. */
const LIMIT = 60_000;

let highlighter: Promise<HighlighterCore> | null = null;

function load(): Promise<HighlighterCore> {
  highlighter ??= Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
    import("shiki/themes/github-light-high-contrast.mjs"),
    import("shiki/themes/github-dark-high-contrast.mjs"),
  ]).then(([core, engine, light, dark]) =>
    core.createHighlighterCore({
      engine: engine.createJavaScriptRegexEngine({ forgiving: true }),
      themes: [light.default, dark.default],
      langs: [],
    }),
  );
  return highlighter;
}

/** The tokens of a code block by line; null for a language this page does not know. */
export async function tokensOf(code: string, language: string): Promise<ThemedToken[][] | null> {
  const wanted = language.toLowerCase();
  const name = Object.hasOwn(ALIASES, wanted) ? (ALIASES[wanted] ?? wanted) : wanted;
  const grammar = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
  if (grammar === undefined || code.length > LIMIT) return null;
  const shiki = await load();
  if (!shiki.getLoadedLanguages().includes(name)) await shiki.loadLanguage(grammar());
  return shiki.codeToTokens(code, {
    lang: name,
    themes: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    defaultColor: false,
    tokenizeMaxLineLength: 2_000,
  }).tokens;
}
