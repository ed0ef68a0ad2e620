import type { Json, JsonObject } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { describeExample } from "./describe-example.js";
import { statusOf } from "./properties/answers.js";
import type { Find } from "./trove.js";

/** A behaviour, shown by a minimal sequence of calls: as data, in sentences, and ready to be played again. */
export interface Example {
  /** Two examples with one key show the same behaviour, perhaps with other values. */
  readonly key: string;
  readonly metaProperty: string;
  readonly title: string;
  /** The operation that it says something about. */
  readonly operation: string;
  readonly sentences: readonly string[];
  readonly calls: readonly ExampleCall[];
  /** Fields that differed and were left aside, because they change by themselves. */
  readonly ignored: readonly JsonPointer[];
  /** The query operations that the state was seen by; empty where nobody looked at it. */
  readonly state: readonly string[];
  /** The calls with their references, as they are played again. */
  readonly sequence: { readonly given: readonly Call[]; readonly acts: readonly Call[] };
}

export interface ExampleCall {
  readonly operation: string;
  readonly status: number;
  /** `given`: it only makes the rest possible. */
  readonly role: "given" | "act";
  readonly inputs: JsonObject;
}

export function exampleFrom(find: Find, state: readonly string[]): Example {
  const { key, property, shown, observation } = find;
  const looked = property.watches === true ? state : [];
  const call = (role: ExampleCall["role"]) => (exchange: Exchange) => ({
    operation: exchange.call.operation,
    status: statusOf(exchange),
    role,
    inputs: inputsOf(exchange),
  });
  return {
    key,
    metaProperty: property.id,
    title: property.title,
    operation: shown.operation,
    sentences: describeExample(find, looked),
    calls: [...observation.given.map(call("given")), ...observation.acts.map(call("act"))],
    ignored: shown.ignored ?? [],
    state: looked,
    sequence: observation.candidate,
  };
}

/** What was sent, without the places where nothing was. */
function inputsOf({ request: { inputs } }: Exchange): JsonObject {
  const places = (["path", "query", "header", "cookie"] as const).filter(
    (place) => Object.keys(inputs[place]).length > 0,
  );
  const entries = places.map((place): [string, Json] => [place, inputs[place]]);
  return Object.fromEntries([
    ...entries,
    ...(inputs.body === undefined ? [] : [["body", inputs.body.content] as const]),
  ]);
}
