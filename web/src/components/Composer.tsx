import { ArrowUp, Square } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { IconButton } from "./IconButton";
import { useDraft } from "./useDraft";

interface ComposerProps {
  draftKey: string;
  placeholder: string;
  /** A run is at work: it can be stopped, and what is sent now waits its turn. */
  busy: boolean;
  stopping: boolean;
  disabled: boolean;
  controls: ReactNode;
  onSend: (text: string) => void;
  onStop: () => void;
  /** Text put in from outside, such as a suggestion; the number makes the same text new again. */
  insert?: { text: string; times: number };
}

/** Bytes of one message as it is sent: the server takes bodies up to 1 MiB. */
const LIMIT = 1_000_000;

function isTooLong(text: string): boolean {
  // A character is at most six bytes in JSON: short texts need no measuring.
  return text.length * 6 > LIMIT && new TextEncoder().encode(JSON.stringify(text)).length > LIMIT;
}

export function Composer({ draftKey, placeholder, busy, stopping, disabled, controls, onSend, onStop, insert }: ComposerProps) {
  const [text, setText] = useDraft(draftKey);
  const field = useRef<HTMLTextAreaElement>(null);
  const inserted = useRef("");
  const latest = useRef(text);
  latest.current = text;
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight, 240)}px`;
  }, [text]);
  useEffect(() => {
    // A touch screen would throw up its keyboard over what people came to read.
    if (window.matchMedia("(hover: hover)").matches) field.current?.focus();
  }, [draftKey]);
  useEffect(() => {
    if (insert === undefined || insert.times === 0) return;
    // What somebody has written is kept below what is put in; an earlier suggestion, untouched, gives way.
    const written = latest.current;
    setText(written.trim() === "" || written === inserted.current ? insert.text : `${insert.text}\n\n${written}`);
    inserted.current = insert.text;
    field.current?.focus();
  }, [insert, setText]);
  const tooLong = isTooLong(text);
  const sendable = text.trim() !== "" && !disabled && !tooLong;
  const send = () => {
    if (!sendable) return;
    onSend(text.trim());
    setText("");
    field.current?.focus();
  };
  return (
    <form
      className="composer"
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label="Your message"
        placeholder={placeholder}
        disabled={disabled}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // While an input method composes, Enter chooses a word.
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="composer-foot">
        <div className="composer-controls">{controls}</div>
        {tooLong && <span className="problem">Too long to send</span>}
        {busy && sendable && (
          <button type="submit" className="button queue-button" title="It is sent when the present run has ended">
            Queue
          </button>
        )}
        {busy ? (
          <IconButton label={stopping ? "Stopping" : "Stop"} className="send stop" disabled={stopping} onClick={onStop}>
            <Square aria-hidden />
          </IconButton>
        ) : (
          <IconButton label="Send" type="submit" className="send" disabled={!sendable}>
            <ArrowUp aria-hidden />
          </IconButton>
        )}
      </div>
    </form>
  );
}
