import { type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Rule } from "#semantics/rule";
import type { Resource } from "#semantics/semantics";
import { sameVia } from "./about-links.js";
import { numberRange } from "./number-range.js";
import type { PlanInput } from "./plan-input.js";
import {
  type KeyPart,
  type Life,
  type Limit,
  type Link,
  type NumberField,
  parentKey,
  type Thing,
  type Unique,
} from "./thing.js";

/** Takes a sentence on what the model cannot hold. */
type Note = (sentence: string) => void;

type UniqueRule = Extract<Rule, { readonly kind: "unique" }>;

/**
 * The rules on what must differ. Uniqueness of the id is what an id means, and is left to that. What does not count in some
 * status, and can be brought back from there, may meet what has taken its place: nobody has asked what happens then.
 */
export function uniqueRules(
  resource: Resource,
  rules: readonly Rule[],
  life: Life | undefined,
): readonly UniqueRule[] {
  const isId = (pointer: JsonPointer): boolean => {
    const word = parsePointer(pointer).at(-1);
    return word === resource.idParameter || word === resource.idFields[0];
  };
  return rules.flatMap((rule) =>
    rule.kind === "unique" &&
    rule.resource === resource.name &&
    !comesBack(rule, life) &&
    rule.fields.length > 0 &&
    !rule.fields.some(isId)
      ? [rule]
      : [],
  );
}

function comesBack({ exceptIn = [] }: UniqueRule, life: Life | undefined): boolean {
  const isLeft = (status: string) => exceptIn.map(String).includes(status);
  return [...(life?.leads ?? [])].some(
    ([operation, status]) =>
      !isLeft(status) && (life?.allowed.get(operation) ?? life?.statuses ?? []).some(isLeft),
  );
}

export function planUnique(
  { fields, exceptIn = [] }: UniqueRule,
  links: readonly Link[],
  key: readonly KeyPart[],
): Unique {
  const variables: string[] = [];
  const values: JsonPointer[] = [];
  for (const pointer of fields) {
    const link = links.find(({ via }) => via.kind === "body" && via.pointer === pointer);
    const outer = key.find((part) => part.parameter === parsePointer(pointer).at(-1));
    if (link !== undefined) variables.push(...parentKey(link));
    else if (outer !== undefined) variables.push(outer.variable);
    else values.push(pointer);
  }
  return { variables, values, exceptIn: exceptIn.map(String) };
}

/** Numbers in a thing's body that say how many children it takes. */
export function planNumbers(
  resource: Resource,
  { api, rules, resources, slotsOf }: PlanInput,
  variableFor: (name: string) => string,
  note: Note,
): readonly NumberField[] {
  const fields = new Map<JsonPointer, NumberField>();
  for (const rule of rules) {
    if (rule.kind !== "capacity" || rule.parent !== resource.name || !("field" in rule.limit)) continue;
    if (!resources.some(({ name }) => name === rule.child)) continue;
    const [pointer, slots] = [rule.limit.field, slotsOf(rule.child)];
    const range = numberRange(api, resource, pointer, slots);
    if (range === undefined) {
      note(
        `The capacity of ${resource.name} (${pointer}) is not in the model: its schema allows no number up to ${slots}.`,
      );
      continue;
    }
    const known = fields.get(pointer);
    const variable = known?.variable ?? variableFor(parsePointer(pointer).at(-1) ?? "capacity");
    const to = Math.max(range.to, known?.type.to ?? 0);
    fields.set(pointer, { name: variable, variable, type: { ...range, to }, pointer });
  }
  return [...fields.values()];
}

/** What a thing is held to by its parents' capacities, where so few slots can reach them. */
export function planLimits(
  resource: Resource,
  rules: readonly Rule[],
  things: ReadonlyMap<string, Thing>,
  links: readonly Link[],
  key: readonly KeyPart[],
  note: Note,
): readonly Limit[] {
  return rules.flatMap((rule): Limit[] => {
    if (rule.kind !== "capacity" || rule.child !== resource.name) return [];
    const link = links.find((one) => one.parent === rule.parent && sameVia(one.via, rule.via));
    const parent = things.get(rule.parent);
    if (link === undefined || parent === undefined) return [];
    const free = key.filter((part) => !parentKey(link).includes(part.variable));
    const possible = free.reduce((product, { slots }) => product * slots, 1);
    if ("field" in rule.limit) {
      const { field: pointer } = rule.limit;
      const number = parent.numbers.find((field) => field.pointer === pointer);
      return number === undefined || free.length === 0 ? [] : [{ link, most: { field: number.name } }];
    }
    const { most } = rule.limit;
    if (most < possible && free.length > 0) return [{ link, most }];
    note(
      `That ${rule.parent} has at most ${most} of ${rule.child} is not in the model: it has slots for ${possible}.`,
    );
    return [];
  });
}
