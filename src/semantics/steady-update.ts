import { type JsonPointer, parsePointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { templateAt } from "#calls/place-template";
import { replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import type { Template } from "#calls/template";
import { templateLeaves } from "#calls/template-leaves";
import type { Api, Schema } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import type { Probe } from "./probe.js";
import { membersNamed } from "./read-refusal.js";
import { type CallRecipe, type CreateRecipe, callFromRecipe, type Made } from "./recipe.js";

/** Of four numbers in a row one is nearly always smaller than the one before, and one larger. */
const REPEATS = 4;

/**
 * An update that works again and again. A number that may only grow (an odometer, a reading) is accepted as often as it
 * happens to: it is then sent as the largest that things are made with, which no other exceeds; or as the smallest,
 * where it may only fall.
 */
export async function steadyUpdate(
  probe: Probe,
  update: CallRecipe,
  create: CreateRecipe,
  made: Made,
  exchanges: Exchange[],
): Promise<CallRecipe> {
  const { body } = update.inputs;
  const numbers = body === undefined ? [] : freshNumbers(body.content);
  if (numbers.length === 0) return update;
  let turn = 0;
  const refusalOf = async (inputs: CallInputs, repeats: number): Promise<Exchange | undefined> => {
    for (let repeat = 0; repeat < repeats; repeat++) {
      const name = `${update.operation} again ${++turn}`;
      const exchange = await probe.send(callFromRecipe(name, { ...update, inputs }, made), exchanges);
      exchanges.push(exchange);
      if (!succeeded(exchange)) return exchange;
    }
    return undefined;
  };
  const refused = await refusalOf(update.inputs, REPEATS);
  if (refused === undefined) return update;
  const nameOf = (pointer: JsonPointer) => parsePointer(pointer).at(-1) ?? "";
  const named = new Set(membersNamed(refused, numbers.map(nameOf)));
  const concerned = numbers.filter((pointer) => named.size === 0 || named.has(nameOf(pointer)));
  for (const end of ["maximum", "minimum"] as const) {
    const inputs = concerned.reduce((held: CallInputs, pointer) => {
      const limit =
        limitIn(create.inputs, pointer, end, probe.api) ?? limitIn(update.inputs, pointer, end, probe.api);
      return limit === undefined ? held : replaceInBody(held, pointer, { kind: "value", value: limit });
    }, update.inputs);
    if (inputs !== update.inputs && (await refusalOf(inputs, 2)) === undefined) return { ...update, inputs };
  }
  return update;
}

function freshNumbers(content: Template): readonly JsonPointer[] {
  return templateLeaves(content).flatMap(({ pointer, template }) =>
    template.kind === "fresh" && typeof template.sample === "number" ? [pointer] : [],
  );
}

/** The largest or smallest number that is drawn at a place of the body, where the schema says. */
function limitIn(
  { body }: CallInputs,
  pointer: JsonPointer,
  end: "maximum" | "minimum",
  api: Api,
): number | undefined {
  const template = body === undefined ? undefined : templateAt(body.content, pointer);
  if (template?.kind !== "fresh" || template.schema === undefined) return undefined;
  const limit = keywordOf(template.schema as Schema, end, api.schemas);
  return typeof limit === "number" ? limit : undefined;
}
