import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { isArray, isObject, type Json } from "#base/json";
import { FAULT_FORMAT, type FaultFile } from "#calls/fault-file";
import { formatFaultFile, parseFaultFile } from "#calls/parse-record";
import { encodeReplay } from "#run/encode-replay";
import { readReplay } from "#run/read-replay";
import { guessSemantics } from "#semantics/guess-semantics";
import { NO_HABITS } from "#semantics/habits";
import { json } from "../calls/arbitraries.js";
import { startNotes } from "./notes-service.js";
import { apiOf, testAgainst } from "./test-against.js";
import { walkThrough } from "./walk-through.js";

const head = {
  format: FAULT_FORMAT,
  piolet: "test",
  title: "",
  document: "",
  overlays: [],
  url: "",
  seed: 1,
} as const;

/** A fault of a tour, and one of a life. */
const files = await Promise.all([
  (async () => {
    const fault = "a stay in a room with another one replaces it";
    const sizes = { default: 1, byResource: new Map([["stay", 2]]) };
    const { faults, hotel } = await walkThrough({ fewestBeds: 5, fault }, { model: { sizes } });
    return { api: apiOf(hotel.document), fault: faults[0] };
  })(),
  (async () => {
    const notes = await startNotes("plain", "update ignored");
    try {
      const api = apiOf(notes.document);
      return { api, fault: (await testAgainst(notes.url, api, { size: "1" })).faults[0] };
    } finally {
      await notes.close();
    }
  })(),
]);

const stored = files.map(({ api, fault }) => {
  if (fault === undefined) throw new Error("the fault was not found");
  const file: FaultFile = { ...head, fault };
  return { api, file };
});

const any = fc.constantFrom(...stored);

/** The same JSON with something else somewhere. */
function replaced(value: Json, choices: readonly number[], by: Json): Json {
  const [choice, ...rest] = choices;
  const names = isArray(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  if (choice === undefined || names.length === 0) return by;
  const name = names[choice % names.length] ?? "";
  if (isArray(value)) return value.with(Number(name), replaced(value[Number(name)] ?? null, rest, by));
  if (!isObject(value)) return by;
  return { ...value, [name]: replaced(value[name] ?? null, rest, by) };
}

describe("a fault in a file", () => {
  test.prop([any])("is read as it was written", ({ file }) => {
    expect(parseFaultFile(formatFaultFile(file))).toEqual({ ok: true, value: file, problems: [] });
  });

  test.prop([any])("is run again by the plan that was written", ({ api, file }) => {
    const read = readReplay(file, api);
    if (!read.ok) throw new Error(read.problems[0]?.message);
    const { plan, judgedAs, habits = NO_HABITS } = read.value;
    const world = { semantics: guessSemantics(api), habits };
    expect(encodeReplay(plan, judgedAs, world)).toEqual(file.fault.replay);
  });

  test.prop([any, fc.array(fc.nat(), { maxLength: 9 }), json], { numRuns: 500 })(
    "may be damaged anywhere: it is read, or refused with one problem",
    ({ api, file }, choices, by) => {
      const text = JSON.stringify(replaced(JSON.parse(formatFaultFile(file)), choices, by));
      const parsed = parseFaultFile(text);
      const read =
        parsed.ok && parsed.value.fault.replay !== undefined ? readReplay(parsed.value, api) : parsed;
      if (!read.ok) expect(read.problems).toHaveLength(1);
    },
  );
});
