import type { Rule } from "#semantics/rule";
import { createDeed, createParameters, putThing } from "./create-parts.js";
import { type DraftedAction, EFFECT, parentsLive, refused, type Workshop } from "./drafted-action.js";
import { absent, and, exists, forall, implies, member, or } from "./formula.js";
import type { Action } from "./model.js";
import { keyOf, lives, prefixed, type Thing } from "./thing.js";

/** 2^8 lists are more than anybody wants to try. */
const MOST_SLOTS = 8;

/**
 * Creating several things at once. Any list that adds someone: what is there already is replaced, unless the service
 * is known to refuse that or to leave it alone. All of a list name the same parents.
 */
export function deriveCreateMany(workshop: Workshop, thing: Thing): DraftedAction[] {
  const own = thing.key.at(-1);
  if (own === undefined || whyNoLists(thing) !== undefined) return [];
  return manyRules(workshop.rules, thing).flatMap((rule) => {
    const operation = workshop.operations.get(rule.operation);
    if (operation === undefined) return [];
    const list = "list";
    const one = prefixed("each", own.variable);
    const key = [...keyOf(thing).slice(0, -1), one];
    const bound = { [one]: own.sort };
    const onTaken = onTakenId(workshop.rules, thing, rule.operation);
    const [isNew, isThere] = [
      and(member(one, list), absent(thing.map, ...key)),
      and(member(one, list), lives(thing, key)),
    ];
    const untrashed = forall(
      bound,
      implies(member(one, list), or(absent(thing.map, ...key), lives(thing, key))),
    );
    const parameters = createParameters(thing).map((parameter) =>
      parameter.name === own.variable
        ? { name: list, type: { kind: "subset", sort: own.sort } as const }
        : parameter,
    );
    const deed = {
      ...createDeed(thing),
      kind: "create-many" as const,
      key: [...keyOf(thing).slice(0, -1), list],
    };
    const around = [...parentsLive(workshop, thing), ...(thing.trashes ? [untrashed] : [])];
    const allNew = forall(bound, implies(member(one, list), absent(thing.map, ...key)));
    const action: Action = {
      name: workshop.names(operation),
      operation: operation.key,
      outcome: EFFECT,
      parameters,
      guard: and(exists(bound, isNew), ...around, ...(onTaken === "refuse" ? [allNew] : [])),
      effects: [
        {
          kind: "each",
          variables: [{ name: one, sort: own.sort }],
          where: onTaken === "replace" ? member(one, list) : isNew,
          effects: [putThing(thing, key)],
        },
      ],
    };
    if (onTaken !== "refuse" || !workshop.refusals) return [{ action, deed }];
    const refusal: Action = {
      ...action,
      name: workshop.names(operation, "Duplicate"),
      outcome: refused("an id is taken"),
      guard: and(exists(bound, isThere), ...around),
      effects: [],
    };
    return [
      { action, deed },
      { action: refusal, deed: { ...deed, refusal: "duplicate" } },
    ];
  });
}

/** Why lists of these things are not in the model. */
export function whyNoLists(thing: Thing): string | undefined {
  if (thing.limits.length > 0) return "how many of a list find room is not modelled";
  if (thing.uniques.some(({ values }) => values.length === 0))
    return "all of a list would name the same parents";
  const slots = thing.key.at(-1)?.slots ?? 0;
  return slots > MOST_SLOTS ? `${slots} slots have too many lists` : undefined;
}

type ManyRule = Extract<Rule, { kind: "creates-many" }>;

export function manyRules(rules: readonly Rule[], { resource }: Thing): ManyRule[] {
  return rules.filter(
    (rule): rule is ManyRule => rule.kind === "creates-many" && rule.resource === resource.name,
  );
}

/** A guess about the single create says nothing of lists; what was seen there probably holds here, too. */
function onTakenId(
  rules: readonly Rule[],
  { resource }: Thing,
  operation: string,
): "refuse" | "replace" | "accept" {
  const known = rules.filter((rule) => rule.kind === "duplicate" && rule.resource === resource.name);
  const rule =
    known.find((one) => one.kind === "duplicate" && one.operation === operation) ??
    known.find((one) => one.source !== "hypothesis");
  return rule?.kind === "duplicate" ? rule.effect : "replace";
}
