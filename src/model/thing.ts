import type { JsonPointer } from "#base/json-pointer";
import type { OperationKey } from "#openapi/api";
import type { ParentLink, Resource } from "#semantics/semantics";
import { and, compare, exists, type Formula, field, not, or, present, variable } from "./formula.js";
import type { Effect, IntegerType, SlotType } from "./model.js";

/**
 * How the things of one resource stand in a model: what they are known by, what they refer to, and which of their
 * values matter. Actions and invariants are written from this, without looking at the rules again.
 */
export interface Thing {
  readonly resource: Resource;
  readonly map: string;
  /** The outer things that its path runs through, then its own identity. */
  readonly key: readonly KeyPart[];
  readonly links: readonly Link[];
  readonly numbers: readonly NumberField[];
  readonly limits: readonly Limit[];
  readonly uniques: readonly Unique[];
  /** Its delete keeps it in another state. */
  readonly trashes: boolean;
  /** Where in its life it stands, where that matters to what can be done with it. */
  readonly life?: Life;
}

export interface Life {
  /** The member of the thing that shows it. */
  readonly member: string;
  /** Every status that is known of, the first one first. */
  readonly statuses: readonly string[];
  /** Operations that are accepted in these statuses only. */
  readonly allowed: ReadonlyMap<OperationKey, readonly string[]>;
  /** Operations after which it has this status. */
  readonly leads: ReadonlyMap<OperationKey, string>;
}

export interface KeyPart {
  /** The resource whose identity it is: its own where it is the last, if the id is not borrowed. */
  readonly of: string;
  readonly sort: string;
  readonly slots: number;
  /** What actions call their parameter for it. */
  readonly variable: string;
  /** The path parameter that holds it. */
  readonly parameter?: string;
}

/** A thing needs another one. */
export interface Link {
  readonly parent: string;
  readonly via: ParentLink["via"];
  /** Where the parent's key comes from, part by part. */
  readonly parts: readonly LinkPart[];
  readonly onDelete: "restrict" | "cascade" | "orphan";
  /** What becomes of a create that names a parent which is not there; undefined where nothing is known. */
  readonly dangling?: "refuse" | "accept";
  /** It names another one than the first link to that kind does. */
  readonly distinct?: true;
}

export type LinkPart =
  /** It is a part of the thing's own key. */
  | { readonly from: "key"; readonly variable: string }
  /** It is chosen when the thing is created, and kept where something depends on it. */
  | {
      readonly from: "reference";
      readonly variable: string;
      readonly type: SlotType;
      readonly field?: string;
    };

export type Reference = Extract<LinkPart, { from: "reference" }>;

/** A small number that is chosen when the thing is created. */
export interface NumberField {
  readonly name: string;
  readonly variable: string;
  readonly type: IntegerType;
  readonly pointer: JsonPointer;
}

/** The parent that a link leads to has at most so many of these things: a number, or a field of the parent's. */
export interface Limit {
  readonly link: Link;
  readonly most: number | { readonly field: string };
}

/** No two of these things agree in all of this. */
export interface Unique {
  /** References and outer key parts, by the variable that holds them. */
  readonly variables: readonly string[];
  /** Values that the model does not hold; every thing gets its own. */
  readonly values: readonly JsonPointer[];
  /** Things in these statuses do not count. */
  readonly exceptIn: readonly string[];
}

export const TRASHED = "trashed";

export const LIFE = "lifeStatus";

export function keyOf(thing: Thing): string[] {
  return thing.key.map((part) => part.variable);
}

/** The thing with this key is there, and not in the trash. */
export function lives(thing: Thing, key: readonly string[] = keyOf(thing)): Formula {
  return outOfTrash(thing, key, present(thing.map, ...key));
}

/** The same of a thing of which something is known to match: a field of what is absent equals nothing. */
export function livesAnd(thing: Thing, key: readonly string[], matches: readonly Formula[]): Formula {
  return outOfTrash(thing, key, matches.length === 0 ? present(thing.map, ...key) : and(...matches));
}

