import type { Call } from "#calls/call";
import { type Check, callsIn, callsJudgedByStatus } from "#calls/check";
import type { Exchange } from "#calls/exchange";
import { lookFor } from "#calls/look-for";
import type { Fault } from "#calls/run-record";
import { type FreshForm, withOwnNames } from "./fresh-form.js";
import { identifierOf, type Source, sourceOf, unknownsIn } from "./source.js";

/**
 * A fault as requests that somebody else can make: what every export is written from. Where a request cannot be said
 * without Piolet (a multipart body with values of the run in it) there is none, and a sentence says why.
 */
export interface Reproduction {
  readonly fault: Fault;
  readonly url: string;
  readonly fresh: readonly FreshForm[];
  /** By id, with the looks: what references lead to. */
  readonly calls: ReadonlyMap<string, Call>;
  readonly steps: readonly ReproductionStep[];
  /** How many of the last steps only look: they may be made again where effects are slow to show. */
  readonly looks: number;
  readonly check?: Check;
  /** Newest first. */
  readonly undo: readonly { readonly after: string; readonly step: ReproductionStep }[];
  /** Headers and query parameters that carried credentials, of each user. */
  readonly credentials: readonly Credential[];
}

export interface NoReproduction {
  /** In half a sentence. */
  readonly why: string;
}

export interface Credential {
  readonly place: "header" | "query";
  readonly name: string;
  /** Whose it is; undefined: of whoever the run was. */
  readonly actor?: string;
  /** The environment variable that holds it. */
  readonly variable: string;
}

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
  /** With credentials that are worth something it is not answered with 401: where it is, nothing can be told. */
  readonly isLetIn: boolean;
  /** It reads a list for what an earlier call has made: the item that has a text. It may take a while to show. */
  readonly finds?: { readonly member: string; readonly text: Source };
  /** The first digit of the status that it should have for the check to mean anything. */
  readonly given?: string;
}

export type StepBody =
  | { readonly kind: "json"; readonly source: Source }
  | { readonly kind: "form"; readonly members: readonly (readonly [string, Source])[] }
  | { readonly kind: "text"; readonly text: string };

const FILTERED = "[Filtered]";

/** Headers that belong to one request of one run. */
const PASSING = /^(user-agent|x-piolet-.*|host|content-length|connection|traceparent)$/i;

export function reproduce(fault: Fault, url: string): Reproduction | NoReproduction {
  // What was seen in passing may have written to what is not ours.
  if (fault.replay === undefined)
    return { why: "it was seen in passing, on things that need not be the run's own" };
  const { calls, forms } = withOwnNames(fault.sequence.calls.slice(0, endOf(fault) + 1), fault.exchanges);
  const exchanges = new Map(fault.exchanges.map((exchange) => [exchange.call.id, exchange]));
  const isComplete = calls.length > 0 && calls.every(({ id }) => exchanges.has(id));
  const speaksInBodies = fault.exchanges.some(
    ({ outcome }) => outcome.kind === "response" && outcome.refused === true,
  );
  const check = speaksInBodies ? undefined : fault.check;
  const looks = check?.looks ?? [];
  const ordered = calls.flatMap((call) => [
    ...looks.filter(({ before }) => before === call.id).map((look) => look.call),
    call,
    ...(call.finds === undefined ? [] : [lookFor(call, call.finds)]),
  ]);
  const atEnd = looks.filter(({ before }) => before === undefined).map((look) => look.call);
  const all = [...ordered, ...atEnd];
  const byId = new Map(all.map((call) => [call.id, call]));
  const judged = check === undefined ? new Set<string>() : callsJudgedByStatus(check.expect);
  const credentials = credentialsIn(fault.exchanges);
  const made = calls.flatMap((call) =>
    call.finds === undefined ? [] : [[lookFor(call, call.finds).id, identifierOf(call.id, byId)] as const],
  );
  const findings = new Map(made);
  const premises = new Map(looks.map((look) => [look.call.id, look.given]));
  const steps = all.map((call, index) => {
    const step = stepOf(
      call,
      `s${index + 1}`,
      byId,
      exchanges.get(call.id),
      !judged.has(call.id),
      credentials,
    );
    const [finds, given] = [findings.get(call.id), premises.get(call.id)];
    return (
      step && {
        ...step,
        ...(finds === undefined ? {} : { finds }),
        ...(given === undefined ? {} : { given }),
      }
    );
  });
  const undo = (fault.undo ?? []).flatMap(({ after, call }, index) => {
    const step = byId.has(after)
      ? stepOf(call, `u${index + 1}`, byId, undefined, false, credentials)
      : undefined;
    return step === undefined ? [] : [{ after, step }];
  });
  const known = steps.filter((step) => step !== undefined);
  if (!isComplete) return { why: "some of its calls were never made" };
  const unsayable = all.find((_, index) => steps[index] === undefined);
  if (unsayable !== undefined)
    return { why: `only Piolet can put together the request of ${unsayable.operation}` };
  const writes = known.findLastIndex(
    ({ method, finds }) => finds !== undefined || !["GET", "HEAD", "OPTIONS"].includes(method),
  );
  return {
    fault,
    url,
    fresh: forms,
    calls: byId,
    steps: known,
    looks: known.length - writes - 1,
    ...(check === undefined ? {} : { check }),
    undo: undo.reverse(),
    credentials,
  };
}

