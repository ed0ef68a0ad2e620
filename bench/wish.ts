import { parseArgs } from "node:util";
import { findService, SERVICES } from "#services/list";
import { type DetectionForm, LONG_FORMS } from "./detection/form.js";

/** What the command line asks of the benches. Without anything: the short form of all of them. */
export interface BenchWish {
  /** The benches by name; empty: all. */
  readonly names: readonly string[];
  /** The long form: two hours instead of minutes. */
  readonly full: boolean;
  /** Bundled services by name; empty: all. */
  readonly services: readonly string[];
  /** Of inference; detection has its own. */
  readonly seeds: number;
  /** Things per resource, as `piolet test --size` takes it; undefined: what users get. */
  readonly size: string | undefined;
  /** Calls of a tour between two looks at the state, as `--look-every` takes it; undefined: what users get. */
  readonly lookEvery: number | undefined;
  /** Which planted faults of a service are made small. */
  readonly faults: DetectionForm["faults"];
  /** Planted faults by name, of whatever service has them; empty: as `faults` says. */
  readonly named: readonly string[];
  /** After so many seconds a run of another tool is stopped. */
  readonly seconds: number;
  /** What detection goes through: one form, or in the long form several. */
  readonly detection: readonly DetectionForm[];
  /** Runs at a time. */
  readonly jobs: number;
  /** Other tools to compare with: `schemathesis`, or `name=command`. */
  readonly tools: readonly string[];
  /** Where results are written: a folder, or the file of the only bench. */
  readonly json: string | undefined;
  /** What is written there already is not done again. */
  readonly resume: boolean;
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
      fault: { type: "string", multiple: true, default: [] },
      shrink: { type: "boolean" },
      "until-found": { type: "boolean", default: false },
      seconds: { type: "string" },
      jobs: { type: "string", default: "2" },
      with: { type: "string", multiple: true },
      json: { type: "string" },
      resume: { type: "boolean", default: false },
    },
  });
  const { full, resume, json } = values;
  if (resume && json === undefined) throw new TypeError("--resume goes on with what --json has written.");
  const seeds = wholeNumber("seeds", values.seeds ?? (full ? "10" : "1"));
  const size = values.size ?? (full ? undefined : "1");
  const faults = readFaults(values.faults ?? (full ? "all" : "sample"));
  const seconds = wholeNumber("seconds", values.seconds ?? "60");
  const shrink = values.shrink ?? full;
  const asked: DetectionForm = {
    ...{ name: "asked", seeds, size, faults, seconds, shrink, besideOthers: true },
    untilFound: values["until-found"],
  };
  const isPlain = [values.seeds, values.size, values.faults, values.seconds, values.shrink].every(
    (value) => value === undefined,
  );
  return {
    names: positionals,
    full,
    services: values.service.map(checkedService),
    seeds,
    size,
    faults,
    named: values.fault.map(checkedFault),
    seconds,
    lookEvery: optional(values["look-every"], (text) => wholeNumber("look-every", text)),
    detection: full && isPlain ? LONG_FORMS : [asked],
    jobs: wholeNumber("jobs", values.jobs),
    tools: (values.with ?? (full ? ["schemathesis"] : [])).map(checkedTool),
    json,
    resume,
  };
}

function optional<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text);
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new TypeError(`--${name} takes a whole number from 1 on, not "${text}".`);
}

function readFaults(text: string): DetectionForm["faults"] {
  if (text === "all" || text === "sample" || text === "none") return text;
  throw new TypeError(`--faults takes all, sample or none, not "${text}".`);
}

function checkedTool(text: string): string {
  if (text === "schemathesis" || /^[\w-]+=./.test(text)) return text;
  throw new TypeError(`--with takes schemathesis or name=command, not "${text}".`);
}

function checkedFault(name: string): string {
  if (SERVICES.some(({ faults }) => Object.hasOwn(faults, name))) return name;
  throw new TypeError(`--fault takes the name of a planted fault, not "${name}".`);
}

function checkedService(name: string): string {
  const found = findService(name);
  if (found.ok) return name;
  throw new TypeError(found.problems.map(({ message, hint }) => `${message} ${hint}`).join(" "));
}
