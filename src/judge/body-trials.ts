import type { Json } from "#base/json";
import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Random } from "#base/random";
import { unreachable } from "#base/unreachable";
import type { Call } from "#calls/call";
import { replaceAt } from "#calls/replace-in-body";
import type { Reference, Template } from "#calls/template";
import { value } from "#calls/template";
import type { Operation, Schema } from "#openapi/api";
import { isJsonType, requestSchema } from "#openapi/media-type";
import { membersOf } from "#openapi/schema-shape";
import { placeOfChosenId } from "#semantics/chosen-id";
import { type CallRecipe, type CreateRecipe, SELF } from "#semantics/recipe";
import { resourceNamed } from "#semantics/semantics";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import { boundaryValues } from "#values/boundary-values";
import { changeJson } from "#values/change-json";
import { sampleMany } from "#values/sample-arbitrary";
import type { Variation, VariationKind } from "#values/variation";
import { type InputTrial, nameOfTrial } from "./input-trial.js";
import type { Ground } from "./oracle.js";

/** A call of a recipe with one thing changed in its body. */
export interface BodyTrial {
  readonly id: string;
  readonly trial: InputTrial;
  readonly change: (call: Call) => Call;
}

/**
 * Everything that is worth trying with the body of a recipe, the most telling first, and not more than `most`. What
 * says which thing is meant stays as it is: with another value the call could be about a thing that is not ours, or
 * make one that nobody finds again.
 */
export function bodyTrials(
  ground: Ground,
  operation: Operation,
  recipe: CallRecipe | CreateRecipe,
  kinds: readonly VariationKind[],
  most: number,
): readonly BodyTrial[] {
  const { body } = recipe.inputs;
  const schema = requestSchema(operation);
  if (body === undefined || schema === undefined || !isJsonType(body.contentType)) return [];
  const { api, random } = ground.known;
  const base = sampleOf(body.content, schema, ground, operation);
  const fixed = fixedPlaces(ground, operation, recipe, body.content);
  const variations = boundaryValues(schema, base, {
    schemas: api.schemas,
    random: random.derive(`boundaries of ${operation.key}`),
  }).filter(({ kind, pointer, keyword }) => {
    const template = templateAt(body.content, pointer);
    // What a reference may be depends on what is there, but whether it is there at all does not.
    const isOpen = template?.kind !== "reference" || keyword === "required" || kind === "forbidden";
    return kinds.includes(kind) && isOpen && !fixed.some((place) => touches(pointer, place));
  });
  return chosen(variations, most).flatMap((variation) => trialsOf(variation));
}

/**
 * Random bodies: `count` that are valid, of every shape that the schema allows, and as many with one thing wrong. What
 * says which thing is meant, and what refers to others, is kept.
 */
export function randomBodyTrials(
  ground: Ground,
  operation: Operation,
  recipe: CallRecipe | CreateRecipe,
  count: number,
  random: Random,
): readonly BodyTrial[] {
  const { body } = recipe.inputs;
  const schema = requestSchema(operation);
  if (body === undefined || schema === undefined || !isJsonType(body.contentType)) return [];
  const { schemas } = ground.known.api;
  const arbitrary = arbitraryForSchema(schema, {
    schemas,
    direction: "request",
    operation: operation.key,
    flavour: "wide",
    useExamples: false,
  });
  if (!arbitrary.ok) return [];
  const kept = [
    ...fixedPlaces(ground, operation, recipe, body.content),
    ...leavesIn(body.content).flatMap(({ template, pointer }) =>
      template.kind === "reference" ? [pointer] : [],
    ),
  ];
  const trial = (kind: "open" | "forbidden", keyword: string, label: string, content: Json): BodyTrial => {
    const named = { kind, keyword, place: "", label, lenient: false } as const;
    return {
      id: nameOfTrial(named),
      trial: named,
      change: (call) =>
        call.body === undefined
          ? call
          : { ...call, body: { ...call.body, content: withKept(value(content), call.body.content, kept) } },
    };
  };
  return sampleMany(arbitrary.value, count, random).flatMap((content, index) => {
    const wrong = boundaryValues(schema, content, { schemas, random: random.derive(String(index)) }).filter(
      ({ kind, lenient, pointer }) =>
        kind === "forbidden" && lenient !== true && !kept.some((place) => touches(pointer, place)),
    );
    const one = wrong[random.below(Math.max(wrong.length, 1))];
    const number = `random input ${index + 1}`;
    return [
      trial("open", "random", number, content),
      ...(one === undefined
        ? []
        : [
            trial(
              "forbidden",
              one.keyword,
              `${one.label} at ${one.pointer.replaceAll(":", "")} in ${number}`,
              changeJson(content, one.pointer, one.value),
            ),
          ]),
    ];
  });
}

/** The template with the parts of another one at these places. */
function withKept(template: Template, usual: Template, places: readonly JsonPointer[]): Template {
  let made = template;
  for (const place of places) {
    const part = templateAt(usual, place);
    if (part !== undefined) made = replaceAt(opened(made), place, part);
  }
  return made;
}

function trialsOf(variation: Variation): readonly BodyTrial[] {
  const { kind, keyword, pointer, label, inside } = variation;
  const trial = { kind, keyword, place: pointer, label, lenient: variation.lenient === true } as const;
  const trials = [trialWith(trial, variation.value)];
  return inside === undefined ? trials : [...trials, trialWith({ ...trial, kind: "inside" }, inside)];
}

function trialWith(trial: InputTrial, part: Json | undefined): BodyTrial {
  const change = (call: Call): Call =>
    call.body === undefined
      ? call
      : {
          ...call,
          body: { ...call.body, content: changed(call.body.content, parsePointer(trial.place), part) },
        };
  return { id: nameOfTrial(trial), trial, change };
}

