import { aNoun } from "#base/a-noun";
import { isObject, type Json } from "#base/json";
import { formatPointer, getAtPointer, type JsonPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Call } from "#calls/call";
import { differs, inAnswer, inRequest } from "#calls/checks";
import type { Finding } from "#calls/finding";
import { replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Api, Schema, Schemas } from "#openapi/api";
import { isJsonType, requestSchema, successSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf, type Member, membersOf, typesOf } from "#openapi/schema-shape";
import { idFieldsOf } from "#semantics/id-fields";
import { PROVOKE } from "#semantics/life";
import { compareWritten } from "./compare-written.js";
import { isSentElsewhere } from "./is-sent-elsewhere.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { saidBy } from "./sent-members.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  look: "look",
  makeMore: `${PROVOKE}create with more than may be written`,
  lookMore: "look at what has more",
  update: `${PROVOKE}update with what may be written`,
  lookPlain: "look after that update",
  updateMore: `${PROVOKE}update with more than may be written`,
  lookUpdated: "look after the update",
} as const;

/**
 * Sends members that a thing shows and a client does not set: those that are read-only, and those that only answers
 * have. They may be refused or ignored. The service may also set the same value by itself, so a member counts only
 * where another thing, made without it, holds another value, and so does one that was updated without it.
 */
export const onlyWritableSticks: Oracle = {
  id: "only-writable-sticks",
  title: "Members that are read-only, or that only answers have, cannot be set by sending them.",
  verdict: "ERR",
  source: "the document's readOnly; OWASP API Security 2023, API3 (mass assignment)",
  needs: "a create or an update with a JSON body, and a read that shows more than it takes",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planKind(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== onlyWritableSticks.id) return [];
    const { id } = step.exchange.call;
    if (id === CALLS.lookMore) return judgeStuck(step, CALLS.makeMore, [CALLS.make, CALLS.look]);
    return id === CALLS.lookUpdated
      ? judgeStuck(step, CALLS.updateMore, [CALLS.update, CALLS.lookPlain])
      : [];
  },
};

function planKind(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { create, update, resource } = kind;
  const [read] = resource.read;
  if (read === undefined) return [];
  const onCreate = extras(ground, kind, read, create.operation, create.inputs.body?.contentType);
  const onUpdate =
    update === undefined ? [] : extras(ground, kind, read, update.operation, update.inputs.body?.contentType);
  if (onCreate.length + onUpdate.length === 0) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.look(CALLS.look, things);
  if (onCreate.length > 0)
    situation.look(
      CALLS.lookMore,
      situation.makeBeside(CALLS.makeMore, things, (call) => withMore(call, onCreate)),
    );
  if (update !== undefined && onUpdate.length > 0) {
    situation.add(situation.working(CALLS.update, update, things));
    situation.look(CALLS.lookPlain, things);
    situation.add(withMore(situation.working(CALLS.updateMore, update, things), onUpdate));
    situation.look(CALLS.lookUpdated, things);
  }
  return [situation.build(onlyWritableSticks.id, "send more than may be written")];
}

interface Extra {
  readonly pointer: JsonPointer;
  readonly value: Json;
}

function withMore(call: Call, more: readonly Extra[]): Call {
  let made = call;
  for (const { pointer, value: sent } of more)
    made = { ...made, ...replaceInBody(made, pointer, value(sent)) };
  return made;
}

/** Scalars that the read shows and the write does not take, with values that could be theirs. */
function extras(
  ground: Ground,
  kind: Kind,
  read: string,
  write: string,
  contentType: string | undefined,
): readonly Extra[] {
  const { api, random, draft } = ground.known;
  const { schemas } = api;
  const { path, members: taken } = payloadOf(requestSchema(operationOf(api, write)), schemas);
  const shown = shownMembers(api, read, taken);
  // An answer that has nothing of the request in it is another thing, or comes in an envelope.
  const isSame = [...shown.keys()].some((name) => taken.has(name));
  if (contentType === undefined || !isJsonType(contentType) || !isSame) return [];
  const ids = idFieldsOf(kind.resource, kind.create.identity);
  const isReadOnly = (member: Member | undefined) => keywordOf(member?.schema, "readOnly", schemas) === true;
  return [...shown].flatMap(([name, member]) => {
    const own = taken.get(name);
    if (ids.includes(name) || (own !== undefined && !isReadOnly(own) && !isReadOnly(member))) return [];
    const drawn = isScalar(member.schema, ground)
      ? typesOf(member.schema, schemas).has("boolean")
        ? true
        : draft(member.schema, name, random.derive(`more ${name}`), write)
      : undefined;
    if (drawn === undefined || isObject(drawn) || drawn === null) return [];
    const sent = typeof drawn === "number" ? beyondCounters(drawn, member.schema, schemas) : drawn;
    return [{ pointer: formatPointer([...path, name]), value: sent }];
  });
}

