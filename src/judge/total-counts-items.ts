import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer } from "#base/json-pointer";
import type { Condition } from "#calls/check";
import { differs, inAnswer } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { Reference } from "#calls/template";
import { LIFE } from "#semantics/life";
import { hasId, listItems, pathTo } from "#semantics/list-items";
import { bodyOf, earlier } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { isWhole, type StatedTotal, totalIn } from "./total-in.js";

/**
 * The total that a list states may count more than one page shows. It is held against the service where it is less than
 * what is shown, where the first page has room for more and it is more than what is shown, and where the list shows that
 * one thing went and the total does not. `total` may also be a sum of money: what is only
 * called that is a warning, unless it was the number of items before.
 */
export const totalCountsItems: Oracle = {
  id: "total-counts-items",
  title: "The total of a list is the number of things in it, also after a delete.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs: "a list that states a total",
  judge: (step) => {
    const { id } = step.exchange.call;
    const lists = step.subject?.resource.list ?? [];
    const total = totalIn(step.exchange);
    const items = listItems(bodyOf(step.exchange));
    if (!isSuccess(step.response) || total === undefined || items === undefined) return [];
    const surplus = total.value > items.length && isWhole(step, items) ? [tooMany(step, total, items)] : [];
    if (!lists.includes(step.operation.key)) return surplus;
    const rest = {
      clause: "a total is the number of items",
      got: `${total.name}: ${total.value}`,
    } as const;
    if (total.value < items.length) {
      return [
        finding(totalCountsItems.id, step, {
          ...rest,
          verdict: total.isCertain ? "ERR" : "WARN",
          shape: "too small",
          expected: `${total.name}: ${items.length} or more`,
          message: `${step.operation.key} shows ${items.length} items and says that there are ${total.value}`,
          why: "There cannot be fewer things in all than are shown.",
        }),
      ];
    }
    const isAll = Object.keys(step.exchange.request.inputs.query).length === 0;
    // Of all that there is a delete tells more: the surplus may be left of others, and show nowhere else.
    if (id !== LIFE.listDeleted)
      return isAll && (step.subject?.resource.delete.length ?? 0) > 0 ? [] : surplus;
    const before = earlier(step, LIFE.listCreated);
    if (before === undefined || !succeeded(before) || !succeeded(earlier(step, LIFE.delete))) return surplus;
    const stated = totalIn(before);
    const was = stated?.value;
    const gone = goneBetween(step, before, items);
    if (was === undefined || gone === undefined || total.value <= was - gone) return surplus;
    return [
      finding(totalCountsItems.id, step, {
        ...rest,
        verdict: total.isCertain || was === listItems(bodyOf(before))?.length ? "ERR" : "WARN",
        shape: "counts what is gone",
        ...(stated === undefined || was !== total.value ? {} : { check: differs(stated.at, total.at) }),
        expected: `${total.name}: ${was - gone}`,
        evidence: [LIFE.create, LIFE.listCreated, LIFE.delete],
        message: `${step.operation.key} no longer shows what was deleted, but still counts it`,
        why: `Before the delete the total was ${was}, and ${gone} of the items are gone from the list since.`,
      }),
    ];
  },
};

function tooMany(step: Step, total: StatedTotal, items: readonly Json[]): Finding {
  const shown = items.length;
  const path = pathTo(bodyOf(step.exchange), items);
  const list = path && inAnswer(step.exchange.call.id, formatPointer(path));
  return finding(totalCountsItems.id, step, {
    verdict: total.isCertain ? "ERR" : "WARN",
    clause: "a total is the number of items",
    shape: "too large",
    got: `${total.name}: ${total.value}`,
    expected: `${total.name}: ${shown}`,
    ...(list === undefined ? {} : { check: countsAll(total, list) }),
    message: `${step.operation.key} shows all that there is on its first page, ${shown}, and says that there are ${total.value}`,
    why: "The page has room for more, and begins at the beginning: whoever goes by the total asks for pages that there are not.",
  });
}

/** In a header it is text. */
function countsAll({ at }: StatedTotal, list: Reference): Condition {
  return { kind: "equal", left: at, right: { kind: "count", list, plus: 0 }, as: "text" };
}

/** How many items a list no longer shows, the subject among them; undefined where something else has come. */
function goneBetween({ subject }: Step, before: Exchange, now: readonly Json[]): number | undefined {
  const shown = listItems(bodyOf(before));
  const id = subject?.id;
  if (shown === undefined || id === undefined || subject === undefined) return undefined;
  const has = (items: readonly Json[]) => items.some((item) => hasId(item, id, subject.resource.idFields));
  const isPart = now.every((item) => shown.some((other) => jsonEqual(item, other)));
  return isPart && has(shown) && !has(now) ? shown.length - now.length : undefined;
}
