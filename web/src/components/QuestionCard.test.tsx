import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { QuestionEntry } from "../run/entries";
import { renderPart } from "../testing/page";
import { QuestionCard } from "./QuestionCard";

const asked: QuestionEntry = {
  kind: "question",
  id: "question-q",
  questionId: "ques_1",
  callId: "call_1",
  questionKind: "user",
  question: "Which colour?",
  choices: ["Red", "Blue"],
  answer: null,
  answered: false,
};

test("a choice answers", async () => {
  const { sent } = renderPart(<QuestionCard entry={asked} open />);
  await userEvent.click(screen.getByRole("button", { name: "Blue" }));
  expect(sent).toEqual([{ method: "POST", path: "/v1/questions/ques_1/answer", body: { answer: "Blue" } }]);
  expect(screen.getByRole("button", { name: "Red" })).toHaveProperty("disabled", true);
});

test("own words answer as well", async () => {
  const { sent } = renderPart(<QuestionCard entry={asked} open />);
  await userEvent.type(screen.getByLabelText("Your answer"), "Green{Enter}");
  expect(sent[0]?.body).toEqual({ answer: "Green" });
});

test.each([
  [/It happened/, "happened"],
  [/Run it/, "run_it"],
  [/Skip/, "skip"],
])("a review is answered with one of its three words: %s", async (name, answer) => {
  const { sent, container } = renderPart(
    <QuestionCard entry={{ ...asked, questionKind: "review", choices: ["happened", "run_it", "skip"] }} open />,
  );
  expect(container.textContent).toContain("cannot know whether it took effect");
  expect(screen.queryByLabelText("Your answer")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name }));
  expect(sent[0]?.body).toEqual({ answer });
});

test("a refused answer says why and can be given again", async () => {
  const { container } = renderPart(
    <QuestionCard entry={asked} open />,
    () => new Response(JSON.stringify({ code: "x", title: "x" }), { status: 500 }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Blue" }));
  await screen.findByText(/try again/);
  expect(container.querySelector("button")).toHaveProperty("disabled", false);
});

test("when the run has ended there is nothing left to answer", () => {
  const { container } = renderPart(<QuestionCard entry={asked} open={false} />);
  expect(container.querySelector("button")).toBeNull();
  expect(container.textContent).toContain("Not answered");
});
