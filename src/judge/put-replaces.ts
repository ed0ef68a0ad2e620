import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Condition } from "#calls/check";
import { differs, either, equal, inRequest } from "#calls/checks";
import { ownValues } from "#calls/own-values";
import { succeeded } from "#calls/succeeded";
import type { Template } from "#calls/template";
import type { OperationKey, Schema, Schemas } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { keywordOf, memberSchemaAt, membersOf } from "#openapi/schema-shape";
import { saysOfLeftOut } from "#semantics/promises";
import type { CallRecipe } from "#semantics/recipe";
import { type Leaf, leavesOf } from "./leaves.js";
import { earlier } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { placeOf } from "./place-of.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { seenAt, seenNow, sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  full: "put all",
  look: "look",
  bare: "put what is required",
  lookBare: "look at what is left",
} as const;

/**
 * A PUT without an optional member. Many services merge, and are used to it: that is a note, unless their document says
 * otherwise. One that keeps some of the
 * members that were left out and resets others does neither, which hardly anybody wants.
 */
export const putReplaces: Oracle = {
  id: "put-replaces",
  title: "A PUT replaces the whole thing: what it leaves out does not linger.",
  verdict: "ERR",
  source: "RFC 9110, section 9.3.4; the document's words",
  needs: "an update by PUT with optional members, and a way to see the thing",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const { api } = ground.known;
      const update = putOf(kind);
      if (update?.inputs.body === undefined) return [];
      const schema = requestSchema(operationOf(api, update.operation));
      const content = onlyRequired(update.inputs.body.content, schema, api.schemas);
      if (JSON.stringify(content) === JSON.stringify(update.inputs.body.content)) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      // Where a PUT creates as well, the create was the full one.
      const isCreate = update.operation === kind.create.operation;
      const full = isCreate
        ? { ...situation.plain(CALLS.full, update.operation, things), body: update.inputs.body }
        : situation.working(CALLS.full, update, things);
      if (full.body === undefined) return [];
      situation.add(full);
      situation.look(CALLS.look, things);
      // The values that stay are the same: another name could be taken.
      const bare = onlyRequired(full.body.content, schema, api.schemas);
      situation.add({ ...full, id: CALLS.bare, body: { ...full.body, content: bare } });
      situation.look(CALLS.lookBare, things);
      return [situation.build(putReplaces.id, `leave the optional members of ${update.operation} out`)];
    }),
  judge: (step) => {
    if (step.plannedBy !== putReplaces.id || step.exchange.call.id !== CALLS.lookBare) return [];
    const [full, bare] = [earlier(step, CALLS.full), earlier(step, CALLS.bare)];
    const [before, now] = [seenAt(step, CALLS.look), seenNow(step)];
    if (!succeeded(full) || !succeeded(bare) || before === undefined || now === undefined) return [];
    const [sent, kept] = [sentBy(full), sentBy(bare)];
    if (sent === undefined || kept === undefined) return [];
    const at = (read: typeof before, pointer: string) => getAtPointer(unwrap(read, sent), pointer);
    // Only what the PUT is seen to set: the service may decide the rest by itself.
    const leftOut = leavesOf(sent).filter(
      ({ pointer, value }) =>
        getAtPointer(kept, pointer) === undefined && jsonEqual(at(before, pointer), value) && value !== null,
    );
    const stayed = leftOut.filter(({ pointer }) => jsonEqual(at(now, pointer), at(before, pointer)));
    const reset = leftOut.filter((leaf) => !stayed.includes(leaf));
    // A flag or a status may just be what it is by default; a value that was drawn for this thing is not, unless it is
    // the default that the document names.
    const drawn = ownValues(full?.call.body?.content).map(({ pointer }) => pointer);
    const { schemas } = step.api;
    const schema = requestSchema(operationOf(step.api, full?.call.operation ?? step.operation.key));
    const isOwn = ({ pointer, value }: Leaf) => {
      const usual = defaultOf(memberSchemaAt(schema, parsePointer(pointer), schemas), schemas);
      return usual === undefined ? drawn.includes(pointer) : !jsonEqual(usual, value);
    };
    const lingering = stayed.filter(isOwn);
    const [first] = lingering;
    if (first === undefined) return [];
    const names = (leaves: typeof leftOut) => leaves.map(({ pointer }) => pointer).join(", ");
    const rest = {
      operation: step.before.find(({ call }) => call.id === CALLS.bare)?.call.operation ?? "",
      evidence: [CALLS.full, CALLS.look, CALLS.bare],
    };
    const broken = brokenWord(step, rest, sent, lingering);
    if (broken !== undefined) return [broken];
    if (reset.length > 0) {
      const [gone] = reset;
      return [
        finding(putReplaces.id, step, {
          ...rest,
          verdict: "WARN",
          clause: "a PUT replaces or merges",
          check: treatedAlike(step, sent, first.pointer, gone?.pointer ?? ""),
          message: `${rest.operation} keeps ${names(lingering)} when left out, and resets ${names(reset)}`,
          expected: "all that is left out to go, or all of it to stay",
          got: `${names(reset)} is now ${show(at(now, gone?.pointer ?? ""))}, ${first.pointer} still ${show(first.value)}`,
          why: "A client cannot know what becomes of what it does not send.",
        }),
      ];
    }
    return [
      finding(putReplaces.id, step, {
        ...rest,
        verdict: "NOTE",
        habit: true,
        clause: "what a PUT leaves out goes",
        message: `${rest.operation} merges: what it leaves out stays`,
        expected: `a thing without ${names(lingering)}`,
        got: `${first.pointer} is still ${show(first.value)}`,
        why: "PUT asks to replace; many services merge instead, and clients should know it.",
      }),
    ];
  },
};

