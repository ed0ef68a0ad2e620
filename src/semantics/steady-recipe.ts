import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { refusedFor } from "#calls/refusal-kind";
import { replaceAt } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import type { Template } from "#calls/template";
import { type TemplateLeaf, templateLeaves } from "#calls/template-leaves";
import type { Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { memberSchemaAt } from "#openapi/schema-shape";
import { spanPart, spanPlace } from "#values/span";
import { chosenId } from "./chosen-id.js";
import { isTaken } from "./is-taken.js";
import { leastNumber } from "./least-number.js";
import { loosenNumbers } from "./loosen-numbers.js";
import type { Probe } from "./probe.js";
import { membersNamed } from "./read-refusal.js";
import { type CreateRecipe, callFromRecipe, type Made, SELF } from "./recipe.js";
import { isStateConflict } from "./refused-call.js";
import type { Resource } from "./semantics.js";
import { isDate, withShortSpans } from "./short-spans.js";

/** So many creations in a row with other values make a recipe steady. */
const REPEATS = 2;

/** Of a number that may be taken from something, there is enough for the first few. */
const REPEATS_OF_AMOUNTS = 6;

/** Which of two dates is the later one is a toss: six in a row are seldom right by chance. */
const REPEATS_OF_DATES = 5;

/** What is made on other things each time takes many calls more. */
const REPEATS_ON_OTHERS = 3;

/** What stands in something that is limited is made small, and yet so that a few others have room in it in turn. */
const ROOM = 19;

/** What a refusal says is said at its beginning. */
const MOST_READ = 4_000;

/** How often a recipe is mended before it is taken as it is. */
const MENDS = 4;

/**
 * A recipe that works again and again. What worked once may fail with other values: a number was by chance in a
 * range that the document does not tell, or a text that must be unique stayed the same. Such a number is then kept
 * as it was, or made as small as may be where it may be taken from what the thing names; such a text is drawn anew.
 */
export async function steadyRecipe(
  probe: Probe,
  resource: Resource,
  found: CreateRecipe,
  /** The call that worked. */
  first: string,
  made: Made,
  exchanges: Exchange[],
  /** Makes what it needs anew. */
  remake?: () => Promise<Made | undefined>,
): Promise<CreateRecipe> {
  const worked = exchanges.find(({ call }) => call.id === first);
  if (worked === undefined) return found;
  let recipe = found;
  let turn = 0;
  let others: Made | undefined;
  /** What it names serves for one only, so each is made on others. */
  let isOnce = false;
  let isTakenFrom = resource.parents.some(({ via }) => via.kind === "body");
  for (let mends = 0; mends <= MENDS; mends++) {
    let refused: Exchange | undefined;
    const accepted: Exchange[] = [];
    const hasAmounts = takesAmounts(resource, recipe, worked);
    const usual = hasAmounts ? REPEATS_OF_AMOUNTS : tossesDates(recipe) ? REPEATS_OF_DATES : REPEATS;
    const repeats = isOnce ? Math.min(usual, REPEATS_ON_OTHERS) : usual;
    for (let repeat = 0; repeat < repeats && refused === undefined; repeat++) {
      // What one room has beds for may be too many for another.
      if (hasAmounts && repeat === REPEATS) others ??= await remake?.();
      if (isOnce) others = (await remake?.()) ?? others;
      const needs = repeat < REPEATS && !isOnce ? made : (others ?? made);
      const exchange = await createOnce(probe, resource, recipe, needs, exchanges, ++turn);
      if (exchange === undefined) return found;
      if (succeeded(exchange)) accepted.push(exchange);
      else refused = exchange;
    }
    if (refused === undefined) {
      const seen = withNumbersSeen(probe, resource, recipe, [worked, ...accepted]);
      // What is taken from something is kept small.
      if (hasAmounts || isTakenFrom) return seen;
      const tried = exchanges
        .map(({ call }) => call)
        .filter(({ operation }) => operation === recipe.operation);
      return loosenNumbers(probe.api, seen, tried, async (other) =>
        succeeded(await createOnce(probe, resource, other, made, exchanges, ++turn)),
      );
    }
    // Nothing that it sends of its own could be what is taken: it is what it names.
    if (!isOnce && remake !== undefined && saysTaken(refused) && namesOnly(probe, resource, recipe)) {
      isOnce = true;
      recipe = {
        ...recipe,
        needs: recipe.needs.map((need) => (need.byPath ? need : { ...need, once: true })),
      };
      continue;
    }
    // Also what a thing stands below may have room for so much and no more.
    isTakenFrom ||= resource.parents.length > 0 && isStateConflict(refused);
    const mended = mend(probe, resource, recipe, worked, refused, isTakenFrom);
    if (mended === undefined) break;
    recipe = mended;
  }
  return found;
}

/**
 * Numbers are drawn between those that were accepted: a bound that the document does not tell would be met sooner or later,
 * and then nobody knows what was refused.
 */
function withNumbersSeen(
  probe: Probe,
  resource: Resource,
  recipe: CreateRecipe,
  accepted: readonly Exchange[],
): CreateRecipe {
  const { body } = recipe.inputs;
  if (body === undefined) return recipe;
  const own = ownId(probe, resource, recipe);
  let { content } = body;
  for (const { pointer, template } of templateLeaves(content)) {
    const sent = accepted.map((exchange) => sentAt(exchange, pointer));
    if (template.kind !== "fresh" || template === own || !sent.every((one) => typeof one === "number"))
      continue;
    const [minimum, maximum] = [Math.min(...sent), Math.max(...sent)];
    const schema = { allOf: [template.schema ?? {}, { minimum, maximum }] };
    if (minimum < maximum) content = replaceAt(content, pointer, { ...template, schema });
  }
  return { ...recipe, inputs: { ...recipe.inputs, body: { ...body, content } } };
}

/** It draws a number, and names something that the number may be taken from. */
function takesAmounts(resource: Resource, { inputs }: CreateRecipe, worked: Exchange): boolean {
  const namesOther = resource.parents.some(({ via }) => via.kind === "body");
  const leaves = inputs.body === undefined ? [] : templateLeaves(inputs.body.content);
  const isAmount = ({ template, pointer }: TemplateLeaf) =>
    template.kind === "fresh" && typeof sentAt(worked, pointer) === "number";
  return namesOther && leaves.some(isAmount);
}

/** Two dates are drawn without regard to each other: no begin and end of a stretch of time, in which an order is seen to. */
function tossesDates({ inputs }: CreateRecipe): boolean {
  const leaves = inputs.body === undefined ? [] : templateLeaves(inputs.body.content);
  const isEnd = leaves
    .filter(({ template }) => template.kind === "fresh" && template.form === undefined && isDate(template))
    .map(({ pointer }) => spanPlace(parsePointer(pointer))?.part === "end");
  return new Set(isEnd).size < isEnd.length;
}

async function createOnce(
  probe: Probe,
  resource: Resource,
  recipe: CreateRecipe,
  made: Made,
  exchanges: Exchange[],
  turn: number,
): Promise<Exchange | undefined> {
  const call = callFromRecipe(`${recipe.operation} again ${turn}`, recipe, made);
  const operation = operationOf(probe.api, recipe.operation);
  if (await isTaken(probe, resource, operation, call, made, exchanges)) return undefined;
  const exchange = await probe.send(call, exchanges);
  exchanges.push(exchange);
  if (succeeded(exchange)) {
    const thing = { call: call.id, identity: recipe.identity };
    probe.onCreated(resource, new Map([...made, [SELF, thing]]), exchanges);
  }
  return exchange;
}

/** The id that the recipe chooses, where it chooses one. */
function ownId(
  { api }: Probe,
  resource: Resource,
  { operation, inputs }: CreateRecipe,
): Template | undefined {
  return chosenId(resource, operationOf(api, operation), { id: "", operation, ...inputs });
}

/** Undefined where nothing is left to try. */
function mend(
  probe: Probe,
  resource: Resource,
  recipe: CreateRecipe,
  worked: Exchange,
  refused: Exchange,
  isTakenFrom: boolean,
): CreateRecipe | undefined {
  const { body } = recipe.inputs;
  if (body === undefined) return undefined;
  const own = ownId(probe, resource, recipe);
  const leaves = templateLeaves(body.content).filter(({ template }) => template !== own);
  const names = leaves.map(({ pointer }) => parsePointer(pointer).at(-1) ?? "");
  const named = new Set(membersNamed(refused, names));
  const spans = withShortSpans(recipe.inputs);
  const isAboutDates = named.size === 0 || [...named].some((name) => spanPart(name) !== undefined);
  if (spans !== undefined && isAboutDates) return { ...recipe, inputs: spans };
  const concerns = ({ pointer }: TemplateLeaf) => named.has(parsePointer(pointer).at(-1) ?? "");
  const texts = leaves.filter(
    ({ template }) => template.kind === "value" && typeof template.value === "string",
  );
  const namesOther = resource.parents.some(({ via }) => via.kind === "body");
  const littleOf = ({ template }: TemplateLeaf, sent: number) => {
    if (!isTakenFrom || template.kind !== "fresh" || template.schema === undefined) return undefined;
    const least = leastNumber(template.schema as Schema, probe.api);
    return least === undefined || namesOther ? least : Math.min(sent, least + ROOM);
  };
  // What was made as small as may be, in vain, is taken back.
  const isShrunk = ({ template, pointer }: TemplateLeaf) =>
    template.kind === "value" &&
    typeof template.value === "number" &&
    template.value !== sentAt(worked, pointer);
  const fresh = leaves.filter((leaf) => leaf.template.kind === "fresh" || isShrunk(leaf));
  const numbers = fresh.filter(({ pointer }) => typeof sentAt(worked, pointer) === "number");
  const first = (...choices: readonly (readonly TemplateLeaf[])[]) =>
    choices.find((choice) => choice.length > 0) ?? [];
  const { api } = probe;
  const declared = requestSchema(operationOf(api, recipe.operation));
  const schemaAt = (pointer: JsonPointer) => memberSchemaAt(declared, parsePointer(pointer), api.schemas);
  // A conflict that speaks of nothing that is taken, nor of a text that stays the same, may be about how much.
  const mayBeTaken =
    saysTaken(refused) || (isConflict(refused) && (numbers.length === 0 || texts.some(concerns)));
  const isTakenText = mayBeTaken && texts.length > 0;
  const chosen = isTakenText
    ? first(texts.filter(concerns), texts)
    : first(fresh.filter(concerns), numbers, fresh);
  if (chosen.length === 0) return undefined;
  const content = chosen.reduce((template: Template, leaf) => {
    const { pointer } = leaf;
    const sent = sentAt(worked, pointer);
    if (sent === undefined) return template;
    const name = parsePointer(pointer).at(-1) ?? "value";
    const by: Template = isTakenText
      ? {
          kind: "fresh",
          name,
          sample: sent,
          schema: schemaAt(pointer) ?? { type: "string" },
          at: `${recipe.operation}#${pointer}`,
        }
      : { kind: "value", value: typeof sent === "number" ? (littleOf(leaf, sent) ?? sent) : sent };
    return replaceAt(template, pointer, by);
  }, body.content);
  return { ...recipe, inputs: { ...recipe.inputs, body: { ...body, content } } };
}

/** It names several things, and whatever text it sends is drawn anew: a grade for an enrolment and an assignment. */
function namesOnly(probe: Probe, resource: Resource, recipe: CreateRecipe): boolean {
  const named = resource.parents.filter(({ via }) => via.kind === "body");
  const own = ownId(probe, resource, recipe);
  const leaves = recipe.inputs.body === undefined ? [] : templateLeaves(recipe.inputs.body.content);
  const isFixedText = ({ template }: TemplateLeaf) =>
    template !== own && template.kind === "value" && typeof template.value === "string";
  return named.length > 1 && !leaves.some(isFixedText);
}

function isConflict(exchange: Exchange): boolean {
  return refusedFor(exchange, "conflict");
}

function saysTaken({ outcome }: Exchange): boolean {
  if (outcome.kind === "none" || (outcome.body.kind !== "json" && outcome.body.kind !== "text")) return false;
  const said = outcome.body.text.slice(0, MOST_READ).replaceAll(/(not|n't|never) exist/gi, "");
  return /already|exist|taken|duplicate|unique|in use/i.test(said);
}

function sentAt({ request }: Exchange, pointer: JsonPointer) {
  return getAtPointer(request.inputs.body?.content, pointer);
}
