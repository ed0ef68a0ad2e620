import { isArray, isObject, type Json } from "#base/json";
import type { Api, OperationKey, Schema } from "#openapi/api";
import type { World } from "#run/world";
import { compileValidator } from "#values/compile-validator";
import { shrinkJson } from "#values/shrink-json";

/** A schema may be written to waste time: after so many steps what is there is small enough. */
const MOST_STEPS = 400;

/** The smallest value that a schema allows, as far as making a plausible one simpler finds it. */
export function smallestValue(
  world: Pick<World, "api" | "draft" | "random">,
  schema: Schema,
  name: string,
  operation: OperationKey,
  isAllowed: (value: Json) => boolean = () => true,
): Json | undefined {
  const start = world.draft(schema, name, world.random.derive(`smallest ${operation} ${name}`), operation);
  return start === undefined ? undefined : smallerValue(start, world.api, schema, isAllowed);
}

/** A value made as small as a schema allows, as long as it is still what is wanted. */
export function smallerValue(
  start: Json,
  api: Api,
  schema: Schema,
  isAllowed: (value: Json) => boolean,
): Json {
  if (!isAllowed(start)) return start;
  const isValid = validatorOf(api, schema);
  let current = start;
  for (let steps = 0; steps < MOST_STEPS; ) {
    let simpler: Json | undefined;
    for (const candidate of shrinkJson(current)) {
      if (++steps > MOST_STEPS) break;
      if (!isValid(candidate) || !isAllowed(candidate)) continue;
      simpler = candidate;
      break;
    }
    if (simpler === undefined) break;
    current = simpler;
  }
  const plain = [zeros, zerosInForm].map((text) => withTexts(current, text));
  return plain.find((json) => isValid(json) && isAllowed(json)) ?? current;
}

export function validatorOf(api: Api, schema: Schema): (value: Json) => boolean {
  const validator = compileValidator(schema, { schemas: api.schemas, direction: "request" });
  return (value) => !validator.ok || validator.value(value).length === 0;
}

/** One text of a length is as small as another; zeros are the same from seed to seed. */
function zeros(text: string): string {
  return "0".repeat([...text].length);
}

/** `00000000-0000-0000-0000-000000000000`, where a text has a form to keep. */
function zerosInForm(text: string): string {
  return text.replace(/[a-z0-9]/gi, "0");
}

function withTexts(json: Json, plain: (text: string) => string): Json {
  if (typeof json === "string") return plain(json);
  if (isArray(json)) return json.map((item) => withTexts(item, plain));
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, withTexts(member, plain)]));
}