/** What stayed although the document says that it goes. */
function brokenWord(
  step: Step,
  rest: { readonly operation: OperationKey; readonly evidence: readonly string[] },
  sent: Json,
  lingering: readonly Leaf[],
) {
  const operation = operationOf(step.api, rest.operation);
  const nameOf = ({ pointer }: Leaf) => parsePointer(pointer).at(-1) ?? "";
  const members = leavesOf(sent).map(nameOf);
  const [kept] = lingering.flatMap((leaf) => {
    const name = nameOf(leaf);
    const said = saysOfLeftOut(
      operation,
      name,
      members.filter((other) => other !== name),
    );
    return said === undefined ? [] : [{ ...leaf, said }];
  });
  if (kept === undefined) return undefined;
  const left = placeOf(step, step.exchange, kept.pointer, { like: sent });
  return finding(putReplaces.id, step, {
    ...rest,
    verdict: kept.said === "cleared" ? "ERR" : "WARN",
    clause: "what a PUT leaves out goes, as the document says",
    check: left && differs(left, inRequest(CALLS.full, kept.pointer)),
    message: `${rest.operation} keeps ${kept.pointer} when left out, and the document says that it ${kept.said === "cleared" ? "goes then" : "replaces"}`,
    expected: `a thing without ${kept.pointer}`,
    got: `${kept.pointer} is still ${show(kept.value)}`,
    why: "A client that leaves a member out wants to be rid of it, and goes by the document.",
  });
}

/** What the document says that a member is where nothing is sent. */
function defaultOf(schema: Schema | undefined, schemas: Schemas): Json | undefined {
  return schema === undefined ? undefined : keywordOf(schema, "default", schemas);
}

/** What stayed is gone as well, or what was reset is as it was sent. */
function treatedAlike(
  step: Step,
  sent: Json,
  stayed: JsonPointer,
  reset: JsonPointer,
): Condition | undefined {
  const [left, right] = [stayed, reset].map((pointer) =>
    placeOf(step, step.exchange, pointer, { like: sent }),
  );
  if (left === undefined || right === undefined) return undefined;
  const isKept: Condition = {
    kind: "all",
    of: [{ kind: "present", at: right }, equal(right, inRequest(CALLS.full, reset))],
  };
  return either(differs(left, inRequest(CALLS.full, stayed)), isKept);
}

/** The template without members that its schema does not require. */
export function onlyRequired(template: Template, schema: Schema | undefined, schemas: Schemas): Template {
  if (template.kind !== "object") return template;
  const declared = membersOf(schema, schemas);
  const members = Object.entries(template.members)
    .filter(([name]) => declared.get(name)?.required !== false)
    .map(([name, member]) => [name, onlyRequired(member, declared.get(name)?.schema, schemas)]);
  return { kind: "object", members: Object.fromEntries(members) };
}

/** The PUT by which a thing is replaced: its update, or the create where the client chooses the id in the path. */
function putOf({ create, update, resource }: Kind): CallRecipe | undefined {
  const isPut = (recipe: CallRecipe | undefined) => recipe?.operation.startsWith("PUT ") === true;
  if (isPut(update)) return update;
  return isPut(create) && create.operation === `PUT ${resource.itemPath}` ? create : undefined;
}
