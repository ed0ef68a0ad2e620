import { parseArgs } from "node:util";
import { findService } from "#services/list";

/** What the command line asks of the benches. Without anything: the short form of all of them. */
export interface BenchWish {
  /** The benches by name; empty: all. */
  readonly names: readonly string[];
  /** The long form: hours instead of minutes. */
  readonly full: boolean;
  /** Bundled services by name; empty: all. */
  readonly services: readonly string[];
  readonly seeds: number;
  /** Things per resource, as `piolet test --size` takes it; undefined: what users get. */
  readonly size: string | undefined;
  /** Calls of a tour between two looks at the state, as `--look-every` takes it; undefined: what users get. */
  readonly lookEvery: number | undefined;
  /** Which planted faults: all, some of each service, or none, which leaves the correct services. */
  readonly faults: "all" | "sample" | "none";
  readonly shrink: boolean;
  /** After so many seconds a run is stopped; what it has told until then counts. */
  readonly seconds: number;
  /** Runs at a time. */
  readonly jobs: number;
  /** Other tools to compare with: `schemathesis`, or `name=command`. */
  readonly tools: readonly string[];
  /** Where the results of single runs are written. */
  readonly json: string | undefined;
}

export function readWish(args: readonly string[]): BenchWish {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      full: { type: "boolean", default: false },
      service: { type: "string", multiple: true, default: [] },
      seeds: { type: "string" },
      size: { type: "string" },
      "look-every": { type: "string" },
      faults: { type: "string" },
      shrink: { type: "boolean" },
      seconds: { type: "string" },
      jobs: { type: "string", default: "2" },
      with: { type: "string", multiple: true },
      json: { type: "string" },
    },
  });
  const { full } = values;
  return {
    names: positionals,
    full,
    services: values.service.map(checkedService),
    seeds: wholeNumber("seeds", values.seeds ?? (full ? "10" : "1")),
    size: values.size ?? (full ? undefined : "1"),
    lookEvery: optional(values["look-every"], (text) => wholeNumber("look-every", text)),
    faults: readFaults(values.faults ?? (full ? "all" : "sample")),
    shrink: values.shrink ?? full,
    seconds: wholeNumber("seconds", values.seconds ?? (full ? "600" : "60")),
    jobs: wholeNumber("jobs", values.jobs),
    tools: (values.with ?? (full ? ["schemathesis"] : [])).map(checkedTool),
    json: values.json,
  };
}

function optional<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text);
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new TypeError(`--${name} takes a whole number from 1 on, not "${text}".`);
}

function readFaults(text: string): BenchWish["faults"] {
  if (text === "all" || text === "sample" || text === "none") return text;
  throw new TypeError(`--faults takes all, sample or none, not "${text}".`);
}

function checkedTool(text: string): string {
  if (text === "schemathesis" || /^[\w-]+=./.test(text)) return text;
  throw new TypeError(`--with takes schemathesis or name=command, not "${text}".`);
}

function checkedService(name: string): string {
  const found = findService(name);
  if (found.ok) return name;
  throw new TypeError(found.problems.map(({ message, hint }) => `${message} ${hint}`).join(" "));
}