/** What tells most comes first; of each sort one per place, then the next of each. */
const ORDER = [
  "maximum",
  "minimum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "enum",
  "maxLength",
  "type",
  "minLength",
  "format",
  "pattern",
];

/** Habits and extremes are the same everywhere: of each one tells enough, and a few altogether. */
const FEW = 3;

function chosen(variations: readonly Variation[], most: number): readonly Variation[] {
  // That a part may be left out is what clients rely on least; that it may not, most.
  const rank = ({ keyword, kind }: Variation) =>
    keyword === "required" && kind === "forbidden"
      ? -1
      : (ORDER.indexOf(keyword) + ORDER.length + 1) % (ORDER.length + 1);
  const turns = new Map<string, number>();
  const turnOf = ({ pointer, keyword }: Variation) => {
    const key = `${pointer} ${keyword}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return turn;
  };
  const ordered = variations
    .map((variation) => ({ variation, turn: turnOf(variation), rank: rank(variation) }))
    .sort((a, b) => a.turn - b.turn || a.rank - b.rank)
    .map(({ variation }) => variation);
  const usual = ordered.filter(({ kind, lenient }) => kind !== "open" && lenient !== true);
  const few = (rest: readonly Variation[]) =>
    rest
      .filter(({ label }, index) => rest.findIndex((other) => other.label === label) === index)
      .slice(0, FEW);
  return [
    ...usual.slice(0, most),
    ...few(ordered.filter(({ kind, lenient }) => kind === "forbidden" && lenient === true)),
    ...few(ordered.filter(({ kind }) => kind === "open")),
  ];
}

/** The places whose value says which thing is meant, and those that must be equal to each other. */
function fixedPlaces(
  ground: Ground,
  operation: Operation,
  recipe: CallRecipe | CreateRecipe,
  content: Template,
): readonly JsonPointer[] {
  const names = new Map<string, number>();
  for (const { template } of leavesIn(content))
    if (template.kind === "fresh") names.set(template.name, (names.get(template.name) ?? 0) + 1);
  const bound = leavesIn(content)
    .filter(
      ({ template }) =>
        isSelf(template) || (template.kind === "fresh" && (names.get(template.name) ?? 0) > 1),
    )
    .map(({ pointer }) => pointer);
  if (!("identity" in recipe)) return bound;
  const resource = resourceNamed(ground.known.semantics, recipe.resource);
  const chosen = resource === undefined ? undefined : placeOfChosenId(resource, operation, recipe.inputs);
  return [
    ...bound,
    ...(recipe.identity.in === "request body" ? [recipe.identity.pointer] : []),
    ...(chosen?.in === "body" ? [formatPointer([chosen.name])] : []),
  ];
}

function isSelf(template: Template): template is Reference {
  return template.kind === "reference" && template.call === SELF;
}

/** One lies within the other. */
function touches(a: JsonPointer, b: JsonPointer): boolean {
  return `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);
}

function leavesIn(template: Template, pointer = ""): readonly { template: Template; pointer: JsonPointer }[] {
  if (template.kind !== "object") return [{ template, pointer }];
  return Object.entries(template.members).flatMap(([name, member]) =>
    leavesIn(member, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

function templateAt(template: Template, pointer: JsonPointer): Template | undefined {
  let at: Template | undefined = template;
  for (const name of parsePointer(pointer))
    at = at?.kind === "object" && Object.hasOwn(at.members, name) ? at.members[name] : undefined;
  return at;
}

/** The template as a value: what is drawn at run time as its sample, what is referred to as something of its schema. */
function sampleOf(
  template: Template,
  schema: Schema | undefined,
  ground: Ground,
  operation: Operation,
): Json {
  const { api, random, draft } = ground.known;
  const drawn = (name: string) =>
    (schema === undefined
      ? undefined
      : draft(schema, name, random.derive(`sample ${name}`), operation.key)) ?? "x";
  switch (template.kind) {
    case "value":
      return template.value;
    case "fresh":
      return template.sample ?? drawn(template.name);
    case "reference":
      return drawn(template.call);
    case "array":
      return template.items.map((item) => sampleOf(item, undefined, ground, operation));
    case "object": {
      const members = membersOf(schema, api.schemas);
      return Object.fromEntries(
        Object.entries(template.members).map(([name, member]) => [
          name,
          sampleOf(member, members.get(name)?.schema, ground, operation),
        ]),
      );
    }
    default:
      return unreachable(template);
  }
}

/** The template with another part at a place, or without it; values are opened where the place lies within one. */
function changed(template: Template, [first, ...rest]: readonly string[], part: Json | undefined): Template {
  if (first === undefined) return value(part ?? null);
  const open = opened(template);
  if (open.kind === "array") {
    return {
      kind: "array",
      items: open.items.map((item, index) => (String(index) === first ? changed(item, rest, part) : item)),
    };
  }
  if (open.kind !== "object") return template;
  const others = Object.entries(open.members).filter(([name]) => name !== first);
  if (rest.length === 0) {
    const entries: [string, Template][] = part === undefined ? others : [...others, [first, value(part)]];
    return { kind: "object", members: Object.fromEntries(entries) };
  }
  const inner = Object.hasOwn(open.members, first) ? open.members[first] : undefined;
  if (inner === undefined) return template;
  return { kind: "object", members: Object.fromEntries([...others, [first, changed(inner, rest, part)]]) };
}

function opened(template: Template): Template {
  if (template.kind !== "value" || template.value === null || typeof template.value !== "object")
    return template;
  const json = template.value;
  if (Array.isArray(json)) return { kind: "array", items: json.map((item: Json) => value(item)) };
  return {
    kind: "object",
    members: Object.fromEntries(Object.entries(json).map(([name, member]) => [name, value(member as Json)])),
  };
}
