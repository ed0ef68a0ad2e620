import { isObject, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { placeTemplate } from "#calls/place-template";
import { succeeded } from "#calls/succeeded";
import type { Template } from "#calls/template";
import type { MetaProperty } from "../meta-property.js";
import { Script } from "../script.js";
import { statusOf } from "./answers.js";

/**
 * A field whose value only one thing can have: a second thing that shares nothing else with the first is refused, and
 * one that does not share it either is taken. Without the third call the refusal could mean anything.
 */
export const uniquenessBoundary: MetaProperty = {
  id: "uniqueness-boundary",
  title: "uniqueness boundary",
  shapes: ["planned"],
  *plan(ground) {
    const recipe = ground.book.creates.get(ground.resource.name);
    const create = ground.cards.find(({ operation }) => operation.key === recipe?.operation);
    const content = create?.inputs.body?.content;
    if (create === undefined || create.inputs.body === undefined || content?.kind !== "object") return;
    for (const [name, member] of Object.entries(content.members)) {
      if (member.kind !== "fresh") continue;
      const script = new Script(ground);
      const given = script.prepare(create);
      if (given === undefined) return;
      const first = script.call(create, ground.smallest.get(ground.resource.name));
      const shared: Template = {
        kind: "reference",
        call: first.id,
        source: { in: "request body", pointer: formatPointer([name]) },
      };
      const clash = {
        ...create.inputs,
        body: { ...create.inputs.body, content: placeTemplate(content, formatPointer([name]), shared) },
      };
      yield { given, acts: [first, script.call(create, clash), script.call(create)] };
    }
  },
  shows: ({ acts }) => {
    const [first, clash, other] = acts;
    if (acts.length !== 3 || first === undefined || clash === undefined || other === undefined)
      return undefined;
    const isRefused = !succeeded(clash) && statusOf(clash) < 500;
    if (!succeeded(first) || !isRefused || !succeeded(other)) return undefined;
    // What all three have in common, such as a number that must be as it is, makes no difference.
    const common = new Set(sharedFields(sentIn(first), sentIn(other)));
    const shared = sharedFields(sentIn(first), sentIn(clash)).filter((name) => !common.has(name));
    const [field] = shared;
    if (field === undefined || shared.length > 1) return undefined;
    return {
      operation: first.call.operation,
      says: `with the same ${field} the second is refused, and with another the third is not`,
      about: field,
    };
  },
};

function sentIn({ request }: Exchange): Json | undefined {
  return request.inputs.body?.content;
}

function sharedFields(a: Json | undefined, b: Json | undefined): readonly string[] {
  if (!isObject(a) || !isObject(b)) return [];
  return Object.keys(a).filter(
    (name) => isTelling(a[name]) && jsonEqual(a[name], property(b, name)) && Object.hasOwn(b, name),
  );
}

/** Two things may well be alike in what can only be one of a few things. */
function isTelling(value: Json | undefined): boolean {
  return typeof value === "string" || typeof value === "number";
}
