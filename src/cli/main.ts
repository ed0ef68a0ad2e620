#!/usr/bin/env node
import { readFileSync } from "node:fs";

// `piolet --version` is asked by scripts and editors: it answers before anything else is loaded.
const version = (
  JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as { version: string }
).version;
const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  process.stdout.write(`${version}\n`);
} else {
  // Whoever reads may go away before the end (`| head`). The run goes on: it has things to take back.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  const { runCli } = await import("./run-cli.js");
  process.exitCode = await runCli(argv, {
    version,
    streams: process,
    cwd: process.cwd(),
    env: process.env,
  });
}
