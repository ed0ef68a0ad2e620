import type { Template } from "#calls/template";
import type { OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { membersOf } from "#openapi/schema-shape";
import { plainRecipe } from "#semantics/plain-recipe";
import type { CallRecipe } from "#semantics/recipe";
import type { Ground } from "./oracle.js";
import { type Kind, kindsOf } from "./situation.js";

/**
 * Every kind that can be updated, once for each of its updates. Lives go by one of them; a PATCH beside a PUT is sent what
 * was seen to work there, and is held to the same.
 */
export function kindsByUpdate(ground: Ground): readonly Kind[] {
  return kindsOf(ground).flatMap((kind) => [kind, ...byOtherUpdates(ground, kind)]);
}

export function byOtherUpdates(ground: Ground, kind: Kind): readonly Kind[] {
  const { resource, update } = kind;
  if (update === undefined) return [];
  const path = (key: OperationKey) => operationOf(ground.known.api, key).path;
  return resource.update
    .filter((key) => key !== update.operation && !resource.create.includes(key))
    .filter((key) => path(key) === path(update.operation))
    .flatMap((key) => {
      const other = sentTo(ground, kind, update, key);
      return other === undefined ? [] : [{ ...kind, update: other, by: key }];
    });
}

/** The update with what it shares with the usual one; undefined where it demands more, or takes commands and not things. */
function sentTo(
  { known }: Ground,
  { resource }: Kind,
  { inputs, after }: CallRecipe,
  key: OperationKey,
): CallRecipe | undefined {
  const operation = operationOf(known.api, key);
  const plain = plainRecipe(known, operation, resource);
  const body = plain.inputs.body;
  const content = inputs.body && shared(inputs.body.content, new Set(declared(key)));
  if (body === undefined || content === undefined || /json-patch/i.test(body.contentType)) return undefined;
  if (declared(key, true).some((name) => !Object.hasOwn(content.members, name))) return undefined;
  const sent = { ...plain.inputs, body: { ...body, content } };
  return { ...plain, inputs: sent, ...(after === undefined ? {} : { after }) };

  function declared(of: OperationKey, onlyRequired = false): readonly string[] {
    const members = membersOf(requestSchema(operationOf(known.api, of)), known.api.schemas);
    return [...members].flatMap(([name, { required }]) => (required || !onlyRequired ? [name] : []));
  }
}

function shared(content: Template, names: ReadonlySet<string>) {
  if (content.kind !== "object") return undefined;
  const members = Object.entries(content.members).filter(([name]) => names.has(name));
  return members.length === 0 ? undefined : ({ ...content, members: Object.fromEntries(members) } as const);
}
