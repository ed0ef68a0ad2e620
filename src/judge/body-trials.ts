import type { Json } from "#base/json";
import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Random } from "#base/random";
import type { Call } from "#calls/call";
import { templateAt } from "#calls/place-template";
import type { Reference, Template } from "#calls/template";
import { value } from "#calls/template";
import type { Operation } from "#openapi/api";
import { isJsonType, requestSchema } from "#openapi/media-type";
import { placeOfChosenId } from "#semantics/chosen-id";
import { keepingOf } from "#semantics/habits";
import { type CallRecipe, type CreateRecipe, SELF } from "#semantics/recipe";
import { resourceNamed } from "#semantics/semantics";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import { boundaryValues } from "#values/boundary-values";
import { changeJson } from "#values/change-json";
import { sampleMany } from "#values/sample-arbitrary";
import type { Variation, VariationKind } from "#values/variation";
import { type InputTrial, nameOfTrial } from "./input-trial.js";
import type { Ground } from "./oracle.js";
import { changeTemplate, leavesIn, sampleOf, withKept } from "./vary-template.js";

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
  // What the service makes itself it need not even read.
  const keeping = keepingOf(ground.habits, recipe.resource);
  const variations = boundaryValues(schema, base, {
    schemas: api.schemas,
    random: random.derive(`boundaries of ${operation.key}`),
  })
    .filter(({ kind, pointer, keyword }) => {
      const template = templateAt(body.content, pointer);
      // What a reference may be depends on what is there, but whether it is there at all does not.
      const isOpen = template?.kind !== "reference" || keyword === "required" || kind === "forbidden";
      const isOurs = isOpen && !fixed.some((place) => touches(pointer, place));
      return kinds.includes(kind) && isOurs && !keeping.makes(pointer);
    })
    .filter((variation) => !isPatching(variation, body.contentType));
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
    const wrong = boundaryValues(schema, content, { schemas, random: random.derive(String(index)) })
      .filter(
        ({ kind, lenient, pointer }) =>
          kind === "forbidden" && lenient !== true && !kept.some((place) => touches(pointer, place)),
      )
      .filter((variation) => !isPatching(variation, body.contentType));
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

/** In a merge patch (RFC 7396) what is left out stays as it is, and null takes away: schemas speak of the thing itself. */
function isPatching({ keyword, value: sent }: Variation, contentType: string): boolean {
  return /^application\/merge-patch\+json\b/i.test(contentType) && (keyword === "required" || sent === null);
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
          body: { ...call.body, content: changeTemplate(call.body.content, parsePointer(trial.place), part) },
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
