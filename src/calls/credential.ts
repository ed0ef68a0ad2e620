import { FILTERED } from "#base/filtered";
import type { Call } from "./call.js";
import type { Exchange } from "./exchange.js";

/** Something to be somebody by. It is in no record, so whoever runs an export has to give it. */
export interface Credential {
  readonly place: "header" | "query";
  readonly name: string;
  /** Whose it is; undefined: of whoever the run was. */
  readonly actor?: string;
  /** The environment variable that holds it. */
  readonly variable: string;
}

/** Headers that belong to one request of one run. */
export const PASSING = /^(user-agent|x-piolet-.*|host|content-length|connection|traceparent)$/i;

/** What was filtered out of the requests must come from whoever runs the script: one variable for each user. */
export function credentialsIn(exchanges: readonly Exchange[]): readonly Credential[] {
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
export function hasOwnCredential(call: Call, credentials: readonly Credential[]): boolean {
  return credentials.some(({ place, name }) => gives(call, place, name));
}

function gives(call: Call, place: Credential["place"], name: string): boolean {
  return Object.keys(call[place]).some((own) => own.toLowerCase() === name.toLowerCase());
}
