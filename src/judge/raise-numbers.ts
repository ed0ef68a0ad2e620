import { isArray, isObject, type Json } from "#base/json";
import { appendToPointer } from "#base/json-pointer";
import { type Template, value } from "#calls/template";
import { isName } from "./amount-changes.js";

/**
 * The template with other numbers, also within lists, which are an item shorter where one is left. What is drawn is
 * another one anyway, and what names something stays. Undefined where it has none.
 */
export function raiseNumbers(template: Template, by: number, name = ""): Template | undefined {
  switch (template.kind) {
    case "value": {
      const raised = raisedIn(template.value, by, name);
      return raised === undefined ? undefined : value(raised);
    }
    case "fresh":
      return typeof template.sample === "number" && !isName(`/${name}`) ? template : undefined;
    case "reference":
      return undefined;
    case "object": {
      const members = Object.entries(template.members).map(([member, inner]) => ({
        member,
        inner,
        raised: raiseNumbers(inner, by, member),
      }));
      if (members.every(({ raised }) => raised === undefined)) return undefined;
      const entries = members.map(({ member, inner, raised }) => [member, raised ?? inner] as const);
      return { kind: "object", members: Object.fromEntries(entries) };
    }
    case "array": {
      const kept = shortened(template.items);
      const items = kept.map((item) => raiseNumbers(item, by, name));
      const isSame = kept.length === template.items.length && items.every((item) => item === undefined);
      return isSame ? undefined : { kind: "array", items: kept.map((item, index) => items[index] ?? item) };
    }
  }
}

function raisedIn(json: Json, by: number, name: string): Json | undefined {
  if (typeof json === "number") return isName(appendToPointer("", name)) ? undefined : json + by;
  if (isArray(json)) {
    const kept = shortened(json);
    const items = kept.map((item) => raisedIn(item, by, name));
    const isSame = kept.length === json.length && items.every((item) => item === undefined);
    return isSame ? undefined : kept.map((item, index) => items[index] ?? item);
  }
  if (!isObject(json)) return undefined;
  const members = Object.entries(json).map(
    ([member, inner]) => [member, inner, raisedIn(inner, by, member)] as const,
  );
  if (members.every(([, , raised]) => raised === undefined)) return undefined;
  return Object.fromEntries(members.map(([member, inner, raised]) => [member, raised ?? inner]));
}

function shortened<T>(items: readonly T[]): readonly T[] {
  return items.length > 1 ? items.slice(0, -1) : items;
}
