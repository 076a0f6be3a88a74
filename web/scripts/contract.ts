import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

/** Where the server keeps the schema of every event. */
export const SCHEMAS = fileURLToPath(new URL("../../core/src/main/resources/schema/events/", import.meta.url));
export const OUTPUT = fileURLToPath(new URL("../src/contract/events.ts", import.meta.url));

export const BANNER = "/* Generated from the server's event schemas by `npm run generate`; a test holds it to them. Do not edit. */\n";

interface EventSchema {
  type: string;
  data: JSONSchema;
}

/** The types of all events, as text. */
export async function contractOf(directory: string): Promise<string> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".json")).sort();
  const events: EventSchema[] = [];
  for (const name of names) {
    const schema = JSON.parse(await readFile(`${directory}/${name}`, "utf8")) as JSONSchema;
    const event = eventOf(name, schema);
    if (event !== null) events.push(event);
  }
  if (events.length === 0) throw new Error(`No event schema in ${directory}`);
  const parts: string[] = [BANNER];
  for (const event of events) {
    parts.push(
      await compile({ ...event.data, title: typeName(event.type) }, typeName(event.type), {
        bannerComment: "",
        cwd: directory,
        additionalProperties: true,
        format: false,
        strictIndexSignatures: true,
      }),
    );
  }
  parts.push(`export interface EventData {\n${events.map(({ type }) => `  ${JSON.stringify(type)}: ${typeName(type)};\n`).join("")}}\n`);
  parts.push("export type EventType = keyof EventData;\n");
  parts.push(
    `export const EVENT_TYPES: readonly EventType[] = [\n${events.map(({ type }) => `  ${JSON.stringify(type)},\n`).join("")}];\n`,
  );
  return format(parts.join("\n"), { ...(await resolveConfig(OUTPUT)), parser: "typescript" });
}

/** A schema is of a whole event, with its type as a constant and its data inside, or of the data alone under the type's name. */
function eventOf(fileName: string, schema: JSONSchema): EventSchema | null {
  const constant = schema.properties?.["type"]?.["const"] as unknown;
  const data = schema.properties?.["data"];
  if (typeof constant === "string" && data !== undefined)
    return { type: constant, data: { ...data, ...(schema["$defs"] === undefined ? {} : { $defs: schema["$defs"] as JSONSchema }) } };
  const name = fileName.replace(/(?:\.schema)?\.json$/, "");
  return /^[a-z_]+\.[a-z_]+$/.test(name) ? { type: name, data: schema } : null;
}

function typeName(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