/** More than a run makes of anything, so often as anything is counted. */
const OUT_OF_REACH = 1_000_000;

/** What a service that counts does not come to by itself: as large as may be. */
function beyondCounters(drawn: number, schema: Schema, schemas: Schemas): number {
  const most = keywordOf(schema, "maximum", schemas);
  if (typeof most === "number") return most;
  return Math.abs(drawn) >= OUT_OF_REACH ? drawn : drawn + OUT_OF_REACH;
}

/** So few steps on, a counter may have come to what was sent: where the document allows no more. */
const REACH = 10;

function isCountedUpTo(was: Json, held: Json): boolean {
  return typeof was === "number" && typeof held === "number" && held > was && held - was <= REACH;
}

/** The members of what a read shows, in whatever envelope: of the objects in it the one that has most of what is taken. */
function shownMembers(
  api: Api,
  read: string,
  taken: ReadonlyMap<string, Member>,
): ReadonlyMap<string, Member> {
  const { schemas } = api;
  const whole = membersOf(successSchema(operationOf(api, read)), schemas);
  const inner = [...whole.values()].map(({ schema }) => membersOf(schema, schemas));
  const shared = (members: ReadonlyMap<string, Member>) =>
    [...members.keys()].filter((name) => taken.has(name)).length;
  const { members: payload } = payloadOf(successSchema(operationOf(api, read)), schemas);
  return [whole, ...inner, payload].reduce((best, other) => (shared(other) > shared(best) ? other : best));
}

function isScalar(schema: Schema, { known }: Ground): boolean {
  const types = typesOf(schema, known.api.schemas);
  return ["string", "integer", "number", "boolean"].some((type) => types.has(type)) && !types.has("object");
}

function judgeStuck(
  step: Step,
  writeId: string,
  [usualId, lookId]: readonly [write: string, look: string],
): readonly Finding[] {
  const write = earlier(step, writeId);
  if (write === undefined || !succeeded(write)) return [];
  const schema = requestSchema(operationOf(step.api, write.call.operation));
  const { members: taken } = payloadOf(schema, step.api.schemas);
  const [sent, usual] = [write, earlier(step, usualId)].map((call) => saidBy(step.api, call));
  if (!isObject(sent)) return [];
  // Who gives a thing to somebody else cannot look at it any more; what the write itself shows is left.
  const last = succeeded(step.exchange) ? step.exchange : write;
  const [before, now] = [bodyOf(earlier(step, lookId)), bodyOf(last)];
  if (before === undefined || now === undefined) return [];
  const shown = shownMembers(step.api, step.operation.key, taken);
  return Object.keys(sent).flatMap((name) => {
    const declared = [taken.get(name), shown.get(name)];
    const isReadOnly = declared.some(
      (member) => keywordOf(member?.schema, "readOnly", step.api.schemas) === true,
    );
    if (!isReadOnly && taken.has(name)) return [];
    const pointer = formatPointer([name]);
    const [wished, held, was] = [
      getAtPointer(sent, pointer),
      getAtPointer(unwrap(now, sent), pointer),
      getAtPointer(unwrap(before, usual ?? sent), pointer),
    ];
    const isStuck =
      wished !== undefined &&
      held !== undefined &&
      was !== undefined &&
      compareWritten(wished, held).length === 0 &&
      compareWritten(was, held).length > 0 &&
      !isCountedUpTo(was, held) &&
      !isSentElsewhere(sent, pointer, wished);
    if (!isStuck) return [];
    return [
      finding(onlyWritableSticks.id, step, {
        operation: write.call.operation,
        evidence: [CALLS.make, usualId, lookId, writeId],
        // Without a word in the document it may just be incomplete.
        verdict: isReadOnly ? "ERR" : "WARN",
        clause: isReadOnly ? "what is read-only cannot be written" : "what is not declared cannot be written",
        shape: `sticks ${pointer}`,
        message: `${write.call.operation} lets a client set ${pointer} of ${aNoun(noun(step))}, which ${isReadOnly ? "is read-only" : "it does not declare"}`,
        expected: `${show(was)}, or what else the service decides`,
        got: `${show(held)}, as it was sent`,
        why: "Who sends more than the form asks for decides what the service should decide.",
        // In an envelope the member is not where it was sent.
        ...(unwrap(now, sent) === now
          ? { check: differs(inAnswer(last.call.id, pointer), inRequest(writeId, pointer)) }
          : {}),
      }),
    ];
  });
}
