import { FILTERED } from "#base/filtered";
import { isArray } from "#base/json";
import type { Call } from "#calls/call";
import { type Credential, hasOwnCredential, PASSING } from "#calls/credential";
import type { Exchange } from "#calls/exchange";
import type { Meaning } from "#calls/meaning";
import { type Source, sourceOf, unknownsIn } from "./source.js";

/** One request of a reproduction, in parts that a shell and a test can each put together. */
export interface ReproductionStep {
  /** The id of its call. */
  readonly id: string;
  /** Short, for variables and files: `s1`. */
  readonly name: string;
  readonly operation: string;
  readonly method: string;
  readonly path: readonly (string | Source)[];
  /** As it is sent where it is known; else name by name. */
  readonly query: string | readonly (readonly [string, Source])[];
  readonly headers: readonly (readonly [string, Source])[];
  readonly body?: StepBody;
  /** Those that it is made with. */
  readonly credentials: readonly Credential[];
  /** The service must know whom it is made as for its answer to say anything. */
  readonly mustBeKnown: boolean;
  /** It reads a list for what an earlier call has made: the item that has a text. It may take a while to show. */
  readonly finds?: { readonly member: string; readonly text: Source };
  /** What its answer may mean for the check to mean anything; undefined: whatever it likes. */
  readonly takes?: readonly Meaning[];
}

export type StepBody =
  | { readonly kind: "json"; readonly source: Source }
  | { readonly kind: "form"; readonly members: readonly (readonly [string, Source])[] }
  | { readonly kind: "text"; readonly text: string };

/** Undefined where only Piolet can put the request together. */
export function stepOf(
  call: Call,
  name: string,
  calls: ReadonlyMap<string, Call>,
  exchange: Exchange | undefined,
  credentials: readonly Credential[],
): ReproductionStep | undefined {
  const [method = "", template = ""] = call.operation.split(" ");
  const path = pathOf(template.split("#")[0] ?? "", call, calls);
  const query = queryOf(call, calls, exchange, credentials);
  const headers = headersOf(call, calls, exchange);
  const body = call.body === undefined ? undefined : bodyOf(call.body, calls, exchange);
  if (path === undefined || query === undefined || headers === undefined || body === null) return undefined;
  const own = hasOwnCredential(call, credentials)
    ? []
    : credentials.filter(({ actor }) => actor === call.actor);
  return {
    id: call.id,
    name,
    operation: call.operation,
    method,
    path,
    query,
    headers,
    ...(body === undefined ? {} : { body }),
    credentials: own,
    mustBeKnown: false,
  };
}

function pathOf(
  template: string,
  call: Call,
  calls: ReadonlyMap<string, Call>,
): readonly (string | Source)[] | undefined {
  const parts = template.split(/\{([^{}]*)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const input = Object.hasOwn(call.path, part) ? call.path[part] : undefined;
    return input === undefined ? undefined : sourceOf(input, calls);
  });
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known;
}

/** As it was sent where nothing of it changes from run to run: arrays and objects have many spellings. */
function queryOf(
  call: Call,
  calls: ReadonlyMap<string, Call>,
  exchange: Exchange | undefined,
  credentials: readonly Credential[],
): ReproductionStep["query"] | undefined {
  const members = sourcesOf(call.query, calls);
  if (members === undefined) return undefined;
  const isKnown = members.every(([, source]) => unknownsIn(source).length === 0);
  const sent = exchange?.request.url.split("?")[1];
  if (!isKnown || exchange === undefined) return spread(members, sent);
  const secret = new Set(credentials.filter(({ place }) => place === "query").map(({ name }) => name));
  return (sent ?? "")
    .split("&")
    .filter((pair) => pair !== "" && !secret.has(decodeURIComponent(pair.split("=")[0] ?? "")))
    .join("&");
}

/**
 * Several values of one name as they were sent: each by itself. Undefined where they were put together in another way,
 * which only Piolet knows.
 */
function spread(
  members: readonly (readonly [string, Source])[],
  sent: string | undefined,
): readonly (readonly [string, Source])[] | undefined {
  const names = [...new URLSearchParams(sent ?? "").keys()];
  const all = members.map(([name, source]) => {
    const items = itemsOf(source);
    if (items === undefined) return source.kind === "object" ? undefined : [[name, source] as const];
    const times = names.filter((other) => other === name).length;
    return times === items.length ? items.map((item) => [name, item] as const) : undefined;
  });
  const known = all.filter((pairs) => pairs !== undefined);
  return known.length < all.length ? undefined : known.flat();
}

/** Of a list; undefined where it is none. */
function itemsOf(source: Source): readonly Source[] | undefined {
  if (source.kind === "array") return source.items;
  return source.kind === "json" && isArray(source.value)
    ? source.value.map((value) => ({ kind: "json", value }))
    : undefined;
}

function headersOf(
  call: Call,
  calls: ReadonlyMap<string, Call>,
  exchange: Exchange | undefined,
): readonly (readonly [string, Source])[] | undefined {
  const own = sourcesOf(call.header, calls);
  const cookies = sourcesOf(call.cookie, calls);
  if (own === undefined || cookies === undefined || cookies.length > 0) return undefined;
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const sent = Object.entries(exchange?.request.headers ?? usualHeaders(call))
    .filter(([name, text]) => !names.has(name) && !PASSING.test(name) && !text.includes(FILTERED))
    .map(([name, text]) => [name, { kind: "json", value: text }] as const);
  return [...sent, ...own];
}

/** Of a call that was not made when the fault was recorded. */
function usualHeaders({ body }: Call): Readonly<Record<string, string>> {
  const type = body === undefined ? {} : { "content-type": body.contentType };
  return { accept: "application/json, */*;q=0.5", ...type };
}

function sourcesOf(
  templates: Call["path"],
  calls: ReadonlyMap<string, Call>,
): readonly (readonly [string, Source])[] | undefined {
  const all = Object.entries(templates).map(([name, template]) => [name, sourceOf(template, calls)] as const);
  const known = all.flatMap(([name, source]) => (source === undefined ? [] : [[name, source] as const]));
  return known.length < all.length ? undefined : known;
}

/** Null where it cannot be written. */
function bodyOf(
  { contentType, content, raw }: NonNullable<Call["body"]>,
  calls: ReadonlyMap<string, Call>,
  exchange: Exchange | undefined,
): StepBody | null {
  const source = sourceOf(content, calls);
  const sent = exchange?.request.bodyText;
  if (source === undefined || sent?.includes(FILTERED) === true) return null;
  if (raw !== true && /json/i.test(contentType)) return { kind: "json", source };
  if (unknownsIn(source).length === 0) return sent === undefined ? null : { kind: "text", text: sent };
  if (!/^application\/x-www-form-urlencoded/i.test(contentType)) return null;
  if (source.kind === "object") return { kind: "form", members: source.members };
  return null;
}
