import { readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { REPORT_DIR } from "./fault-files.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

/** So many logs of earlier runs stay beside the one that begins. */
const MOST_BEFORE = 9;

/** Only files that Piolet itself names so are ever removed. */
const OWN_LOG = /^\d{4}-\d\d-\d\dT[\d-]+Z-\d+\.ndjson$/;

/**
 * Keeps the folder of reports small and out of version control: its own folder brings a `.gitignore`, where the user has
 * not written one, and of the logs of runs the last ones stay. The logs of shards belong together, and all stay.
 * Whoever cannot write here is told so where the log is written.
 */
export async function tidyReportFolder(
  terminal: Pick<Terminal, "cwd" | "redact">,
  reportDir: string | undefined,
  { isShard }: { readonly isShard: boolean },
): Promise<void> {
  const folder = resolve(terminal.cwd, reportDir ?? REPORT_DIR);
  const ignore = join(folder, ".gitignore");
  // A folder that the user names may be one that is to be committed.
  if (reportDir === undefined && !(await isThere(ignore)))
    await writeFiles([{ path: ignore, text: "*\n" }], terminal);
  if (isShard) return;
  const runs = join(folder, "runs");
  const names = await readdir(runs).catch((): string[] => []);
  const logs = names.filter((name) => OWN_LOG.test(name)).sort();
  for (const name of logs.slice(0, -MOST_BEFORE))
    await rm(join(runs, name), { force: true }).catch(() => undefined);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
