/** Runs the end-to-end tests against the stand-in server, to try the tests themselves and the page without the real one. */
import { spawn } from "node:child_process";
import { startMock } from "../dev/mock-server";

const mock = await startMock();
const child = spawn(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--config", "e2e/vitest.config.ts", ...process.argv.slice(2)],
  {
    stdio: "inherit",
    env: { ...process.env, METIS_E2E_LINK: mock.link() },
  },
);
const code = await new Promise<number>((resolve) => child.on("exit", (exit) => resolve(exit ?? 1)));
await mock.stop();
process.exit(code);
