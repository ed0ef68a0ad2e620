import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A bundled service in a process of its own, so that its CPU time is not taken for the tester's. */
export async function withServed<T>(service: string, use: (url: string) => Promise<T>): Promise<T> {
  const main = join(import.meta.dirname, "../src/cli/main.js");
  const child = spawn(process.execPath, [main, "demo", service, "--serve"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    for await (const line of createInterface(child.stdout)) {
      const [url] = /http:\/\/\S+/.exec(line) ?? [];
      if (url !== undefined) return await use(url);
    }
    throw new Error(`${service} does not start`);
  } finally {
    child.kill();
    await ended;
  }
}
