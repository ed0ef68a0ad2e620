import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** All that tests, and the processes that they start, put into the temporary folder goes into one, and goes with it. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "piolet-tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
