import { useQuery } from "@tanstack/react-query";
import type { DataRef } from "../contract/api";
import { explain } from "../api/problem";
import { useServices } from "../routes/services";
import { Markdown } from "./Markdown";

/** A text of the answer; one that the log only refers to is fetched whole. */
export function LongText({ text, reference, live }: { text: string; reference: DataRef | null; live: boolean }) {
  if (reference !== null) return <Fetched reference={reference} />;
  return <Markdown text={text} live={live} />;
}

function Fetched({ reference }: { reference: DataRef }) {
  const { metis } = useServices();
  const whole = useQuery({
    queryKey: ["artifact-text", reference.artifactId],
    queryFn: () => metis.artifactText(reference.artifactId),
    staleTime: Infinity,
  });
  return (
    <>
      <Markdown text={whole.data ?? reference.head} live={false} />
      {whole.isError && <p className="problem">The rest could not be loaded. {explain(whole.error)}</p>}
    </>
  );
}
