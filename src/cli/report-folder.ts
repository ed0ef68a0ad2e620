import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { REPORT_DIR } from "./fault-files.js";

/** So many logs of earlier runs stay beside the one that begins. */
const MOST_BEFORE = 9;

/** Only files that Piolet itself names so are ever removed. */
const OWN_LOG = /^\d{4}-\d\d-\d\dT[\d-]+Z-\d+\.ndjson$/;

/**
 * Keeps the folder of reports small and out of version control: its own folder brings a `.gitignore`, where the user has
 * not written one, and of the logs of runs the last ones stay. The logs of shards belong together, and all stay.
 */
export function tidyReportFolder(
  cwd: string,
  reportDir: string | undefined,
  { isShard }: { readonly isShard: boolean },
): void {
  const folder = resolve(cwd, reportDir ?? REPORT_DIR);
  const runs = join(folder, "runs");
  const ignore = join(folder, ".gitignore");
  try {
    mkdirSync(runs, { recursive: true });
    // A folder that the user names may be one that is to be committed.
    if (reportDir === undefined && !existsSync(ignore)) writeFileSync(ignore, "*\n");
    const logs = readdirSync(runs)
      .filter((name) => OWN_LOG.test(name))
      .sort();
    if (!isShard) for (const name of logs.slice(0, -MOST_BEFORE)) rmSync(join(runs, name), { force: true });
  } catch {
    // Whoever cannot write here is told so where the log is written.
  }
}
