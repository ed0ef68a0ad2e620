import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { findOperation } from "#glacier/find-operation";
import type { Expression, Formula } from "#glacier/formula";
import { childrenOf, someNode } from "#glacier/walk-formula";
import type { Operation } from "#openapi/api";
import { collectionsAlong, pathShape } from "#semantics/path-template";
import type { RuleContent, Status } from "#semantics/rule";
import type { Resource } from "#semantics/semantics";
import { collectionShapes } from "./call-terms.js";
import type { ContractContext } from "./contract-context.js";

/**
 * The rules that a formula could mean, by what it mentions. Few: a formula names its resources by what it reads,
 * and its fields and numbers outright. Which of them it means is found by writing each.
 */
export function candidateRules(
  formula: Formula,
  operation: Operation | undefined,
  context: ContractContext,
): readonly RuleContent[] {
  const mentioned = mentionsOf(formula, operation, context);
  // Only a claim about the whole body says that everything is read back.
  const isEcho = someNode(
    formula,
    (node) => node.kind === "binary" && node.operator === "is part of" && node.left.kind === "message",
  );
  const about = mentioned.resources.flatMap((resource) => [
    ...presenceRules(resource, operation).filter(({ kind }) => kind !== "echoes" || isEcho),
    ...uniqueRules(resource, mentioned.fields),
    ...statusRules(resource, operation, mentioned),
  ]);
  const links = context.semantics.resources
    .filter((child) =>
      mentioned.resources.some(
        ({ name }) => name === child.name || child.parents.some((link) => link.resource === name),
      ),
    )
    .flatMap((child) => linkRules(child, mentioned));
  return [...about, ...links, ...context.rules.filter(({ kind }) => kind === "shows-related")];
}

interface Mentions {
  readonly resources: readonly Resource[];
  /** Fields of elements and of the request, in the order in which they are named, each once. */
  readonly fields: readonly JsonPointer[];
  /** Fields of whole answers, and what a read ends in: `/tournaments/{tid}/capacity` is a field, too. */
  readonly answered: readonly JsonPointer[];
  readonly numbers: readonly number[];
  /** Texts and truth values, in the order in which they are named. */
  readonly words: readonly Status[];
}

function mentionsOf(
  formula: Formula,
  own: Operation | undefined,
  { api, semantics }: ContractContext,
): Mentions {
  const shapes = new Set<string>();
  const [fields, answered] = [new Set<JsonPointer>(), new Set<JsonPointer>()];
  const numbers = new Set<number>();
  const words = new Set<Status>();
  const note = (path: string) => {
    shapes.add(pathShape(path));
    for (const { collection } of collectionsAlong(path)) shapes.add(pathShape(collection));
  };
  const visit = (node: Expression, bound: ReadonlySet<string>): void => {
    if (node.kind === "literal" && typeof node.value === "number") numbers.add(node.value);
    if (node.kind === "literal" && (typeof node.value === "string" || typeof node.value === "boolean"))
      words.add(node.value);
    // That no three have something in common says that there are at most two.
    if (node.kind === "quantified" && node.variables.length > 1) numbers.add(node.variables.length - 1);
    if (node.kind === "message" && node.of.kind === "read") {
      const found = findOperation(api, node.of);
      if (found.kind === "found") note(found.operation.path);
      const last = node.of.url.at(-1);
      if (last?.kind === "text") answered.add(formatPointer([last.text.split("/").at(-1) ?? ""]));
    }
    const { base, way } = wayOf(node);
    const isRead = base.kind === "message" && base.of.kind === "read";
    const named = base.kind === "name" && !bound.has(base.name) ? [base.name, ...way] : way;
    // Of what is read, the first names may be envelopes.
    if (isRead) for (const index of way.keys()) answered.add(formatPointer(way.slice(index)));
    else if (named.length > 0) fields.add(formatPointer(named));
    const inner =
      node.kind === "quantified" ? new Set([...bound, ...node.variables.map(({ name }) => name)]) : bound;
    for (const child of childrenOf(base)) visit(child, inner);
    if (base.kind === "message" && base !== node) visit(base, bound);
  };
  // What a bare name picks in the path is no field.
  const parameters = own?.parameters.filter((parameter) => parameter.in === "path") ?? [];
  visit(formula, new Set(parameters.map(({ name }) => name)));
  if (own !== undefined) note(own.path);
  const resources = semantics.resources.filter((resource) =>
    [...collectionShapes(resource)].some((shape) => shapes.has(shape)),
  );
  return {
    resources,
    fields: [...fields],
    answered: [...answered],
    numbers: [...numbers],
    words: [...words],
  };
}

/** `x.address.zip` as its base and the names that follow. */
function wayOf(node: Expression): { readonly base: Expression; readonly way: readonly string[] } {
  const way: string[] = [];
  let base = node;
  while (base.kind === "field") {
    way.unshift(base.name);
    base = base.of;
  }
  return { base, way };
}

function presenceRules(resource: Resource, operation: Operation | undefined): readonly RuleContent[] {
  if (operation === undefined) return [];
  const { key } = operation;
  const about = { resource: resource.name, operation: key };
  if (resource.create.includes(key))
    return [
      { kind: "creates", ...about },
      { kind: "duplicate", ...about, effect: "refuse" },
      { kind: "echoes", ...about, except: [] },
    ];
  if (resource.update.includes(key))
    return [
      { kind: "absent", ...about, effect: "refuse" },
      { kind: "echoes", ...about, except: [] },
    ];
  return resource.delete.includes(key)
    ? [
        { kind: "absent", ...about, effect: "refuse" },
        { kind: "removes", ...about, how: "gone" },
      ]
    : [];
}

function statusRules(
  { name, create }: Resource,
  operation: Operation | undefined,
  { answered, words }: Mentions,
): readonly RuleContent[] {
  const [status] = words;
  if (operation === undefined || status === undefined) return [];
  return answered
    .map((pointer) => parsePointer(pointer))
    .filter((way) => way.length === 1)
    .flatMap(([field = ""]): RuleContent[] => {
      if (create.includes(operation.key)) return [{ kind: "begins", resource: name, field, status }];
      const about = { resource: name, operation: operation.key, field };
      return [
        { kind: "allowed-in", ...about, statuses: words },
        { kind: "leads-to", ...about, status },
      ];
    });
}

/** The fields that a formula of uniqueness names are those of the rule, and perhaps the id. */
function uniqueRules(resource: Resource, fields: readonly JsonPointer[]): readonly RuleContent[] {
  const ids = new Set(resource.idFields.map((field) => formatPointer([field])));
  const choices = [fields, fields.filter((field) => !ids.has(field))].filter(({ length }) => length > 0);
  return choices.map((chosen) => ({ kind: "unique", resource: resource.name, fields: chosen }));
}

function linkRules(child: Resource, { fields, answered, numbers }: Mentions): readonly RuleContent[] {
  return child.parents.flatMap((link): RuleContent[] => {
    const about = { child: child.name, parent: link.resource, via: link.via };
    const limits = [
      ...[...fields, ...answered].map((field) => ({ field })),
      ...numbers.map((number) => ({ most: number })),
    ];
    return [
      { kind: "dangling", ...about, effect: "refuse" },
      { kind: "parent-delete", ...about, effect: "restrict" },
      { kind: "parent-delete", ...about, effect: "cascade" },
      ...limits.map((limit): RuleContent => ({ kind: "capacity", ...about, limit })),
    ];
  });
}
