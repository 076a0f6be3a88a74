import { ImageOff } from "lucide-react";
import { memo, type ComponentProps } from "react";
import { Streamdown, defaultRemarkPlugins, useIsCodeFenceIncomplete, type ExtraProps, type StreamdownProps } from "streamdown";
import { displayProse } from "../run/displayEscape.logic";
import { CodeBlock } from "./CodeBlock";
import { linkHost, safeImage, safeLink } from "./links.logic";

/**
 * Text of a model. Nothing in it is fetched without a click, no HTML in it becomes HTML, and whatever it links to opens
 * elsewhere and learns nothing of where the reader came from.
 */
export const Markdown = memo(function Markdown({ text, live }: { text: string; live: boolean }) {
  return (
    <Streamdown
      className="prose"
      mode={live ? "streaming" : "static"}
      parseIncompleteMarkdown={live}
      isAnimating={live}
      controls={false}
      dir="auto"
      remarkPlugins={REMARK}
      rehypePlugins={NO_PLUGINS}
      components={COMPONENTS}
      urlTransform={KEEP_URL}
      linkSafety={NO_DIALOG}
    >
      {displayProse(text)}
    </Streamdown>
  );
});

const REMARK = Object.values(defaultRemarkPlugins);
const NO_PLUGINS: never[] = [];
const NO_DIALOG = { enabled: false };
// Addresses are judged where they are used, by safeLink and safeImage.
const KEEP_URL = (url: string) => url;

function Link({ href, children }: ComponentProps<"a"> & ExtraProps) {
  const target = safeLink(href);
  if (target === null) return <span>{children}</span>;
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow" referrerPolicy="no-referrer" title={linkHost(target) || undefined}>
      {children}
    </a>
  );
}

function Image({ src, alt }: ComponentProps<"img"> & ExtraProps) {
  const own = safeImage(typeof src === "string" ? src : undefined);
  if (own !== null) return <img src={own} alt={alt ?? ""} loading="lazy" decoding="async" />;
  const host = typeof src === "string" ? linkHost(src) : "";
  return (
    <span className="no-image" title={host === "" ? undefined : `From ${host}`}>
      <ImageOff aria-hidden />
      {alt !== undefined && alt !== "" ? `Image not loaded: ${alt}` : "Image not loaded"}
    </span>
  );
}

function Pre({ node }: ComponentProps<"pre"> & ExtraProps) {
  const growing = useIsCodeFenceIncomplete();
  const code = node?.children[0];
  if (code?.type !== "element") return null;
  const className = code.properties["className"];
  const names = Array.isArray(className) ? className : [className];
  const language = names.map(String).find((name) => name.startsWith("language-"));
  return <CodeBlock code={textOf(code).replace(/\n$/, "")} language={language?.slice("language-".length) ?? ""} growing={growing} />;
}

type HastNode = { type: string; value?: string; children?: readonly HastNode[] };

function textOf(node: unknown): string {
  const { type, value, children } = node as HastNode;
  if (type === "text") return value ?? "";
  return (children ?? []).map(textOf).join("");
}

function Table({ children }: ComponentProps<"table"> & ExtraProps) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Table">
      <table>{children}</table>
    </div>
  );
}

const plain = <Tag extends "code" | "strong" | "p" | "ul" | "ol" | "li" | "blockquote" | "hr">(Tag: Tag) =>
  function Plain({ node: _, ...props }: ComponentProps<Tag> & ExtraProps) {
    const Element = Tag as string;
    const { className: _class, ...rest } = props as Record<string, unknown>;
    return <Element {...rest} />;
  };

/** Headings of an answer stand below the page's own, so that the outline of the page stays true. */
const heading = (level: 3 | 4 | 5 | 6, look: string) =>
  function Heading({ children }: ComponentProps<"h1"> & ExtraProps) {
    const Tag = `h${level}` as const;
    return <Tag className={look}>{children}</Tag>;
  };

const COMPONENTS = {
  a: Link,
  img: Image,
  pre: Pre,
  table: Table,
  code: plain("code"),
  inlineCode: plain("code"),
  strong: plain("strong"),
  p: plain("p"),
  ul: plain("ul"),
  ol: plain("ol"),
  li: plain("li"),
  blockquote: plain("blockquote"),
  hr: plain("hr"),
  h1: heading(3, "h1"),
  h2: heading(3, "h2"),
  h3: heading(4, "h3"),
  h4: heading(5, "h4"),
  h5: heading(6, "h4"),
  h6: heading(6, "h4"),
} as unknown as NonNullable<StreamdownProps["components"]>;
