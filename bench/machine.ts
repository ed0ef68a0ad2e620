import { availableParallelism, cpus, loadavg, totalmem } from "node:os";

/** What a number is worth depends on where and when it was measured. */
export function machine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cpu: `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "unknown"}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    load: loadavg().map((load) => load.toFixed(1)),
  };
}
