import type { Expression } from "#glacier/formula";
import type { Status } from "#semantics/rule";
import { at, binary, equal, listOf, literal } from "./build-formula.js";
import { aboutOwn, type CallScene } from "./draft.js";
import { type Spellings, thingAt } from "./look.js";
import { define } from "./named-formula.js";

/** Where in its life a thing stands: what it begins with, when an operation may be called, and where that leads. */
export const begins = define({
  name: "begins",
  says: "A new thing has this status.",
  clauses: ["ensures of each create"],
  parameters: ["resource", "field", "status"],
  example: 'response_body(GET /orders/response_body(this){id}){status} == "draft"',
  about: { kind: "begins" },
  write: ({ resource, field, status }, context) =>
    (context.view(resource)?.resource.create ?? []).flatMap((key) =>
      aboutOwn(context, "ensures", resource, key, (own, scene) => isIn(scene, own, field, [status])),
    ),
});

export const allowedIn = define({
  name: "allowed-in",
  says: "An operation needs the thing to be in one of these statuses.",
  clauses: ["requires of the operation"],
  parameters: ["operation", "field", "statuses"],
  example: 'response_body(GET /orders/{orderId}){status} in ["draft", "cancelled"]',
  about: { kind: "allowed-in" },
  // A create of something else that needs this thing to be in a status is a matter of the model.
  write: ({ resource, operation, field, statuses }, context) =>
    context.semantics.operations[operation]?.resource === resource
      ? aboutOwn(context, "requires", resource, operation, (own, scene) => isIn(scene, own, field, statuses))
      : [],
});

export const leadsTo = define({
  name: "leads-to",
  says: "After an operation the thing has this status.",
  clauses: ["ensures of the operation"],
  parameters: ["operation", "field", "status"],
  example: 'response_body(GET /orders/{orderId}){status} == "submitted"',
  about: { kind: "leads-to" },
  write: ({ resource, operation, field, status }, context) =>
    aboutOwn(context, "ensures", resource, operation, (own, scene) => isIn(scene, own, field, [status])),
});

function isIn(
  { view, places }: CallScene,
  own: Expression,
  field: string,
  statuses: readonly Status[],
): Spellings {
  const thing = view.item?.members.has(field) ? thingAt(view, own, places) : undefined;
  const [first] = statuses;
  if (thing === undefined || first === undefined) return [];
  const shown = at(thing, [field]);
  const listed = binary(shown, "in", listOf(statuses));
  return statuses.length === 1 ? [equal(shown, literal(first)), listed] : [listed];
}
