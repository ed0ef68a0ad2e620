import { readdirSync, readFileSync } from "node:fs";
import type { Json } from "#base/json";
import { decodeFault } from "#calls/fault-file";
import type { Fault } from "#calls/run-record";
import { renderExports } from "#report/render-exports";

const FOLDER = "test/report/faults";

/** Faults as runs on the bundled services found them, named after the service and the planted fault. */
export const FOUND = readdirSync(FOLDER).map((file) => file.replace(".json", ""));

export function faultIn(name: string): Fault {
  const json = JSON.parse(readFileSync(`${FOLDER}/${name}.json`, "utf8")) as Json & object;
  const decoded = decodeFault({ ...json, replay: {} }, "");
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.mismatches));
  return decoded.value;
}

export function exportsOf(fault: Fault) {
  const exported = renderExports({ fault, url: "http://127.0.0.1:1", document: "openapi.yaml" });
  if ("why" in exported) throw new Error(exported.why);
  return exported;
}
