import { aNoun } from "#base/a-noun";
import { isArray, type Json } from "#base/json";
import { formatPointer, parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Finding } from "#calls/finding";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { Operation, Parameter } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { lifecycleOf } from "#semantics/lifecycles";
import { looksPaged } from "#semantics/list-items";
import { nameWords } from "#values/name-words";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun, shows, thingIn } from "./lifecycle.js";
import { demandsOthers, listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  other: "make another",
  act: `${PROVOKE}bring it there`,
  look: "look",
  on: "list with the switch on",
  off: "list with the switch off",
} as const;

/** `showDeleted`, `include_archived`; `hideCompleted`, `without_drafts`. */
const SHOWS = new Set(["show", "include", "including", "with"]);
const HIDES = new Set(["hide", "exclude", "excluding", "without"]);

/** So many switches of one list are tried. */
const MOST = 3;

/**
 * A list with a switch for what is deleted, completed or archived, and a thing that says of itself that it is that. A weak
 * norm: such a switch may need more rights, or go together with another one.
 */
export const shownOnRequest: Oracle = {
  id: "shown-on-request",
  title: "A list shows things of a status where its switch says so, and leaves them out where it does not.",
  verdict: "WARN",
  source: "the document's parameters; a service's agreement with itself",
  needs: "a list with a switch such as showDeleted, and a way to bring a thing into that status",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      listOperationsOf(ground, kind).flatMap((list) =>
        switchesOf(ground, list).flatMap((parameter) => planned(ground, kind, list, parameter)),
      ),
    ),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy !== shownOnRequest.id || !isSuccess(step.response)) return [];
    if (id !== CALLS.on && id !== CALLS.off) return [];
    const [asked] = Object.entries(step.exchange.request.inputs.query).flatMap(([name, wanted]) => {
      const meaning = meaningOf(name);
      return meaning === undefined || typeof wanted !== "boolean" ? [] : [{ name, wanted, ...meaning }];
    });
    if (asked === undefined || !isInState(step, asked.state)) return [];
    const isWanted = asked.wanted === asked.shows;
    const { subject, exchange } = step;
    if (shows(step, exchange, subject?.id) === isWanted) return [];
    // What is not on this page may be on another; the other thing shows that the list is about these.
    const isPage = looksPaged(bodyOf(exchange), step.response.headers);
    if (isWanted && (isPage || !shows(step, exchange, subject?.otherId))) return [];
    return [findingOf(step, asked, isWanted)];
  },
};

interface Asked {
  readonly name: string;
  readonly wanted: boolean;
  readonly state: string;
}

function findingOf(step: Step, { name, wanted, state }: Asked, isWanted: boolean): Finding {
  const listing = `${step.operation.key} with ${name}=${wanted}`;
  return finding(shownOnRequest.id, step, {
    evidence: [CALLS.make, CALLS.other, CALLS.act, CALLS.look].filter(
      (id) => earlier(step, id) !== undefined,
    ),
    verdict: "WARN",
    clause: "a switch of a list does what it says",
    shape: `${name} ${wanted}`,
    check: listed(step, isWanted),
    message: isWanted
      ? `${listing} does not show ${aNoun(noun(step))} that is ${state}`
      : `${listing} shows ${aNoun(noun(step))} that is ${state}`,
    expected: isWanted ? `the ${noun(step)} among the others` : `a list without the ${noun(step)}`,
    got: isWanted ? "a list without it" : "a list with it",
    why: `The thing itself says that it is ${state}, and the document has a switch for just that.`,
  });
}

function switchesOf({ known }: Ground, list: Operation): readonly Parameter[] {
  return list.parameters
    .filter(
      ({ in: place, name, schema, contentType }) =>
        place === "query" &&
        contentType === undefined &&
        typesOf(schema, known.api.schemas).has("boolean") &&
        meaningOf(name) !== undefined &&
        !demandsOthers(list, [name]),
    )
    .slice(0, MOST);
}

/** Whether a parameter shows or hides, and what. */
function meaningOf(parameter: string): { readonly shows: boolean; readonly state: string } | undefined {
  const [verb = "", ...rest] = nameWords(parameter);
  if (rest.length === 0 || !(SHOWS.has(verb) || HIDES.has(verb))) return undefined;
  return { shows: SHOWS.has(verb), state: rest.join(" ") };
}

function planned(ground: Ground, kind: Kind, list: Operation, parameter: Parameter) {
  const state = meaningOf(parameter.name)?.state ?? "";
  const act = actInto(ground, kind, state);
  const born = act === undefined ? bornIn(ground, kind, state) : undefined;
  if (born === undefined && act === undefined) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make, born);
  situation.make(CALLS.other);
  if (act !== undefined) situation.add(situation.acting(CALLS.act, act, things));
  situation.look(CALLS.look, things);
  for (const [id, wanted] of [
    [CALLS.on, true],
    [CALLS.off, false],
  ] as const) {
    const call = situation.plain(id, list.key, things);
    situation.add({ ...call, query: { ...call.query, [parameter.name]: value(wanted) } });
  }
  return [
    situation.build(shownOnRequest.id, `list with ${parameter.name}`, `${parameter.name} of ${list.key}`),
  ];
}

/** A create that makes it so: a choice or a switch of the body has the name. */
function bornIn({ known }: Ground, { create }: Kind, state: string): ((call: Call) => Call) | undefined {
  const { api } = known;
  const { path, members } = payloadOf(requestSchema(operationOf(api, create.operation)), api.schemas);
  for (const [name, member] of members) {
    if (keywordOf(member.schema, "readOnly", api.schemas) === true) continue;
    const choices = keywordOf(member.schema, "enum", api.schemas);
    const choice = isArray(choices) ? choices.find((one) => saysState(one, state)) : undefined;
    const isSwitch = typesOf(member.schema, api.schemas).has("boolean") && saysState(name, state);
    const wanted = choice ?? (isSwitch ? true : undefined);
    if (wanted !== undefined)
      return (call) => ({ ...call, ...replaceInBody(call, formatPointer([...path, name]), value(wanted)) });
  }
  return undefined;
}

/** An action, or a delete that keeps the thing, after which it is so. */
function actInto({ rules }: Ground, { resource }: Kind, state: string): string | undefined {
  const life = lifecycleOf(rules, resource.name);
  if (life === undefined) return undefined;
  const { field, initial, allowed, leads } = life;
  return [...leads].find(
    ([operation, status]) =>
      status !== initial &&
      allowed.get(operation)?.includes(initial) !== false &&
      (status === true ? saysState(field, state) : saysState(status, state)),
  )?.[0];
}

/** The thing says so itself, in whatever envelope: `deleted: true`, `status: "completed"`. */
function isInState(step: Step, state: string): boolean {
  const look = earlier(step, CALLS.look);
  if (!succeeded(look)) return false;
  return leavesOf(thingIn(step, look, step.subject?.id)).some(({ pointer, value: shown }) =>
    shown === true ? saysState(parsePointer(pointer).at(-1) ?? "", state) : saysState(shown, state),
  );
}

function saysState(word: Json, state: string): boolean {
  if (typeof word !== "string") return false;
  const words = nameWords(word);
  return (words[0] === "is" ? words.slice(1) : words).join(" ") === state;
}
