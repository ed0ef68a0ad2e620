import { isObject, type Json } from "#base/json";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Condition } from "#calls/check";
import { inAnswer } from "#calls/checks";
import { succeeded } from "#calls/succeeded";
import { type Template, value } from "#calls/template";
import { leavesOf } from "./leaves.js";
import { bodyOf } from "./lifecycle.js";
import type { Step } from "./oracle.js";

/** A place in an item of a list: the list, the item in it, and the place in that. */
export interface PlaceInItem {
  readonly list: JsonPointer;
  readonly item: JsonPointer;
  readonly within: JsonPointer;
}

export function placeInItem(pointer: JsonPointer): PlaceInItem | undefined {
  const [, list, index, within] = /^((?:\/(?!\d+(?:\/|$))[^/]*)*)\/(\d+)((?:\/.*)?)$/.exec(pointer) ?? [];
  if (list === undefined || within === undefined) return undefined;
  return { list, item: `${list}/${index}`, within };
}

/** The items that an answer shows, by their ids: which of them the sequence has made, and a condition that one is there. */
export class ShownItems {
  readonly #fields: readonly string[];
  readonly #own: ReadonlyMap<string, Template>;

  constructor(private readonly step: Step) {
    this.#fields = step.subject?.resource.idFields ?? ["id"];
    this.#own = new Map([...this.#answered(), ...subjectsIn(step)]);
  }

  isOwn({ item }: PlaceInItem): boolean {
    const id = this.#idAt(item);
    return id !== undefined && this.#own.has(String(id));
  }

  /**
   * Nothing can be told without the item: a list that does not show it is no proof that it would be right. What the sequence
   * has not made is named as it was, since there is no other way to say which one was seen.
   */
  isShown({ list, item }: PlaceInItem): Condition | undefined {
    const id = this.#idAt(item);
    if (id === undefined) return undefined;
    const at = {
      kind: "item",
      list: inAnswer(this.step.exchange.call.id, list),
      id: this.#own.get(String(id)) ?? value(id),
      fields: this.#fields,
      pointer: "",
    } as const;
    return { kind: "type", at, is: ["object"] };
  }

  #idAt(item: JsonPointer): Json | undefined {
    const shown = getAtPointer(bodyOf(this.step.exchange), item);
    const field = isObject(shown) ? this.#fields.find((name) => Object.hasOwn(shown, name)) : undefined;
    const id = isObject(shown) && field !== undefined ? shown[field] : undefined;
    return typeof id === "string" || typeof id === "number" ? id : undefined;
  }

  /** What the writes of the sequence have answered as an id. */
  #answered(): readonly (readonly [string, Template])[] {
    const writes = this.step.before.filter(
      (exchange) => !["GET", "HEAD"].includes(exchange.request.method) && succeeded(exchange),
    );
    return writes.flatMap((exchange) =>
      leavesOf(bodyOf(exchange))
        .filter(({ pointer }) => this.#fields.includes(parsePointer(pointer).at(-1) ?? ""))
        .map(({ pointer, value: id }) => [String(id), inAnswer(exchange.call.id, pointer)] as const),
    );
  }
}

function subjectsIn({ subject }: Step): readonly (readonly [string, Template])[] {
  const known = [
    [subject?.id, subject?.idAt],
    [subject?.otherId, subject?.otherIdAt],
  ] as const;
  return known.flatMap(([id, at]) =>
    id === undefined || at === undefined ? [] : [[String(id), at] as const],
  );
}
