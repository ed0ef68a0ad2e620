import { isArray, type Json } from "#base/json";
import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { placeTemplate, templateAt } from "#calls/place-template";
import { type Template, value } from "#calls/template";
import type { Api, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { leastNumber } from "./least-number.js";
import type { CreateRecipe } from "./recipe.js";
import { singular } from "./singular.js";

/** Of a number that there is too little of, so much is enough for most. */
const PLENTY = 1000;

/** So many of the choices of a member are worth a try. */
const MOST_CHOICES = 4;

/**
 * Recipes for the same thing that are other in what a refusal speaks of, by its name or by its value: what only some get
 * is offered to all (`requires tier platinum`), what there is none of is there (`not enough stock`), and what is off is on.
 */
export function otherwiseMade(recipe: CreateRecipe, said: string, api: Api): readonly CreateRecipe[] {
  return placesSaid(recipe, said, api).flatMap(({ pointer, required, schema, sent }) => {
    const without = sent === undefined || required ? [] : [withoutMember(recipe, pointer)];
    const others = otherValues(schema, sent, api).map((other) => withMember(recipe, pointer, value(other)));
    const isNumber = ["integer", "number"].some((type) => typesOf(schema, api.schemas).has(type));
    return isNumber ? [...others, ...without] : [...without, ...others];
  });
}

/** The recipe with as little as may be of every number that the refusal speaks of, and of what it costs. */
export function madeForLess(recipe: CreateRecipe, said: string, api: Api): CreateRecipe {
  return placesSaid(recipe, `${said} ${COSTS}`, api).reduce((known, { pointer, schema, sent }) => {
    const least = sent === undefined ? undefined : leastNumber(schema, api);
    return least === undefined ? known : withMember(known, pointer, value(least));
  }, recipe);
}

/** `Not enough points` does not say for what. */
const COSTS = "price cost fee fare charge";

interface Place {
  readonly pointer: JsonPointer;
  readonly required: boolean;
  readonly schema: Schema;
  /** Undefined where the recipe does not send it. */
  readonly sent: Template | undefined;
}

function placesSaid(recipe: CreateRecipe, said: string, api: Api): readonly Place[] {
  const { body } = recipe.inputs;
  if (body === undefined || recipe.found === true) return [];
  const words = new Set(wordsOf(said));
  const own = new Set(nameWords(recipe.resource).map(singular));
  const { path, members } = payloadOf(requestSchema(operationOf(api, recipe.operation)), api.schemas);
  return [...members].flatMap(([name, { required, schema }]): Place[] => {
    const pointer = formatPointer([...path, name]);
    const sent = templateAt(body.content, pointer);
    const isFixed = sent?.kind === "reference" || keywordOf(schema, "readOnly", api.schemas) === true;
    const isNamed = wordsOf(name).some((word) => !own.has(word) && !VAGUE.has(word) && words.has(word));
    const isQuoted =
      sent?.kind === "value" &&
      typeof sent.value === "string" &&
      sent.value.length > 2 &&
      wordsOf(sent.value).every((word) => words.has(word));
    return !isFixed && (isNamed || isQuoted) ? [{ pointer, required, schema, sent }] : [];
  });
}

/** Words that members of all kinds have, and refusals of all kinds. */
const VAGUE = new Set("is has id name title description note type of at on in for the per be".split(" "));

function wordsOf(text: string): readonly string[] {
  return text
    .slice(0, 2_000)
    .split(/[^A-Za-z0-9]+/)
    .flatMap((word) => nameWords(word).map(singular));
}

function otherValues(schema: Schema, sent: Template | undefined, api: Api): readonly Json[] {
  const now = sent?.kind === "value" ? sent.value : undefined;
  const types = typesOf(schema, api.schemas);
  if (types.has("boolean")) return typeof now === "boolean" ? [!now] : [true];
  const choices = keywordOf(schema, "enum", api.schemas);
  if (isArray(choices))
    return choices.filter((choice) => choice !== now && choice !== null).slice(0, MOST_CHOICES);
  const least = leastNumber(schema, api);
  if (least === undefined) return [];
  const most = keywordOf(schema, "maximum", api.schemas);
  const step = keywordOf(schema, "multipleOf", api.schemas);
  const plenty = Math.min(typeof most === "number" ? most : PLENTY, Math.max(PLENTY, least));
  const enough = typeof step === "number" && step > 0 ? Math.floor(plenty / step) * step : plenty;
  return [...(sent === undefined ? [] : [least]), enough].filter((number) => number !== now);
}

function withMember(recipe: CreateRecipe, pointer: JsonPointer, by: Template): CreateRecipe {
  const { body } = recipe.inputs;
  if (body === undefined) return recipe;
  const content = placeTemplate(body.content, pointer, by);
  return { ...recipe, inputs: { ...recipe.inputs, body: { ...body, content } } };
}

function withoutMember(recipe: CreateRecipe, pointer: JsonPointer): CreateRecipe {
  const { body } = recipe.inputs;
  const way = parsePointer(pointer);
  const around = formatPointer(way.slice(0, -1));
  const holder = body && templateAt(body.content, around);
  if (holder?.kind !== "object") return recipe;
  const left = Object.entries(holder.members).filter(([name]) => name !== way.at(-1));
  return withMember(recipe, around, { kind: "object", members: Object.fromEntries(left) });
}
