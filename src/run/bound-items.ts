import { isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import { inRequest } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { resolveReference } from "#calls/resolve-template";
import { succeeded } from "#calls/succeeded";
import type { ReferenceSource, Template } from "#calls/template";
import type { Expression } from "#glacier/formula";
import { patternKey } from "#glacier/read-request";
import { childrenOf } from "#glacier/walk-formula";
import { sameId } from "#semantics/list-items";
import type { Resource } from "#semantics/semantics";

/** An item of a list that is a thing of the run, said by the call that made it. */
export interface BoundItem {
  /** The list that it is an item of. */
  readonly in: Expression;
  readonly id: Template;
  /** The name that the id has in the list. */
  readonly field: string;
  /** By member: where what the item shows was given. */
  readonly members: ReadonlyMap<string, Template>;
}

export interface Witness {
  /** The elements at which a clause broke, by the name of the variable. */
  readonly items: ReadonlyMap<string, Json>;
  /** What the run did up to then. */
  readonly exchanges: readonly Exchange[];
  readonly resources: readonly Resource[];
}

/**
 * The variables of a clause that stand for things of the run. A clause about all of a list is broken by some of its items: of
 * those it can be said in a few looks what should hold, and of nobody else's things.
 */
export function boundItems(
  formula: Expression,
  { items, exchanges, resources }: Witness,
  operations: ReadonlyMap<string, { readonly key: string }>,
): ReadonlyMap<string, BoundItem> {
  const bound = new Map<string, BoundItem>();
  const visit = (node: Expression): void => {
    for (const variable of node.kind === "quantified" ? node.variables : []) {
      const item = items.get(variable.name);
      const list = listIn(variable.in, operations);
      const resource = resources.find((one) => list !== undefined && one.list.includes(list));
      const thing =
        item === undefined || resource === undefined ? undefined : thingOf(item, resource, exchanges);
      if (thing !== undefined) bound.set(variable.name, { in: variable.in, ...thing });
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(formula);
  return bound;
}

/** The operation that an expression takes its value from. */
function listIn(
  node: Expression,
  operations: ReadonlyMap<string, { readonly key: string }>,
): string | undefined {
  if (node.kind === "previous" || node.kind === "field") return listIn(node.of, operations);
  if (node.kind !== "message" || node.of.kind !== "read") return undefined;
  const text = node.of.url.map((part) => (part.kind === "text" ? part.text : "{}")).join("");
  return operations.get(patternKey(node.of.method, text))?.key;
}

function thingOf(
  item: Json,
  { create, idFields, idParameter }: Resource,
  exchanges: readonly Exchange[],
): Omit<BoundItem, "in"> | undefined {
  const field = isObject(item) ? idFields.find((name) => Object.hasOwn(item, name)) : undefined;
  if (!isObject(item) || field === undefined) return undefined;
  const sources: readonly ReferenceSource[] = [
    ...idFields.flatMap((name): readonly ReferenceSource[] => {
      const pointer = formatPointer([name]);
      return [
        { in: "response body", pointer },
        { in: "request body", pointer },
      ];
    }),
    { in: "location" },
    ...(idParameter === undefined
      ? []
      : [{ in: "request parameter", place: "path", name: idParameter } as const]),
  ];
  for (const exchange of exchanges) {
    const { call, request } = exchange;
    if (!create.includes(call.operation) || !succeeded(exchange)) continue;
    const id = sources
      .map((source) => ({ kind: "reference", call: call.id, source }) as const)
      .find((reference) => {
        const found = resolveReference(reference, exchanges);
        return found.ok && sameId(found.value, item[field]);
      });
    if (id === undefined) continue;
    const sent = request.inputs.body?.content;
    const members = Object.keys(item).filter(
      (name) => isObject(sent) && Object.hasOwn(sent, name) && sameId(sent[name], item[name]),
    );
    const given = members.map((name) => [name, inRequest(call.id, formatPointer([name]))] as const);
    return { id, field, members: new Map<string, Template>([...given, [field, id]]) };
  }
  return undefined;
}
