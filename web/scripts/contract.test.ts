// @vitest-environment node
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVENT_TYPES } from "../src/contract/events";
import { BANNER, contractOf, OUTPUT, SCHEMAS } from "./contract";

const CATALOGUE = fileURLToPath(new URL("../../core/src/main/java/dev/metis/event/EventType.java", import.meta.url));
const committed = await readFile(OUTPUT, "utf8");

test("the page knows exactly the events of the server's catalogue", async () => {
  const wire = [...(await readFile(CATALOGUE, "utf8")).matchAll(/^\s+[A-Z_]+\("([a-z_.]+)",/gm)].map((match) => match[1]);
  expect(wire.length).toBeGreaterThan(20);
  expect([...EVENT_TYPES].sort()).toEqual(wire.sort());
});

test("the committed types are those of the server's schemas", async () => {
  expect(committed).toBe(await contractOf(SCHEMAS));
});

describe("the generator", () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "contract-"));
  });

  afterAll(() => rm(directory, { recursive: true }));

  test("reads a schema of a whole event and one of its data alone", async () => {
    const data = {
      type: "object",
      properties: { text: { type: "string" }, stream: { enum: ["stdout", "stderr"] } },
      required: ["text"],
      additionalProperties: false,
    };
    await writeFile(
      join(directory, "a.json"),
      JSON.stringify({ type: "object", properties: { type: { const: "tool.output" }, data }, required: ["type", "data"] }),
    );
    await writeFile(join(directory, "content.delta.json"), JSON.stringify(data));
    const text = await contractOf(directory);
    expect(text).toContain(BANNER);
    expect(text).toMatch(/export interface ToolOutput \{\s+text: string;\s+stream\?: "stdout" \| "stderr";\s+\}/);
    expect(text).toMatch(/export interface EventData \{\s+"tool\.output": ToolOutput;\s+"content\.delta": ContentDelta;\s+\}/);
    expect(text).toMatch(/EVENT_TYPES: readonly EventType\[\] = \["tool\.output", "content\.delta"\]/);
  });

  test("refuses a folder without events", async () => {
    await rm(join(directory, "a.json"), { force: true });
    await rm(join(directory, "content.delta.json"), { force: true });
    await expect(contractOf(directory)).rejects.toThrow("No event schema");
  });
});
