import { Circle, CircleCheck, CircleDot, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import type { PlanStep } from "../run/entries";
import { displayProse } from "../run/displayEscape.logic";

const LOOK: Record<PlanStep["status"], { icon: LucideIcon; word: string }> = {
  pending: { icon: Circle, word: "to do" },
  active: { icon: CircleDot, word: "in progress" },
  done: { icon: CircleCheck, word: "done" },
  skipped: { icon: CircleMinus, word: "skipped" },
  failed: { icon: CircleX, word: "failed" },
};

export function PlanCard({ steps }: { steps: readonly PlanStep[] }) {
  const done = steps.filter((step) => step.status === "done" || step.status === "skipped").length;
  return (
    <section className="plan" aria-label="Plan">
      <header>
        <h3>Plan</h3>
        <span>
          {done} of {steps.length}
        </span>
      </header>
      <ol>
        {steps.map((step, index) => {
          const { icon: Icon, word } = LOOK[step.status];
          return (
            <li key={index} className={step.status}>
              <Icon aria-hidden />
              <span>{displayProse(step.title)}</span>
              <span className="sr-only">({word})</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
