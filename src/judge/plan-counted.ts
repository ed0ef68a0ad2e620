import { isArray, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { type JsonPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { Call } from "#calls/call";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { OperationKey } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { membersOf } from "#openapi/schema-shape";
import type { Made } from "#semantics/recipe";
import type { Change } from "#semantics/semantics";
import { wayTo } from "#semantics/way-to";
import { nameWords } from "#values/name-words";
import { changeCall } from "./change-call.js";
import type { Ground } from "./oracle.js";
import { actionsOf, type Kind, Situation } from "./situation.js";

/** A thing that one operation writes to, and another that the other does. */
export const SIDES = [
  { make: "make it", look: "look", write: "write", lookAfter: "look at what is written" },
  {
    make: "make another",
    look: "look at the other",
    write: "write to the other",
    lookAfter: "look at what is written to the other",
  },
] as const;

export const ON_THE_WAY = "bring it there:";

/** So many pairs of operations of a kind are compared. */
const MOST = 2;

/**
 * Two operations, each on a thing of its own. Updates are compared where the document shows a version; actions where one
 * was seen to leave out what at least two others write down. Else there is nothing to compare, and nothing is called.
 */
export function planCounted(ground: Ground, kind: Kind, oracle: string): readonly PlannedSequence[] {
  if (kind.resource.read[0] === undefined) return [];
  return [...pairsOfUpdates(ground, kind), ...pairsOfActions(ground, kind)].slice(0, MOST).flatMap((pair) => {
    const situation = new Situation(ground, kind);
    let first: Made | undefined;
    for (const [index, side] of SIDES.entries()) {
      const operation = pair[index] ?? "";
      const things = first === undefined ? situation.make(side.make) : situation.makeBeside(side.make, first);
      first ??= things;
      for (const step of wayTo(ground.rules, kind.resource.name, operation) ?? [])
        situation.add(situation.acting(`${ON_THE_WAY} ${side.make} ${step}`, step, things));
      const write = writeCall(ground, situation, operation, side.write, things);
      if (write === undefined) return [];
      situation.look(side.look, things);
      situation.add(write);
      situation.look(side.lookAfter, things);
    }
    return [situation.build(oracle, `compare ${pair.join(" and ")}`, pair.join(" and "))];
  });
}

function writeCall(
  { known }: Ground,
  situation: Situation,
  operation: OperationKey,
  id: string,
  things: Made,
): Call | undefined {
  const isUpdate = situation.kind.resource.update.includes(operation);
  return isUpdate
    ? changeCall(situation, known.api, operation, id, things)
    : situation.acting(id, operation, things);
}

type Pair = readonly [OperationKey, OperationKey];

function pairsOfUpdates({ known }: Ground, { resource }: Kind): readonly Pair[] {
  const [first, ...others] = resource.update;
  const [read] = resource.read;
  if (first === undefined || read === undefined) return [];
  const whole = membersOf(successSchema(operationOf(known.api, read)), known.api.schemas);
  const inner = [...whole.values()].flatMap(({ schema }) => [...membersOf(schema, known.api.schemas).keys()]);
  return [...whole.keys(), ...inner].some(isVersionName) ? others.map((other) => [first, other]) : [];
}

function pairsOfActions(ground: Ground, { resource }: Kind): readonly Pair[] {
  const actions = actionsOf(ground, resource).map(({ operation }) => ({
    operation,
    changes: ground.known.semantics.operations[operation]?.proof?.changes ?? [],
  }));
  return actions.flatMap(({ operation, changes }): Pair[] => {
    const missed = actions
      .flatMap((other) => other.changes)
      .map(({ field }) => field)
      .find((field) => {
        const others = actions.filter((other) => writesDown(other.changes, field, changes));
        return !changes.some((change) => change.field === field) && others.length > 1;
      });
    const other = actions.find((one) => missed !== undefined && writesDown(one.changes, missed, changes));
    return other === undefined ? [] : [[operation, other.operation]];
  });
}

/** What changed the same state, and was written down. */
function writesDown(changes: readonly Change[], field: JsonPointer, others: readonly Change[]): boolean {
  const isSameKind = changes.some(
    (change) => isState(change) && others.some((other) => other.field === change.field && isState(other)),
  );
  return isSameKind && changes.some((change) => change.field === field && isWrittenDown(change, changes));
}

/** A list has one entry more: a history by its name, or one that says the new state. */
export function isWrittenDown({ field, before, after }: Change, changes: readonly Change[]): boolean {
  if (!isArray(before) || !isArray(after) || after.length !== before.length + 1) return false;
  const added = jsonEqual(after.slice(1), before) ? after[0] : after.at(-1);
  const told = changes.filter(isState).map((change) => change.after);
  return isLogName(parsePointer(field).at(-1) ?? "") || told.some((state) => says(added, state));
}

function says(entry: Json | undefined, state: Json): boolean {
  if (entry === undefined || entry === null || typeof entry !== "object")
    return jsonEqual(entry ?? null, state);
  return Object.values(entry).some((part) => jsonEqual(part ?? null, state));
}

export function isState({ before, after }: Change): boolean {
  const isText = typeof after === "string" && typeof before === "string" && !looksLikeDate(after);
  return isText || (typeof before === "boolean" && typeof after === "boolean");
}

export function isVersionName(name: string): boolean {
  return ["version", "revision", "rev"].includes(nameWords(name).at(-1) ?? "");
}

function isLogName(name: string): boolean {
  return nameWords(name).some((word) => LOGS.has(word));
}

const LOGS = new Set("history log logs events audit timeline trail journal activity transitions".split(" "));
