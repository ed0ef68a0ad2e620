import { formatPointer, parsePointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { replaceInBody } from "#calls/replace-in-body";
import { value } from "#calls/template";
import { templateLeaves } from "#calls/template-leaves";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { keywordOf, memberSchemaAt } from "#openapi/schema-shape";
import { type Subject, subjectsOf } from "#semantics/experiments/subject";
import { createThing } from "#semantics/experiments/supply";
import type { RecipeBook } from "#semantics/find-recipes";
import type { Habits, LeftOut } from "#semantics/habits";
import { idFieldsOf } from "#semantics/id-fields";
import type { Semantics } from "#semantics/semantics";
import { addedTo } from "./added-to.js";
import { leftOutIn } from "./left-out.js";
import { madeMembers } from "./made-members.js";
import { openLab } from "./open-lab.js";
import type { World } from "./world.js";
import { writesSeen } from "./writes-seen.js";

/** So many kinds of things are made with nothing but zero and false. */
const MOST = 3;

/**
 * What the service does with all that it is sent, from what learning has seen. Only where zero or false was never shown is
 * the service asked: by things whose numbers are zero and whose flags are off.
 */
export async function learnHabits(
  world: World,
  book: RecipeBook,
  seen: readonly Exchange[],
): Promise<{ readonly habits: Habits; readonly exchanges: readonly Exchange[] }> {
  const { semantics } = world;
  const asked: Exchange[] = [];
  const left = () => leftOutIn(writesSeen([...seen, ...asked], semantics));
  const candidates = subjectsOf(world, book).flatMap((subject) => {
    const inputs = withNothing(world, subject, left().open);
    return inputs === undefined || subject.resource.delete.length === 0 ? [] : [{ subject, inputs }];
  });
  for (const { subject, inputs } of candidates.slice(0, MOST)) {
    if (left().open.length === 0) break;
    const turn = { number: 1, knows: () => false, rules: () => [] } as const;
    const lab = openLab(world, book, `habits of ${subject.resource.name}`, turn, (one) => asked.push(one));
    if (!lab.isOver) await createThing(lab, { ...subject, recipe: { ...subject.recipe, inputs } });
    await world.cleanUp();
  }
  const all = [...seen, ...asked];
  const writes = writesSeen(all, semantics);
  const { makes, sets } = madeMembers(writes);
  return {
    habits: {
      leavesOut: left().leavesOut,
      makes: withIds(makes, semantics, book),
      sets,
      adds: addedTo(writes),
    },
    exchanges: asked,
  };
}

/** An id that the service gives is its own, also where an update sends it back. */
function withIds(makes: Habits["makes"], { resources }: Semantics, { creates }: RecipeBook): Habits["makes"] {
  const given = resources.flatMap((resource) => {
    const recipe = creates.get(resource.name);
    const [field] = idFieldsOf(resource, recipe?.identity);
    const isGiven = resource.idSource === "server" && recipe?.identity.in === "response body";
    return isGiven && field !== undefined ? [[resource.name, formatPointer([field])] as const] : [];
  });
  const added = given.map(([name, id]) => [name, [...(makes[name] ?? []), id]] as const);
  return { ...makes, ...Object.fromEntries(added) };
}

/** The inputs of a create with zero and false wherever the document allows them; undefined where it does so nowhere. */
function withNothing(
  { api }: World,
  { recipe: { operation, inputs } }: Subject,
  kinds: readonly LeftOut[],
): CallInputs | undefined {
  const schema = requestSchema(operationOf(api, operation));
  const leaves = inputs.body === undefined ? [] : templateLeaves(inputs.body.content);
  let changed = inputs;
  for (const { pointer, template } of leaves) {
    const sample =
      template.kind === "value" ? template.value : template.kind === "fresh" ? template.sample : null;
    const member = memberSchemaAt(schema, parsePointer(pointer), api.schemas);
    const keyword = (name: string) =>
      member === undefined ? undefined : keywordOf(member, name, api.schemas);
    const isZeroAllowed =
      Number(keyword("minimum") ?? 0) <= 0 &&
      keyword("enum") === undefined &&
      typeof (keyword("exclusiveMinimum") ?? false) !== "number";
    if (typeof sample === "boolean" && kinds.includes("false"))
      changed = { ...changed, ...replaceInBody(changed, pointer, value(false)) };
    if (typeof sample === "number" && kinds.includes("zero") && isZeroAllowed)
      changed = { ...changed, ...replaceInBody(changed, pointer, value(0)) };
  }
  return changed === inputs ? undefined : changed;
}
