import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { referencesOf } from "#calls/references";
import type { Reference } from "#calls/template";
import { repeats } from "./candidate.js";
import { statusOf } from "./properties/answers.js";
import type { Find } from "./trove.js";

/** From here on a row of equal calls is told as one. */
const ROW = 4;

const LONGEST = 160;

const LONG_TEXT = 40;

/** An example in sentences, one per step, the last one saying what is seen. */
export function describeExample(
  { observation, shown }: Pick<Find, "observation" | "shown">,
  state: readonly string[],
): readonly string[] {
  const { given, acts } = observation;
  const all = [...given, ...acts];
  const names = namesOf(all);
  const isWaitedFor = (exchange: Exchange) =>
    shown.tellsTime !== true && observation.waits.has(acts.indexOf(exchange));
  const pause = (exchange: Exchange) => (isWaitedFor(exchange) ? ", and wait a moment" : "");
  const tell = (exchanges: readonly Exchange[]) =>
    rowsOf(exchanges).map((row) =>
      row.length < ROW ? row.map((one) => `${step(one, all, names)}${pause(one)}`) : [tellRow(row)],
    );
  return [
    ...tell(given).flat(),
    ...(state.length === 0 ? [] : [`State S = response of ${state.join(" and ")}`]),
    ...tell(acts).flat(),
    `${shown.says}${asideOf(shown.ignored ?? [])}`,
  ];
}

/** What an example does not claim. */
export function asideOf(ignored: readonly JsonPointer[]): string {
  return ignored.length === 0 ? "" : `, leaving aside ${ignored.join(", ")}, which is another each time`;
}

/** Letters for the calls whose responses later ones use. */
function namesOf(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const used = new Set(
    exchanges.flatMap(({ call }) =>
      referencesOf(call).flatMap(({ reference }) => (isResponse(reference) ? [reference.call] : [])),
    ),
  );
  const calls = exchanges.filter(({ call }) => used.has(call.id));
  return new Map(calls.map(({ call }, index) => [call.id, String.fromCharCode(97 + (index % 26))]));
}

function isResponse({ source }: Reference): boolean {
  return ["response body", "response header", "location", "link"].includes(source.in);
}

function step(exchange: Exchange, all: readonly Exchange[], names: ReadonlyMap<string, string>): string {
  const { call } = exchange;
  const status = `answered ${answerIn(exchange)}`;
  const index = all.indexOf(exchange);
  const first = all.slice(0, index).find((earlier) => repeats(call, earlier.call));
  if (first !== undefined) {
    const same =
      all[index - 1] === first ? "execute it again" : `execute ${call.operation} again with the same inputs`;
    return `${same}, ${status}`;
  }
  const name = names.get(call.id);
  const what = `${call.operation}${inputs(exchange, names)}`;
  return name === undefined ? `execute ${what}, ${status}` : `${name} = response of ${what}, ${status}`;
}

function inputs(exchange: Exchange, names: ReadonlyMap<string, string>): string {
  const { call, request } = exchange;
  const origins = originsOf(call, names);
  const isOnly = Object.keys(request.inputs.path).length === 1;
  const parameters = (["path", "query", "header", "cookie"] as const).flatMap((place) =>
    Object.entries(request.inputs[place]).map(([name, json]) => {
      const origin = origins.get(`/${place}/${name}`);
      const shown = place === "path" && isOnly ? show(json) : `${name} ${show(json)}`;
      return origin === undefined ? shown : `${shown}, ${origin}`;
    }),
  );
  const { body } = request.inputs;
  const inBody = [...origins].flatMap(([input, origin]) =>
    input.startsWith("/body") ? [`${input.slice("/body".length)} ${origin}`.trimStart()] : [],
  );
  const content = body === undefined ? [] : [[show(body.content), ...inBody].join(", ")];
  const parts = [...parameters, ...content];
  // After "selected from /id of a" an "and" alone would go on with the selection.
  const and = origins.size > inBody.length ? ", and " : " and ";
  return parts.length === 0 ? "" : ` with ${parts.join(and)}`;
}

/** Where the inputs come from that are taken from earlier calls. */
function originsOf(call: Call, names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    referencesOf(call).map(({ input, reference }) => [
      input,
      isResponse(reference)
        ? `selected from ${placeIn(reference)} of ${names.get(reference.call)}`
        : "the same as before",
    ]),
  );
}

function placeIn({ source }: Reference): string {
  if (source.in === "response body") return source.pointer === "" ? "the whole" : source.pointer;
  return source.in === "response header" ? `the header ${source.name}` : "the location";
}

function show(json: Json): string {
  const text = JSON.stringify(json, (_, part: Json) =>
    typeof part === "string" && part.length > LONG_TEXT
      ? `${part.slice(0, LONG_TEXT / 2)}… (${part.length} characters)`
      : part,
  ).replace(/\p{Cc}/gu, "�");
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

/** Calls of one operation in a row, answered alike. */
function rowsOf(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const rows: Exchange[][] = [];
  for (const exchange of exchanges) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    const isAlike =
      first?.call.operation === exchange.call.operation && statusOf(first) === statusOf(exchange);
    if (isAlike && row !== undefined) row.push(exchange);
    else rows.push([exchange]);
  }
  return rows;
}

function tellRow(row: readonly Exchange[]): string {
  const [first] = row;
  if (first === undefined) return "";
  return `execute ${first.call.operation} ${row.length} times, each with other values, answered ${answerIn(first)}`;
}

/** Some services refuse with a status that says the opposite. */
function answerIn(exchange: Exchange): string {
  const { outcome } = exchange;
  const isRefused = outcome.kind === "response" && outcome.says !== undefined;
  return `${statusOf(exchange)}${isRefused ? ", which is a refusal" : ""}`;
}
