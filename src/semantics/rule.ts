import type { JsonPointer } from "#base/json-pointer";
import type { OperationKey } from "#openapi/api";
import type { ParentLink } from "./semantics.js";

/**
 * One thing that holds of an API beyond "this operation creates players". Experiments learn rules, contracts say
 * them as formulas and are read back into them, and models are built from them: they are the words that these
 * rooms share.
 */
export type Rule = RuleContent & {
  readonly source: RuleSource;
  /** Why it is believed, in words. */
  readonly reason: string;
};

/** Later ones win: what was seen over what the document suggests, what the user says over both. */
export type RuleSource = "hypothesis" | "learned" | "declared";

/** A `resource`, `child` or `parent` is the name of a resource; `via` is how the child names the parent. */
export type RuleContent =
  /** After this create the thing can be read. */
  | { readonly kind: "creates"; readonly resource: string; readonly operation: OperationKey }
  /** One call creates several things: the body, or what stands at `at` in it, is a list of them. */
  | {
      readonly kind: "creates-many";
      readonly resource: string;
      readonly operation: OperationKey;
      readonly at: JsonPointer;
    }
  /** What a create or update was sent is part of what is read afterwards, but for these members of it. */
  | {
      readonly kind: "echoes";
      readonly resource: string;
      readonly operation: OperationKey;
      readonly except: readonly JsonPointer[];
    }
  /** The list shows each thing that is there (under its path's parents), and nothing that is not. */
  | { readonly kind: "lists"; readonly resource: string; readonly operation: OperationKey }
  /** After this delete the thing cannot be read (`gone`), or is kept in another state (`trash`). */
  | {
      readonly kind: "removes";
      readonly resource: string;
      readonly operation: OperationKey;
      readonly how: "gone" | "trash";
      /** The status with which a read says that it is gone, where that was seen. */
      readonly absentAs?: number;
    }
  /** After this call nothing is left of what this list of deleted things shows. */
  | {
      readonly kind: "empties";
      readonly resource: string;
      readonly operation: OperationKey;
      readonly list: OperationKey;
    }
  /** A create with an id that is taken. `accept`: it is answered with success, and what was there stays. */
  | {
      readonly kind: "duplicate";
      readonly resource: string;
      readonly operation: OperationKey;
      readonly effect: "refuse" | "replace" | "accept";
    }
  /** A create with the id of a thing that was deleted. */
  | { readonly kind: "reuse"; readonly resource: string; readonly effect: "refuse" | "accept" }
  /** An update or delete of a thing that is not there. `create`: it is there afterwards. */
  | {
      readonly kind: "absent";
      readonly resource: string;
      readonly operation: OperationKey;
      readonly effect: "refuse" | "accept" | "create";
    }
  /** A create that names a parent which is not there. */
  | {
      readonly kind: "dangling";
      readonly child: string;
      readonly parent: string;
      readonly via: ParentLink["via"];
      readonly effect: "refuse" | "accept";
    }
  /** What becomes of the children, or of the call, when a parent is deleted. */
  | {
      readonly kind: "parent-delete";
      readonly child: string;
      readonly parent: string;
      readonly via: ParentLink["via"];
      readonly effect: "restrict" | "cascade" | "orphan";
      /** What is left behind names nothing from then on: its reference is emptied. */
      readonly empties?: true;
    }
  /** No two things have the same values in all of these fields of their bodies. */
  | {
      readonly kind: "unique";
      readonly resource: string;
      readonly fields: readonly JsonPointer[];
      /** Things in these statuses do not count. */
      readonly exceptIn?: readonly Status[];
    }
  /** A parent has at most as many children as this: a field of its own body says how many, or a number. */
  | {
      readonly kind: "capacity";
      readonly parent: string;
      readonly child: string;
      readonly via: ParentLink["via"];
      readonly limit: { readonly field: JsonPointer } | { readonly most: number };
    }
  /**
   * A list under one parent shows the other parents of the children it has: `GET /tournaments/{tid}/players` lists
   * the players of its enrolments. Items are the other's ids, or objects with the id in a field.
   */
  | {
      readonly kind: "shows-related";
      readonly operation: OperationKey;
      readonly child: string;
      readonly under: { readonly parent: string; readonly via: ParentLink["via"] };
      readonly shown: { readonly parent: string; readonly via: ParentLink["via"] };
      /** The field of an item that holds the id; undefined where the item is the id. */
      readonly field?: string;
    }
  /** A member of each thing says where in its life it stands, and a new one has this in it. */
  | { readonly kind: "begins"; readonly resource: string; readonly field: string; readonly status: Status }
  /** An operation on a thing is accepted in these statuses, and refused in all others. */
  | {
      readonly kind: "allowed-in";
      readonly resource: string;
      readonly operation: OperationKey;
      readonly field: string;
      readonly statuses: readonly Status[];
    }
  /** Where an operation on a thing is accepted, the thing has this status afterwards. */
  | {
      readonly kind: "leads-to";
      readonly resource: string;
      readonly operation: OperationKey;
      readonly field: string;
      readonly status: Status;
    };

/** `draft`, `paid`; yes and no where a thing is only switched on and off. */
export type Status = string | boolean;

/** What a rule is about: two rules with one topic say different things about the same question. */
export function topicOf(rule: RuleContent): string {
  switch (rule.kind) {
    case "reuse":
    case "begins":
      return `${rule.kind} ${rule.resource}`;
    case "unique":
      return `${rule.kind} ${rule.resource} ${[...rule.fields].sort().join(" ")}`;
    case "dangling":
    case "parent-delete":
    case "capacity":
      return `${rule.kind} ${rule.child} ${rule.parent} ${linkName(rule.via)}`;
    case "shows-related":
      return `${rule.kind} ${rule.operation} ${rule.child}`;
    default:
      return `${rule.kind} ${rule.resource} ${rule.operation}`;
  }
}

/** The resources that a rule speaks of. */
export function resourcesOf(rule: RuleContent): readonly string[] {
  switch (rule.kind) {
    case "dangling":
    case "parent-delete":
    case "capacity":
      return [rule.child, rule.parent];
    case "shows-related":
      return [rule.child, rule.under.parent, rule.shown.parent];
    default:
      return [rule.resource];
  }
}

/** How a child names a parent, as a word: the path parameter, or the pointer into its body. */
export function linkName(via: ParentLink["via"]): string {
  switch (via.kind) {
    case "path":
      return via.parameter;
    case "id":
      return "id";
    case "body":
      return via.pointer;
  }
}

const WEIGHT: Readonly<Record<RuleSource, number>> = { hypothesis: 0, learned: 1, declared: 2 };

/** One rule per topic, the one with the best source, in the order in which the topics first came. */
export function settleRules(...lists: readonly (readonly Rule[])[]): readonly Rule[] {
  const settled = new Map<string, Rule>();
  for (const rule of lists.flat()) {
    const topic = topicOf(rule);
    const known = settled.get(topic);
    if (known === undefined || WEIGHT[rule.source] >= WEIGHT[known.source]) settled.set(topic, rule);
  }
  return [...settled.values()];
}
