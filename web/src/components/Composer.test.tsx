import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../testing/page";
import { Composer } from "./Composer";

beforeEach(() => {
  localStorage.clear();
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
});

function composer(props: Partial<Parameters<typeof Composer>[0]> = {}) {
  const onSend = vi.fn();
  const onStop = vi.fn();
  const all = {
    draftKey: "c",
    placeholder: "Message",
    busy: false,
    stopping: false,
    disabled: false,
    controls: null,
    onSend,
    onStop,
    ...props,
  };
  const view = renderPart(<Composer {...all} />);
  return { ...view, onSend, onStop, field: screen.getByLabelText<HTMLTextAreaElement>("Your message") };
}

test("Enter sends, Shift and Enter begins a line", async () => {
  const { onSend, field } = composer();
  await userEvent.type(field, "one{Shift>}{Enter}{/Shift}two{Enter}");
  expect(onSend.mock.calls).toEqual([["one\ntwo"]]);
  expect(field.value).toBe("");
});

test("Enter that ends a composed word sends nothing", async () => {
  const { onSend, field } = composer();
  await userEvent.type(field, "かん");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(onSend).not.toHaveBeenCalled();
});

test("blank text is not sent", async () => {
  const { onSend, field } = composer();
  await userEvent.type(field, "  {Enter}");
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
});

test("while a run is at work the button stops it, and what is written is queued", async () => {
  const { onSend, onStop, field } = composer({ busy: true });
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(onStop).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("button", { name: "Queue" })).toBeNull();
  await userEvent.type(field, "next");
  await userEvent.click(screen.getByRole("button", { name: "Queue" }));
  expect(onSend.mock.calls).toEqual([["next"]]);
});

test("a draft is kept per conversation", async () => {
  const first = composer({ draftKey: "a" });
  await userEvent.type(first.field, "half a thought");
  first.unmount();
  expect(composer({ draftKey: "b" }).field.value).toBe("");
  expect(localStorage.getItem("metis.draft.a")).toBe("half a thought");
});

test("what is put in keeps what was written", async () => {
  localStorage.setItem("metis.draft.c", "mine");
  expect(composer({ insert: { text: "taken back", times: 1 } }).field.value).toBe("taken back\n\nmine");
});

test("a text too large for the server says so instead of failing later", () => {
  const { onSend, field } = composer();
  fireEvent.change(field, { target: { value: "漢".repeat(340_000) } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByText("Too long to send")).toBeTruthy();
});
