import { isObject, type Json, property } from "#base/json";
import { parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import { templateLeaves } from "#calls/template-leaves";
import type { OperationKey } from "#openapi/api";
import type { Status } from "../rule.js";
import type { Semantics } from "../semantics.js";
import type { Subject } from "./subject.js";

/**
 * The member that says where in its life a thing stands: one that actions change from one word to another, and that
 * nobody sends, at whatever depth. Of several the one that most actions change.
 */
export function statusField(
  { operations }: Semantics,
  { recipe, update }: Subject,
  actions: readonly OperationKey[],
): string | undefined {
  const isSent = (name: string) =>
    [recipe, update].some((known) => {
      const content = known?.inputs.body?.content;
      const leaves = content === undefined ? [] : templateLeaves(content);
      return leaves.some(({ pointer }) => parsePointer(pointer).includes(name));
    });
  const counts = new Map<string, number>();
  for (const action of actions) {
    for (const { field, before, after } of operations[action]?.proof?.changes ?? []) {
      const way = parsePointer(field);
      const name = way.at(-1);
      const isInList = way.some((part) => /^\d+$/.test(part));
      if (name === undefined || isInList || !isStatus(before) || !isStatus(after) || isSent(name)) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The status that a thing shows, in whatever envelope. */
export function statusIn(content: Json | undefined, field: string): Status | undefined {
  const thing = unwrap(content, { [field]: null });
  const status = isObject(thing) ? property(thing, field) : undefined;
  return status !== undefined && isStatus(status) ? status : undefined;
}

/** A word, or yes and no; a text with spaces or digits says something else. */
export function isStatus(value: Json): value is Status {
  return (
    typeof value === "boolean" || (typeof value === "string" && /^[A-Za-z][A-Za-z_-]{0,39}$/.test(value))
  );
}
