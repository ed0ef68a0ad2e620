import {
  anything,
  arrayOf,
  type Decoder,
  mismatch,
  number,
  object,
  oneOf,
  recordOf,
  string,
} from "#base/decode-json";
import type { Json, JsonObject } from "#base/json";
import { parseJson } from "#base/parse-json";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { decodeCall } from "#calls/decode-record";
import type { Example, ExampleCall } from "./example.js";
import type { Exploration } from "./explore-api.js";

/** Examples as they are kept: a file to compare later versions of a service with. */
export interface StoredExploration {
  readonly format: typeof FORMAT;
  readonly piolet: string;
  readonly title: string;
  /** The document: a URL, or a path as seen from the file. */
  readonly document: string;
  readonly overlays: readonly string[];
  /** What was read for them, named in the same way: the address of a document may be gone when the file is used. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly queryOperations: readonly string[];
  readonly examples: readonly Example[];
  /** Operations that no example was found of: what is seen of them another time need not be a change. */
  readonly unseen: readonly string[];
}

const FORMAT = 1;

/** What `--json` prints. */
export function explorationAsJson(exploration: Exploration): Json {
  const { title, url, seed, queryOperations, volatile, examples, unexplored, unseen, requests, cleanup } =
    exploration;
  const told = {
    title,
    url,
    examples,
    queryOperations,
    volatile,
    unexplored,
    unseen,
    requests,
    seed,
    cleanup,
  };
  // Every part of an exploration is data; interfaces are just not assignable to an index type.
  return told as unknown as Json;
}

export function storeExploration(
  exploration: Pick<Exploration, "title" | "seed" | "queryOperations" | "examples" | "unseen">,
  where: Pick<StoredExploration, "piolet" | "document" | "overlays" | "texts">,
): string {
  const { title, seed, queryOperations, examples } = exploration;
  const { texts, ...names } = where;
  const unseen = exploration.unseen.map(({ operation }) => operation);
  const stored: StoredExploration = {
    format: FORMAT,
    title,
    ...names,
    seed,
    queryOperations,
    unseen,
    examples,
    // Last: whoever looks into the file looks for the examples.
    ...(texts === undefined ? {} : { texts }),
  };
  return `${JSON.stringify(stored, null, 2)}\n`;
}

const inputs: Decoder<JsonObject> = recordOf(anything);

const call: Decoder<ExampleCall> = object({
  operation: string,
  status: number,
  role: oneOf("given", "act"),
  inputs,
});

const example: Decoder<Example> = object({
  key: string,
  metaProperty: string,
  title: string,
  operation: string,
  sentences: arrayOf(string),
  calls: arrayOf(call),
  ignored: arrayOf(string),
  state: arrayOf(string),
  sequence: object({ given: arrayOf(decodeCall), acts: arrayOf(decodeCall) }),
});

const format: Decoder<typeof FORMAT> = (json, at) =>
  json === FORMAT
    ? { ok: true, value: FORMAT }
    : mismatch(at, `${FORMAT} is expected, the form that this version of Piolet reads`);

const stored: Decoder<StoredExploration> = object(
  {
    format,
    piolet: string,
    title: string,
    document: string,
    overlays: arrayOf(string),
    seed: number,
    queryOperations: arrayOf(string),
    examples: arrayOf(example),
    unseen: arrayOf(string),
  },
  { texts: recordOf(string) },
);

export function readExploration(text: string, file: string): Result<StoredExploration> {
  const parsed = parseJson(text);
  const unusable = (why: string, pointer?: string) =>
    failed(
      problem(
        "exploration-file",
        `${file} is not a file of examples: ${why}.`,
        "Write one with piolet explore SPEC --url URL --save FILE.",
        pointer === undefined ? {} : { pointer },
      ),
    );
  if (!parsed.ok) return unusable(parsed.why === "too deep" ? "it is nested too deeply" : "it is not JSON");
  const decoded = stored(parsed.value, "");
  if (decoded.ok) return ok(decoded.value);
  const [first] = decoded.mismatches;
  return unusable(first?.message ?? "it has another form", first?.pointer);
}
