import { useMutation } from "@tanstack/react-query";
import { CircleHelp, History } from "lucide-react";
import { useId, useState } from "react";
import { explain } from "../api/problem";
import type { QuestionEntry } from "../run/entries";
import { displayProse } from "../run/displayEscape.logic";
import { useServices } from "../routes/services";

const REVIEW_CHOICES = [
  {
    answer: "happened",
    label: "It happened",
    help: "You checked: the effect is there. It is not run again; the agent goes on as if it had finished.",
  },
  { answer: "run_it", label: "Run it", help: "You checked: nothing happened, or doing it twice does no harm. It is run now, once." },
  { answer: "skip", label: "Skip", help: "It is not run. The agent is told that it was skipped." },
];

export function QuestionCard({ entry, open }: { entry: QuestionEntry; open: boolean }) {
  const review = entry.questionKind === "review";
  const titleId = useId();
  const { metis, refresh } = useServices();
  const answer = useMutation({ mutationFn: (text: string) => metis.answer(entry.questionId, text), onSettled: () => refresh.run() });
  if (entry.answered || !open) return <Answered entry={entry} />;
  const locked = answer.isPending || answer.isSuccess;
  return (
    <section className={`ask question${review ? " review" : ""}`} aria-labelledby={titleId}>
      <header className="ask-head">
        {review ? <History aria-hidden /> : <CircleHelp aria-hidden />}
        <h3 id={titleId}>{review ? "Did this happen?" : "A question for you"}</h3>
      </header>
      <p className="ask-reason question-text">{displayProse(entry.question)}</p>
      {review && (
        <p className="quiet">
          Metis was interrupted while this was running, so it cannot know whether it took effect. It never repeats such a step by itself:
          please look, and decide.
        </p>
      )}
      {review ? (
        <ul className="review-choices">
          {REVIEW_CHOICES.map((choice) => (
            <li key={choice.answer}>
              <button type="button" className="choice" disabled={locked} onClick={() => answer.mutate(choice.answer)}>
                <strong>{choice.label}</strong>
                <span>{choice.help}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Answer choices={entry.choices} locked={locked} onAnswer={(text) => answer.mutate(text)} />
      )}
      <p className="ask-outcome" role="status">
        {answer.isPending && "Sending…"}
        {answer.isSuccess && "Answered."}
        {answer.isError && explain(answer.error)}
      </p>
    </section>
  );
}

function Answer({ choices, locked, onAnswer }: { choices: string[]; locked: boolean; onAnswer: (text: string) => void }) {
  const [text, setText] = useState("");
  const submit = () => {
    if (text.trim() !== "" && !locked) onAnswer(text.trim());
  };
  return (
    <>
      {choices.length > 0 && (
        <div className="choices">
          {choices.map((choice) => (
            <button key={choice} type="button" className="button" disabled={locked} onClick={() => onAnswer(choice)}>
              {displayProse(choice)}
            </button>
          ))}
        </div>
      )}
      <form
        className="answer"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <input
          aria-label="Your answer"
          placeholder={choices.length > 0 ? "Or answer in your own words" : "Your answer"}
          value={text}
          maxLength={8_000}
          disabled={locked}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button primary" disabled={locked || text.trim() === ""}>
          Answer
        </button>
      </form>
    </>
  );
}

function Answered({ entry }: { entry: QuestionEntry }) {
  const words = entry.questionKind === "review" ? REVIEW_CHOICES.find((choice) => choice.answer === entry.answer)?.label : undefined;
  return (
    <div className="answered">
      <p className="answered-question">{displayProse(entry.question)}</p>
      <p className="answered-answer">{entry.answered ? displayProse(words ?? entry.answer ?? "") : "Not answered"}</p>
    </div>
  );
}
