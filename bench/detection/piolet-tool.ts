import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type Json, property } from "#base/json";
import { documentPath } from "#services/service-files";
import type { Told, Tool } from "./tool.js";

/** Piolet in threads of its own: two runs take two cores, and the services a share of both. */
export function pioletTool(): Tool {
  return {
    name: "piolet",
    version: pioletVersion(),
    open: () => {
      const worker = new Worker(new URL("./piolet-worker.js", import.meta.url));
      return {
        test: (task) =>
          new Promise<Told>((resolve, reject) => {
            const settle = (told: Told) => {
              worker.off("error", reject);
              resolve(told);
            };
            worker.once("message", settle);
            worker.once("error", reject);
            worker.postMessage(task);
          }),
        close: async () => {
          await worker.terminate();
        },
      };
    },
  };
}

function pioletVersion(): string {
  // Documents lie in services/NAME/ below the package.
  const file = join(documentPath("any"), "../../../package.json");
  return String(property(JSON.parse(readFileSync(file, "utf8")) as Json, "version"));
}
