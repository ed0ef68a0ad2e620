import type { Json } from "#base/json";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Reference, ReferenceSource } from "#calls/template";
import { mapLeaves } from "#shrink/map-leaves";

/**
 * Calls that send again what was equal by chance when a fault showed: two persons of one age. Values are drawn anew in
 * each run, so such a fault would come and go. Only what has the same name is tied together, and by reference, so that what
 * must be new in each run still is.
 */
export function pinCoincidences(calls: readonly Call[], exchanges: readonly Exchange[]): readonly Call[] {
  const first = new Map<string, { readonly fresh: string; readonly at: Reference }>();
  return calls.map((call) => {
    const exchange = exchanges.find((other) => other.call.id === call.id);
    if (exchange === undefined) return call;
    return mapLeaves(call, (leaf, input) => {
      const [place = "", ...way] = parsePointer(input);
      const value = sentAt(exchange, input);
      const source = sourceOf(input, place, way);
      if (leaf.kind !== "fresh" || value === undefined || source === undefined) return leaf;
      const key = JSON.stringify([way.at(-1), value]);
      const known = first.get(key);
      if (known === undefined) {
        first.set(key, { fresh: leaf.name, at: { kind: "reference", call: call.id, source } });
        return leaf;
      }
      return known.fresh === leaf.name || known.at.call === call.id ? leaf : known.at;
    });
  });
}

/** What a call has sent as an input. */
export function sentAt(exchange: Exchange, input: JsonPointer): Json | undefined {
  const sent = exchange.request.inputs;
  const isBody = /^\/body(?=\/|$)/.test(input);
  return getAtPointer(isBody ? sent.body?.content : inputsOf(sent), withoutBody(input));
}

function inputsOf({ query, header, cookie }: Exchange["request"]["inputs"]): Json {
  return { query, header, cookie };
}

function withoutBody(input: JsonPointer): JsonPointer {
  return input.replace(/^\/body(?=\/|$)/, "");
}

function sourceOf(
  input: JsonPointer,
  place: string,
  [name, ...deeper]: readonly string[],
): ReferenceSource | undefined {
  if (place === "body") return { in: "request body", pointer: withoutBody(input) };
  if (place !== "query" && place !== "header" && place !== "cookie") return undefined;
  return name === undefined || deeper.length > 0 ? undefined : { in: "request parameter", place, name };
}
