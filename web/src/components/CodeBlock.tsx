import { Check, Copy } from "lucide-react";
import { memo, useEffect, useState } from "react";
import type { ThemedToken } from "shiki/core";
import { tokensOf } from "./highlight";
import { IconButton } from "./IconButton";

interface CodeBlockProps {
  code: string;
  language: string;
  /** The block still grows: colouring it waits for its end. */
  growing?: boolean;
}

export const CodeBlock = memo(function CodeBlock({ code, language, growing = false }: CodeBlockProps) {
  const tokens = useTokens(code, language, growing);
  return (
    <figure className="code">
      <figcaption className="code-head">
        <span>{language === "" ? "text" : language}</span>
        <CopyButton text={code} />
      </figcaption>
      <pre tabIndex={0} aria-label={language === "" ? "Code" : `Code, ${language}`}>
        <code>{tokens === null ? code : <Tokens lines={tokens} />}</code>
      </pre>
    </figure>
  );
});

function Tokens({ lines }: { lines: ThemedToken[][] }) {
  return lines.map((line, index) => (
    <span key={index}>
      {line.map((token, at) => (
        <span key={at} style={token.htmlStyle} className="token">
          {token.content}
        </span>
      ))}
      {index < lines.length - 1 && "\n"}
    </span>
  ));
}

function useTokens(code: string, language: string, growing: boolean): ThemedToken[][] | null {
  const [found, setFound] = useState<{ code: string; tokens: ThemedToken[][] | null }>({ code: "", tokens: null });
  useEffect(() => {
    if (growing) return;
    let current = true;
    tokensOf(code, language).then(
      (tokens) => {
        if (current) setFound({ code, tokens });
      },
      () => {
        // A grammar that cannot be loaded or trips over this code leaves it plain, which is still readable.
        if (current) setFound({ code, tokens: null });
      },
    );
    return () => {
      current = false;
    };
  }, [code, language, growing]);
  return found.code === code ? found.tokens : null;
}

export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      label={copied ? "Copied" : "Copy"}
      small
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        );
      }}
    >
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  );
}
