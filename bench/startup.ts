import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { BenchResult } from "./bench-result.js";

const RUNS = 15;

/** How long `piolet --version` takes against `node -e 0`, the least that any Node program can take. */
export async function benchStartup(): Promise<BenchResult> {
  const main = join(import.meta.dirname, "../src/cli/main.js");
  const bare = fastest(["-e", "0"]);
  const version = fastest([main, "--version"]);
  const help = fastest([main, "--help"]);
  console.log("start-up              ms   × node -e 0");
  for (const [name, milliseconds] of [
    ["node -e 0", bare],
    ["piolet --version", version],
    ["piolet --help", help],
  ] as const) {
    console.log(
      `${name.padEnd(18)} ${milliseconds.toFixed(0).padStart(5)}   ${(milliseconds / bare).toFixed(2)}`,
    );
  }
  return {
    says: `piolet --version takes ${(version / bare).toFixed(2)} times what node -e 0 takes`,
    numbers: { milliseconds: { bare, version, help } },
  };
}

/** The fastest of several runs: everything above it is the machine's noise. */
function fastest(args: readonly string[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now();
    const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
    if (status !== 0) throw new Error(`node ${args.join(" ")} failed`);
    best = Math.min(best, performance.now() - began);
  }
  return best;
}
