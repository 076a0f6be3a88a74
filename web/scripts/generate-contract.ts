import { writeFile } from "node:fs/promises";
import { contractOf, OUTPUT, SCHEMAS } from "./contract";

await writeFile(OUTPUT, await contractOf(SCHEMAS));
