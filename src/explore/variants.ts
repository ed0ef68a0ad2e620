import { isObject, type Json, property } from "#base/json";
import type { CallInputs } from "#calls/call";
import { type Template, value } from "#calls/template";
import { requestSchema } from "#openapi/media-type";
import { membersOf } from "#openapi/schema-shape";
import { SELF } from "#semantics/recipe";
import { valuesIn } from "./compare-states.js";
import type { Card, Ground } from "./ground.js";
import { chosenIdField } from "./guard.js";
import { smallerValue, smallestValue } from "./smallest-value.js";

/**
 * Ways to call an operation that services answer differently: with the smallest inputs that its schema allows, with
 * inputs that are known to work, with what a create sends, with all there is to send, with texts left empty, and about a
 * thing that is not there. Small ones first: what they show needs no shrinking.
 */
export function variantsOf(card: Card, ground: Ground): readonly CallInputs[] {
  const smallest = smallestInputs(card, ground);
  const working = workingInputs(card, ground);
  const blank = smallest && blankInputs(smallest);
  const absent = absentInputs(card, ground, smallest ?? working);
  const telling = tellingInputs(card, ground, smallest);
  const all = [smallest, working, telling, fullestInputs(card, ground), blank, absent].filter(
    (inputs) => inputs !== undefined,
  );
  const names = all.map((inputs) => JSON.stringify(inputs));
  return all.filter((_, index) => names.indexOf(names[index] ?? "") === index);
}

/** Inputs that are known to work, for a thing that is made as small as it can be. */
export function workingInputs(card: Card, { smallest }: Ground): CallInputs {
  return card.semantics === "CREATE" ? (smallest.get(card.resource.name) ?? card.inputs) : card.inputs;
}

/** Where nothing needs to be sent, what a create sends: a change of nothing tells little. */
function tellingInputs(
  card: Card,
  { world, book }: Ground,
  smallest: CallInputs | undefined,
): CallInputs | undefined {
  const { body } = card.inputs;
  const least = smallest?.body?.content;
  const isEmpty = least?.kind === "value" && isObject(least.value) && Object.keys(least.value).length === 0;
  const created = book.creates.get(card.resource.name)?.inputs.body?.content;
  if (body === undefined || !isEmpty || card.semantics === "CREATE" || created?.kind !== "object")
    return undefined;
  const declared = membersOf(requestSchema(card.operation), world.api.schemas);
  const members = Object.entries(created.members).filter(
    ([name, member]) => declared.has(name) && member.kind !== "reference",
  );
  if (members.length === 0) return undefined;
  return {
    ...card.inputs,
    body: { ...body, content: { kind: "object", members: Object.fromEntries(members) } },
  };
}

/** An update with as much as its schema has room for. Drafts leave optional members out now and then: the fullest of some. */
export function fullestInputs(card: Card, { world }: Ground): CallInputs | undefined {
  const { inputs, operation, semantics } = card;
  const schema = requestSchema(operation);
  if (semantics !== "UPDATE" || inputs.body === undefined || schema === undefined) return undefined;
  const random = world.random.derive(`fullest ${operation.key}`);
  const drafts = [...Array(DRAFTS).keys()].flatMap(
    (index) => world.draft(schema, "body", random.derive(String(index)), operation.key) ?? [],
  );
  const [fullest] = drafts.toSorted((a, b) => valuesIn(b) - valuesIn(a));
  if (fullest === undefined) return undefined;
  const isFull = (json: Json) => valuesIn(json) >= valuesIn(fullest);
  const small = smallerValue(fullest, world.api, schema, isFull);
  return { ...inputs, body: { ...inputs.body, content: withBound(value(small), inputs.body.content) } };
}

const DRAFTS = 16;

/** Every text of the body left empty, whether the schema allows it or not. */
function blankInputs(inputs: CallInputs): CallInputs {
  const { body } = inputs;
  if (body?.content.kind !== "value") return inputs;
  return { ...inputs, body: { ...body, content: value(withBlankTexts(body.content.value)) } };
}

function withBlankTexts(json: Json): Json {
  if (typeof json === "string") return "";
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, withBlankTexts(member)]));
}

/** The body as small as its schema allows; what refers to things still does. Undefined where there is no body. */
export function smallestInputs(card: Card, { world }: Ground): CallInputs | undefined {
  const { inputs, operation } = card;
  const schema = requestSchema(operation);
  if (inputs.body === undefined || schema === undefined) return undefined;
  const id = chosenIdField(card.resource, membersOf(schema, world.api.schemas).keys());
  // Nothing could delete it again: an empty segment is no segment of a path.
  const isAllowed = (body: Json) => id === undefined || property(body, id) !== "";
  const small = smallestValue(world, schema, "body", operation.key, isAllowed);
  if (small === undefined) return undefined;
  return { ...inputs, body: { ...inputs.body, content: withBound(value(small), inputs.body.content) } };
}

/** What the working body refers to, in the small one too: it tells which thing is meant. */
function withBound(small: Template, working: Template): Template {
  if (small.kind !== "value" || !isObject(small.value) || working.kind !== "object") return small;
  const bound = Object.entries(working.members).filter(([, member]) => member.kind === "reference");
  if (bound.length === 0) return small;
  const members = Object.entries(small.value).map(([name, member]) => [name, value(member)] as const);
  return { kind: "object", members: Object.fromEntries([...members, ...bound]) };
}

/** The same with ids that nobody has, where the small ones are somebody's. */
export function withFreshIds(card: Card, inputs: CallInputs): CallInputs {
  const path = Object.entries(inputs.path).map(([name, input]): [string, Template] => {
    const declared = card.operation.parameters.find((one) => one.in === "path" && one.name === name);
    if (input.kind !== "value") return [name, input];
    return [name, { kind: "fresh", name, sample: input.value, schema: declared?.schema ?? true }];
  });
  return { ...inputs, path: Object.fromEntries(path) };
}

/** The path names a thing that is not there; whether that is so is looked up before the call is made. */
function absentInputs(card: Card, { world }: Ground, inputs: CallInputs): CallInputs | undefined {
  const own = Object.entries(inputs.path).filter(
    ([, input]) => input.kind === "reference" && input.call === SELF,
  );
  if (own.length === 0) return undefined;
  const path = { ...inputs.path };
  for (const [name] of own) {
    const schema = card.operation.parameters.find(
      (parameter) => parameter.in === "path" && parameter.name === name,
    )?.schema;
    const id = smallestValue(world, schema ?? true, name, card.operation.key, (json) => json !== "");
    if (id === undefined || id === null || typeof id === "object") return undefined;
    path[name] = value(id === "" ? "0" : id);
  }
  return { ...inputs, path };
}
