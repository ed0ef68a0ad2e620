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
  if (start === undefined || !isAllowed(start)) return start;
  const isValid = validatorOf(world.api, schema);
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
  const plain = withPlainTexts(current);
  return isValid(plain) && isAllowed(plain) ? plain : current;
}

export function validatorOf(api: Api, schema: Schema): (value: Json) => boolean {
  const validator = compileValidator(schema, { schemas: api.schemas, direction: "request" });
  return (value) => !validator.ok || validator.value(value).length === 0;
}

/** One text of a length is as small as another; zeros are the same from seed to seed. */
function withPlainTexts(json: Json): Json {
  if (typeof json === "string") return "0".repeat([...json].length);
  if (isArray(json)) return json.map(withPlainTexts);
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, withPlainTexts(member)]));
}
