import { formatPointer, parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { inRequest } from "#calls/checks";
import { referencesOf } from "#calls/references";
import type { Reference, Template } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Api, Operation } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { membersOf } from "#openapi/schema-shape";
import { isPassword } from "#semantics/access/login-inputs";
import { PROVOKE } from "#semantics/life";
import type { Made } from "#semantics/recipe";
import { nameWords } from "#values/name-words";
import { isSecured } from "./access-calls.js";
import { loginFor } from "./log-in-call.js";
import type { Ground } from "./oracle.js";
import { type Kind, namesOnly, Situation } from "./situation.js";
import { withTokenOf } from "./token-place.js";

/** The calls about the password of somebody who was registered for this. */
export const CALLS = {
  register: "register",
  logIn: "log in",
  change: `${PROVOKE}change the password`,
  update: `${PROVOKE}change something else`,
  stranger: "register somebody else",
  logInStranger: "log in as somebody else",
  intrude: `${PROVOKE}change the password of another`,
  withStrangers: `${PROVOKE}log in with the password that another has set`,
  withNew: `${PROVOKE}log in with the new password`,
  withOld: `${PROVOKE}log in with the old password`,
} as const;

/** What goes before the password to make another one of it: one that begins like the old one could be taken for it. */
const NEW = "New1-";

const OLD = new Set("old current previous existing present".split(" "));

/** So many operations that set a password are tried. */
const MOST = 2;

/** Each change is made to an account of its own: of its password, and of something else. */
export function planPasswordChanges(ground: Ground, kind: Kind, oracle: string): readonly PlannedSequence[] {
  const { api, semantics } = ground.known;
  const { create, update } = kind.resource;
  const login = loginFor(ground, kind);
  const entry = login?.call(CALLS.logIn, CALLS.register);
  if (login === undefined || entry === undefined) return [];
  const plan = (id: string, operation: Operation): readonly PlannedSequence[] => {
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.register);
    const change = changeOf(situation, api, operation, entry, things, id);
    const isOwn = isSecured(api, operation);
    const call = isOwn ? change && withTokenOf(api, login.operation, CALLS.logIn)?.(change) : change;
    if (call === undefined) return [];
    const withNew = id === CALLS.change ? login.call(CALLS.withNew, CALLS.register, anew) : undefined;
    const withOld = login.call(CALLS.withOld, CALLS.register);
    const after = [withNew, withOld].filter((next) => next !== undefined);
    situation.add(entry, call, ...after);
    return [situation.build(oracle, `log in after ${operation.key}`, operation.key)];
  };
  const planIntrusion = (operation: Operation): readonly PlannedSequence[] => {
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.register);
    situation.make(CALLS.stranger);
    const stranger = login.call(CALLS.logInStranger, CALLS.stranger);
    const change = changeOf(situation, api, operation, entry, things, CALLS.intrude);
    const asStranger = withTokenOf(api, login.operation, CALLS.logInStranger);
    const after = login.call(CALLS.withStrangers, CALLS.register, anew);
    const isGuarded = isSecured(api, operation) && operation.path.includes("{");
    if (!isGuarded || !stranger || !change || !asStranger || !after) return [];
    situation.add(entry, stranger, asStranger(change), after);
    return [situation.build(oracle, `let another call ${operation.key}`, `by another, ${operation.key}`)];
  };
  const changes = api.operations.filter(
    (operation) =>
      semantics.operations[operation.key]?.kind !== "login" &&
      !create.includes(operation.key) &&
      isChange(operation, api, kind),
  );
  const sets = changes.filter((operation) => namesOf(operation, api).some(isNewPassword));
  const leaves = changes.filter(
    (operation) => update.includes(operation.key) && !namesOf(operation, api).some(isPassword),
  );
  return [
    ...sets.slice(0, MOST).flatMap((operation) => plan(CALLS.change, operation)),
    ...sets.slice(0, 1).flatMap(planIntrusion),
    ...leaves.slice(0, 1).flatMap((operation) => plan(CALLS.update, operation)),
  ];
}

/** A change of the thing itself, or of whoever calls: whose password is meant then says the token alone. */
function isChange(operation: Operation, api: Api, { resource }: Kind): boolean {
  const { method, path } = operation;
  if (!["PUT", "POST", "PATCH"].includes(method)) return false;
  const last = [...path.matchAll(/\{([^}]+)\}/g)].at(-1)?.[1];
  const { itemPath, idParameter } = resource;
  if (last !== undefined)
    return last === idParameter && itemPath !== undefined && `${path}/`.startsWith(`${itemPath}/`);
  const isForgotten = /reset|forg|recover/i.test(path);
  return isSecured(api, operation) && /password/i.test(path) && !isForgotten;
}

/** The call with a new password wherever it takes one, and the old one where it asks for that. */
function changeOf(
  situation: Situation,
  api: Api,
  operation: Operation,
  entry: Call,
  things: Made,
  id: string,
): Call | undefined {
  const { update, create } = situation.kind;
  const isKnown = update?.operation === operation.key;
  const call = isKnown ? situation.working(id, update, things) : situation.plain(id, operation.key, things);
  const content = call.body?.content;
  if (call.body === undefined || content?.kind !== "object" || !namesOnly(call, things)) return undefined;
  const registered = create.inputs.body?.content;
  const names = registered?.kind === "object" ? Object.keys(registered.members) : [];
  const password = inRequest(CALLS.register, formatPointer([names.find(isPassword) ?? ""]));
  const identity = namesIn(entry);
  const members: Record<string, Template> = { ...content.members };
  for (const name of namesOf(operation, api).filter(isPassword))
    members[name] = isNewPassword(name) ? anew(password) : password;
  for (const name of Object.keys(members)) {
    if (isPassword(name) || !identity.includes(name)) continue;
    // Who they are must stay: nobody logs in under a name of before.
    if (id === CALLS.update) return undefined;
    members[name] = inRequest(CALLS.register, formatPointer([name]));
  }
  return { ...call, body: { ...call.body, content: { kind: "object", members } } };
}

function anew(password: Reference): Template {
  return { ...password, prefix: NEW };
}

function isNewPassword(name: string): boolean {
  return isPassword(name) && !nameWords(name).some((word) => OLD.has(word));
}

function namesOf(operation: Operation, api: Api): readonly string[] {
  return [...membersOf(requestSchema(operation), api.schemas).keys()];
}

/** The members of a registration that a login goes by. */
function namesIn(entry: Call): readonly string[] {
  return referencesOf(entry).flatMap(({ reference: { source } }) =>
    source.in === "request body" ? (parsePointer(source.pointer)[0] ?? []) : [],
  );
}