/** What comes after the last call that is judged proves nothing, unless there is something to look at in the end. */
function endOf({ sequence, call, check }: Fault): number {
  const looked = check === undefined || check.looks.length > 0 ? undefined : callsIn(check.expect);
  return sequence.calls.findLastIndex(({ id }) => looked?.has(id) ?? id === call);
}

function stepOf(
  call: Call,
  name: string,
  calls: ReadonlyMap<string, Call>,
  exchange: Exchange | undefined,
  isGiven: boolean,
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
  const { outcome } = exchange ?? {};
  const given = isGiven && outcome?.kind === "response" ? { given: String(outcome.status).slice(0, 1) } : {};
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
    isLetIn: own.length > 0 && (outcome?.kind !== "response" || outcome.status !== 401),
    ...given,
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
  if (!isKnown || exchange === undefined) return members;
  const secret = new Set(credentials.filter(({ place }) => place === "query").map(({ name }) => name));
  return (sent ?? "")
    .split("&")
    .filter((pair) => pair !== "" && !secret.has(decodeURIComponent(pair.split("=")[0] ?? "")))
    .join("&");
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

/** What was filtered out of the requests must come from whoever runs the script: one variable for each user. */
function credentialsIn(exchanges: readonly Exchange[]): readonly Credential[] {
  const found = new Map<string, Credential>();
  const users = new Set(exchanges.flatMap(({ call }) => (call.actor === null ? [] : [call.actor ?? ""])));
  const add = ({ actor }: Call, place: Credential["place"], name: string) => {
    if (actor === null || found.has(JSON.stringify([actor, place, name]))) return;
    const whose = users.size > 1 && actor !== undefined ? [name, actor] : [name];
    const taken = new Set([...found.values()].map(({ variable }) => variable));
    found.set(JSON.stringify([actor, place, name]), {
      place,
      name,
      ...(actor === undefined ? {} : { actor }),
      variable: freeName(whose.map(variableFor).join("_"), taken),
    });
  };
  for (const { request, call } of exchanges) {
    for (const [name, text] of Object.entries(request.headers))
      if (text.includes(FILTERED) && !PASSING.test(name) && !gives(call, "header", name))
        add(call, "header", name);
    for (const [name, text] of URL.canParse(request.url) ? new URL(request.url).searchParams : [])
      if (text.includes(FILTERED) && !gives(call, "query", name)) add(call, "query", name);
  }
  return [...found.values()];
}

function variableFor(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replace(/^(?=\d)/, "_");
}

/** Names that differ only in their signs must not become one variable. */
function freeName(name: string, taken: ReadonlySet<string>, number = 1): string {
  const candidate = number === 1 ? name : `${name}_${number}`;
  return taken.has(candidate) ? freeName(name, taken, number + 1) : candidate;
}

/** In words, for whoever has not set it. */
export function missing({ name, actor, variable }: Credential): string {
  const whose = actor === undefined ? "" : ` of the user ${actor}`;
  return `set ${variable} to what the service wants as ${name}${whose}`;
}

/** A call that is made as whoever an earlier call has logged in as: the token is taken from its answer. */
function hasOwnCredential(call: Call, credentials: readonly Credential[]): boolean {
  return credentials.some(({ place, name }) => gives(call, place, name));
}

function gives(call: Call, place: Credential["place"], name: string): boolean {
  return Object.keys(call[place]).some((own) => own.toLowerCase() === name.toLowerCase());
}
