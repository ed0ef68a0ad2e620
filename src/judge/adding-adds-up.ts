import { isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { appendToPointer } from "#base/json-pointer";
import type { Condition } from "#calls/check";
import { answers, differs, either, inAnswer, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import type { Reference } from "#calls/template";
import { pointerTo } from "#semantics/item-place";
import { nameWords } from "#values/name-words";
import { CornerSituation, cornerChanges, itemsWith } from "./corner-situation.js";
import { bodyOf, earlier } from "./lifecycle.js";
import { finding, type Objection, type Oracle, type Step } from "./oracle.js";

const CALLS = {
  once: "add it",
  lookOnce: "look at it",
  twice: "add it again",
  lookTwice: "look at it again",
} as const;

/**
 * The same thing is put into a cart twice, by somebody who was registered for that. Where the item says how many there are,
 * there are two now; where what holds the items says a total, it has grown with that. Weak norms: a list of wishes has
 * everything once, and prices may come down with the number. So only what stands still is told, and a sum that was right for one.
 */
export const addingAddsUp: Oracle = {
  id: "adding-adds-up",
  title: "What is added twice counts twice, in its quantity and in the total.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "accounts that can be registered, and a cart or the like to which things are added by POST",
  sequences: (ground) => {
    const { account } = ground.book;
    if (account === undefined) return [];
    return cornerChanges(ground).flatMap(({ recipe, operation, corner, view }) => {
      if (operation.method !== "POST") return [];
      const situation = new CornerSituation(ground, account);
      const person = situation.enter("somebody");
      const made = situation.needsOf(recipe);
      if (made.size === 0) return [];
      for (const [add, look] of [
        [CALLS.once, CALLS.lookOnce],
        [CALLS.twice, CALLS.lookTwice],
      ] as const) {
        situation.add(person.as(situation.change(add, recipe, made)));
        if (view !== undefined) situation.add(person.as(situation.look(look, view)));
      }
      return [situation.build(addingAddsUp.id, `add the same to ${corner.path} twice`, operation.key)];
    });
  },
  judge: (step) => {
    if (step.plannedBy !== addingAddsUp.id) return [];
    const { id } = step.exchange.call;
    if (id !== CALLS.twice && id !== CALLS.lookTwice) return [];
    const [once, twice] = [earlier(step, CALLS.once), earlier(step, CALLS.twice) ?? step.exchange];
    const before = earlier(step, CALLS.lookOnce);
    // Where there is a view, it is what counts.
    if (id === CALLS.twice && before !== undefined) return [];
    if (once === undefined || !succeeded(once) || !succeeded(twice) || !succeeded(step.exchange)) return [];
    const [first, second] = [seenIn(before ?? once, once), seenIn(step.exchange, once)];
    return first === undefined || second === undefined ? [] : judge(step, once, first, second);
  },
};

/** What is shown of the thing that was added. */
interface Seen {
  readonly whole: Json;
  readonly quantity: number | undefined;
  readonly price: number | undefined;
  readonly total: number | undefined;
  /** Where the quantity and the total stand. */
  readonly places: { readonly quantity: Reference | undefined; readonly total: Reference | undefined };
}

/** Undefined where the thing does not stand in one list, alone and once. */
function seenIn(shown: Exchange, added: Exchange): Seen | undefined {
  const body = bodyOf(shown);
  const sent = added.request.inputs.body?.content;
  const named = [
    ...Object.values(added.request.inputs.path),
    ...Object.values(isObject(sent) ? sent : {}),
  ].filter((one): one is string | number => typeof one === "string" || typeof one === "number");
  const found = named.map((id) => itemsWith(body, id)).find((items) => items.length > 0);
  const [only] = found ?? [];
  if (body === undefined || only === undefined || found?.length !== 1 || only.list.length !== 1)
    return undefined;
  const [quantity, total] = [nameOf(only.item, QUANTITY), nameOf(only.holder, TOTAL)];
  const place = (part: Json | undefined, name: string | undefined) => {
    const pointer = part === undefined ? undefined : pointerTo(body, part);
    return name === undefined || pointer === undefined
      ? undefined
      : inAnswer(shown.call.id, appendToPointer(pointer, name));
  };
  return {
    whole: body,
    quantity: numberAt(only.item, quantity),
    price: numberAt(only.item, nameOf(only.item, PRICE)),
    total: numberAt(only.holder, total),
    places: { quantity: place(only.item, quantity), total: place(only.holder, total) },
  };
}

const QUANTITY = /^(quantity|qty|count|units?|pieces?)$/;
const PRICE = /^price$/;
const TOTAL = /^(total|sum|subtotal)$/;
/** `totalItems` counts, it does not add prices up. */
const COUNTS = /^(items?|count|quantity|qty|pages?|elements?|results?|tax|discount|shipping)$/;

/** The name of the one number that is called so. */
function nameOf(holder: Json | undefined, wanted: RegExp): string | undefined {
  if (!isObject(holder)) return undefined;
  const found = Object.keys(holder).filter((name) => {
    const words = nameWords(name);
    const isOther = wanted === TOTAL && words.some((word) => COUNTS.test(word));
    return typeof holder[name] === "number" && !isOther && words.some((word) => wanted.test(word));
  });
  return found.length === 1 ? found[0] : undefined;
}

function numberAt(holder: Json | undefined, name: string | undefined): number | undefined {
  const found = isObject(holder) && name !== undefined ? holder[name] : undefined;
  return typeof found === "number" ? found : undefined;
}

/** A second one may be refused; where it is taken, the number moves. */
function moves(before: Reference | undefined, after: Reference | undefined): Condition | undefined {
  if (before === undefined || after === undefined) return undefined;
  return either(answers(CALLS.twice, REFUSED), differs(before, after));
}

function judge(step: Step, once: Exchange, first: Seen, second: Seen) {
  const { quantity: before } = first;
  const { quantity: after } = second;
  if (before === undefined || after === undefined || before <= 0) return [];
  // `{ sku, quantity: 2 }` may well say how many there are to be.
  const sent = once.request.inputs.body?.content;
  if (after === before && numberAt(sent, nameOf(sent, QUANTITY)) === after) return [];
  if (after === before)
    return jsonEqual(first.whole, second.whole)
      ? [
          object(step, once, {
            clause: "what is added twice is there twice",
            message: `${once.call.operation} answers with success, but the quantity of what was added stands still`,
            expected: `${before * 2}, or a refusal`,
            got: `${after}, as before`,
            why: "The same was added a second time, and nothing has changed.",
            check: moves(first.places.quantity, second.places.quantity),
          }),
        ]
      : [];
  const [total, now] = [first.total, second.total];
  if (total === undefined || now === undefined || total <= 0 || after !== 2 * before) return [];
  const isWrongSum =
    first.price !== undefined &&
    isSame(first.price * before, total) &&
    first.price === second.price &&
    !isSame(first.price * after, now);
  if (now !== total && !isWrongSum) return [];
  return [
    object(step, once, {
      clause: "the total goes with the quantity",
      message: `${once.call.operation} raises the quantity to ${after}, but the total ${now === total ? "stands still" : "is not that of so many"}`,
      expected: `${2 * total}, since one quantity of ${before} was ${total}`,
      got: String(now),
      why: "It is the only thing there, and there is twice as much of it.",
      // A script does not add up.
      check: now === total ? moves(first.places.total, second.places.total) : undefined,
    }),
  ];
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.005;
}

function object(step: Step, once: Exchange, objection: Omit<Objection, "verdict">) {
  return finding(addingAddsUp.id, step, {
    ...objection,
    operation: once.call.operation,
    verdict: "WARN",
    evidence: ["log in as somebody", CALLS.once, CALLS.lookOnce, CALLS.twice],
  });
}
