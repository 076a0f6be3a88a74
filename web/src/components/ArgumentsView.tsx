import { useQuery } from "@tanstack/react-query";
import type { DataRef } from "../contract/api";
import { proposedDiff } from "../run/diff.logic";
import { bytes, catalogueName } from "../run/toolLabels.logic";
import { useServices } from "../routes/services";
import { explain } from "../api/problem";
import { DiffView } from "./DiffView";
import { EscapedText } from "./EscapedText";
import { ExactText } from "./ExactText";

interface ArgumentsViewProps {
  tool: string;
  value: unknown;
  reference: DataRef | null;
}

/** The exact arguments of a call. Large ones are fetched whole: nobody approves the head of something. */
export function ArgumentsView({ tool, value, reference }: ArgumentsViewProps) {
  if (reference !== null) return <Fetched tool={tool} reference={reference} />;
  return <Arguments tool={tool} value={value} />;
}

function Fetched({ tool, reference }: { tool: string; reference: DataRef }) {
  const { metis } = useServices();
  const whole = useQuery({
    queryKey: ["artifact-text", reference.artifactId],
    queryFn: () => metis.artifactText(reference.artifactId),
    staleTime: Infinity,
  });
  if (whole.isPending) return <p className="quiet">Loading {bytes(reference.bytes)} of arguments…</p>;
  if (whole.isError) return <p className="problem">{explain(whole.error)}</p>;
  let value: unknown = whole.data;
  try {
    value = JSON.parse(whole.data);
  } catch {
    // Not JSON after all: shown as the text it is.
  }
  return <Arguments tool={tool} value={value} />;
}

function Arguments({ tool, value }: { tool: string; value: unknown }) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return <ExactText text={typeof value === "string" ? value : JSON.stringify(value, null, 2)} label="Arguments" />;
  }
  const fields = Object.entries(value);
  if (fields.length === 0) return <p className="quiet">No arguments.</p>;
  const { oldText, newText } = value as Record<string, unknown>;
  const edit =
    catalogueName(tool) === "fs.edit" && typeof oldText === "string" && typeof newText === "string" ? proposedDiff(oldText, newText) : null;
  return (
    <dl className="arguments">
      {fields
        .filter(([name]) => edit === null || (name !== "oldText" && name !== "newText"))
        .map(([name, item]) => (
          <div key={name} className={isShort(item) ? "inline" : undefined}>
            <dt>
              <EscapedText text={name} />
            </dt>
            <dd>
              {isShort(item) ? (
                <code>
                  <EscapedText text={typeof item === "string" ? item : JSON.stringify(item)} />
                </code>
              ) : (
                <ExactText text={typeof item === "string" ? item : JSON.stringify(item, null, 2)} label={name} />
              )}
            </dd>
          </div>
        ))}
      {edit !== null && (
        <div>
          <dt>change</dt>
          <dd>
            <DiffView diff={edit} label="Proposed change" numbers={false} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= 80 && !value.includes("\n");
  return typeof value !== "object" || value === null;
}
