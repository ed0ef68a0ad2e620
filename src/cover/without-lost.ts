import { type JsonPointer, parsePointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import { hasPlace } from "#calls/replace-in-body";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { membersOf } from "#openapi/schema-shape";
import { type CallRecipe, SELF } from "#semantics/recipe";
import { roleOf } from "#semantics/role";
import type { ParentLink, Resource } from "#semantics/semantics";
import type { TourPlan } from "./plan-tour.js";
import type { Thing } from "./tour.js";

/**
 * An update without references to what has gone since, where a create that names such a thing is refused: nobody need name it
 * again, unless the update demands one.
 */
export function withoutLost(
  { known, rules }: Pick<TourPlan, "known" | "rules">,
  { operation }: Pick<CallRecipe, "operation">,
  inputs: CallInputs,
  resource: Resource,
  thing: Thing,
  all: readonly Thing[],
): CallInputs {
  const { body } = inputs;
  if (body === undefined) return inputs;
  const schema = requestSchema(operationOf(known.api, operation));
  let { content } = body;
  for (const pointer of lostPlaces(rules, resource, thing, all)) {
    if (content.kind !== "object" || !hasPlace(content, pointer)) continue;
    const [name = "", ...inner] = parsePointer(pointer);
    if (inner.length > 0 || membersOf(schema, known.api.schemas).get(name)?.required === true) continue;
    const members = Object.entries(content.members).filter(([member]) => member !== name);
    content = { kind: "object", members: Object.fromEntries(members) };
  }
  return { ...inputs, body: { ...body, content } };
}

/** Where a thing names what has gone, or has made room for another. */
function lostPlaces(
  rules: TourPlan["rules"],
  resource: Resource,
  thing: Thing,
  all: readonly Thing[],
): readonly JsonPointer[] {
  const isLost = (role: string) => {
    const parent = all.find(({ name }) => name === thing.parents.get(role));
    const [own, named] = [parent?.ids.get(SELF), thing.ids.get(role)];
    const isOther = own?.kind === "reference" && named?.kind === "reference" && own.call !== named.call;
    return parent !== undefined && (parent.state !== "there" || isOther);
  };
  const isRefused = (link: ParentLink) =>
    rules.some(
      (rule) =>
        rule.kind === "dangling" &&
        rule.child === resource.name &&
        rule.parent === link.resource &&
        rule.effect === "refuse",
    );
  return resource.parents.flatMap((link) =>
    link.via.kind === "body" && isRefused(link) && isLost(roleOf(link, resource)) ? [link.via.pointer] : [],
  );
}
