import { isArray, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { templateAt } from "#calls/place-template";
import { replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import type { Api, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { plainRecipe } from "./plain-recipe.js";
import type { Probe } from "./probe.js";
import { type CallRecipe, type CreateRecipe, callFromRecipe, type Made } from "./recipe.js";
import type { Resource } from "./semantics.js";
import { namesStatus } from "./status-name.js";

/**
 * Of a few choices an update often makes the one that things are made with, and then nobody sees whether it was stored.
 * So every other choice is tried once; it is kept beside the update where it is accepted, and the thing can be read after it.
 */
export async function otherThanCreated(
  probe: Probe,
  resource: Resource,
  update: CallRecipe,
  create: CreateRecipe,
  made: Made,
  exchanges: Exchange[],
): Promise<CallRecipe> {
  const [read] = resource.read;
  const otherwise = withOtherChoices(probe.api, update, create);
  if (otherwise === undefined || read === undefined) return update;
  const send = async (id: string, recipe: Omit<CallRecipe, "resource">) => {
    const exchange = await probe.send(callFromRecipe(id, recipe, made), exchanges);
    exchanges.push(exchange);
    return succeeded(exchange);
  };
  const { operation } = update;
  const isTaken = await send(`${operation} otherwise`, { operation, inputs: otherwise });
  const look = plainRecipe(probe, operationOf(probe.api, read), resource);
  return isTaken && (await send(`${read} after ${operation} otherwise`, look))
    ? { ...update, otherwise }
    : update;
}

/** The update with another value in each member of a few that the create gives the same value; undefined where there is none. */
function withOtherChoices(
  api: Api,
  { operation, inputs }: CallRecipe,
  create: CreateRecipe,
): CallInputs | undefined {
  const { path, members } = payloadOf(requestSchema(operationOf(api, operation)), api.schemas);
  let otherwise = inputs;
  for (const [name, { schema }] of members) {
    const pointer = formatPointer([...path, name]);
    const sent = valueAt(inputs, pointer);
    const [other] = choicesOf(schema, api).filter((choice) => !jsonEqual(choice, sent ?? null));
    const isAsCreated = sent !== undefined && jsonEqual(sent, createdWith(api, create, name) ?? null);
    // A status is changed step by step, and has its own experiments.
    if (!isAsCreated || other === undefined || namesStatus(name)) continue;
    otherwise = replaceInBody(otherwise, pointer, { kind: "value", value: other });
  }
  return otherwise === inputs ? undefined : otherwise;
}

function choicesOf(schema: Schema, api: Api): readonly Json[] {
  if (keywordOf(schema, "readOnly", api.schemas) === true) return [];
  const choices = keywordOf(schema, "enum", api.schemas);
  if (isArray(choices)) return choices.filter((choice) => choice !== null);
  return typesOf(schema, api.schemas).has("boolean") ? [true, false] : [];
}

function createdWith(api: Api, { operation, inputs }: CreateRecipe, name: string): Json | undefined {
  const { path } = payloadOf(requestSchema(operationOf(api, operation)), api.schemas);
  return valueAt(inputs, formatPointer([...path, name]));
}

function valueAt({ body }: CallInputs, pointer: string): Json | undefined {
  const template = body === undefined ? undefined : templateAt(body.content, pointer);
  return template?.kind === "value" ? template.value : undefined;
}