/** The parent's key as the child knows it. */
export function parentKey(link: Link): string[] {
  return link.parts.map((part) => part.variable);
}

/** All references of a thing, each once: two links may share one. */
export function referencesOf(thing: Thing): readonly Reference[] {
  const all = thing.links.flatMap(({ parts }) => parts.filter((part) => part.from === "reference"));
  return [...new Map(all.map((part) => [part.variable, part])).values()];
}

/** The parent is part of the thing's key: its path runs through it, or its id is the parent's. */
export function isInKey(link: Link): boolean {
  return link.parts.every((part) => part.from === "key");
}

/** Whether the state tells which children a parent has by this link. */
export function isKept(link: Link): boolean {
  return link.parts.every((part) => part.from === "key" || part.field !== undefined);
}

/** The children that a parent has by a link, for quantifiers: what to bind, their key, and what holds of them. */
export interface Children {
  readonly bound: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  readonly where: Formula;
}

/** `parent` is the parent's key; `prefix` keeps the children's names apart from all others. */
export function childrenOf(child: Thing, link: Link, parent: readonly string[], prefix: string): Children {
  const { bound, key, where } = keptChildren(child, link, parent, prefix);
  return { bound, key, where: outOfTrash(child, key, where) };
}

/** The children with those in the trash. */
export function keptChildren(child: Thing, link: Link, parent: readonly string[], prefix: string): Children {
  const shared = new Map(
    link.parts.flatMap((part, index) =>
      part.from === "key" ? [[part.variable, parent[index] ?? ""] as const] : [],
    ),
  );
  const key = child.key.map((part) => shared.get(part.variable) ?? prefixed(prefix, part.variable));
  const free = child.key.filter((part) => !shared.has(part.variable));
  const matches = link.parts.flatMap((part, index) =>
    part.from === "reference" && part.field !== undefined
      ? [compare(field(child.map, key, part.field), "=", variable(parent[index] ?? ""))]
      : [],
  );
  return {
    bound: Object.fromEntries(free.map((part) => [prefixed(prefix, part.variable), part.sort])),
    key,
    where: matches.length === 0 ? present(child.map, ...key) : and(...matches),
  };
}

/** `player` → `xPlayer`. */
export function prefixed(prefix: string, name: string): string {
  return `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Some slots satisfy a formula; without variables, the formula itself. */
export function some(bound: Readonly<Record<string, string>>, where: Formula): Formula {
  return Object.keys(bound).length === 0 ? where : exists(bound, where);
}

function outOfTrash(thing: Thing, key: readonly string[], formula: Formula): Formula {
  if (!thing.trashes) return formula;
  return and(formula, not(compare(field(thing.map, key, TRASHED), "=", { kind: "flag", value: true })));
}

/** What an operation does to the status of a thing. */
export function ledBy(
  thing: Thing,
  operation: OperationKey,
  key: readonly string[] = keyOf(thing),
): Effect[] {
  const status = thing.life?.leads.get(operation);
  if (status === undefined) return [];
  const value = { kind: "option", value: status } as const;
  return [{ kind: "set", map: thing.map, key, field: LIFE, value }];
}

/** The thing with this key is in a status in which the operation is accepted, where that matters. */
export function isAllowed(
  thing: Thing,
  operation: OperationKey,
  key: readonly string[] = keyOf(thing),
): Formula[] {
  const statuses = thing.life?.allowed.get(operation);
  return statuses === undefined ? [] : [or(...statuses.map((status) => isInStatus(thing, key, status)))];
}

/** The thing with this key counts where no two may be alike. */
export function counts(thing: Thing, key: readonly string[], { exceptIn }: Unique): Formula[] {
  const known = exceptIn.filter((status) => thing.life?.statuses.includes(status) === true);
  return known.map((status) => not(isInStatus(thing, key, status)));
}

function isInStatus(thing: Thing, key: readonly string[], status: string): Formula {
  return compare(field(thing.map, key, LIFE), "=", { kind: "option", value: status });
}
