import type { Finding } from "#calls/finding";
import { referencesOf } from "#calls/references";
import { isSuccess, succeeded } from "#calls/succeeded";
import { LIFE } from "#semantics/life";
import { isRead } from "#semantics/semantics";
import { earlier, isAbsent, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { show } from "./show.js";
import { type Kind, kindsOf, namesOnly, Situation } from "./situation.js";
import { tellingChanges } from "./telling-changes.js";
import { seenAt, seenNow, sentBy, writtenChanges } from "./written-changes.js";

const CALLS = { make: "make it", look: "look", again: "look again" } as const;

/** The operation follows. */
const [READ, LOOK_AFTER] = ["read by ", "look after "];

/** So many other reads of a thing are tried. */
const MOST = 3;

/**
 * A thing reads the same the second time, and after every other read that names it. Reads may be counted and dated:
 * only what a client wrote is compared. Where a GET is known to write, as old services have it, that is told once.
 */
export const readsChangeNothing: Oracle = {
  id: "reads-change-nothing",
  title: "GET changes nothing that was written, and the second read shows what the first did.",
  verdict: "ERR",
  source: "RFC 9110, section 9.2.1",
  needs: "a read of a thing",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const [read] = kind.resource.read;
      if (read?.startsWith("GET ") !== true) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      situation.look(CALLS.look, things);
      situation.look(CALLS.again, things);
      for (const operation of otherReads(ground, kind)) {
        const call = situation.plain(`${READ}${operation}`, operation, things);
        const isOfIt = referencesOf(call).some(({ reference }) => reference.call === CALLS.make);
        if (!isOfIt || !namesOnly(call, things)) continue;
        situation.add(call);
        situation.look(`${LOOK_AFTER}${operation}`, things);
      }
      return [situation.build(readsChangeNothing.id, "read it again and again")];
    }),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy === undefined && id === LIFE.readDeleted) return judgeRemoval(step);
    if (step.plannedBy !== readsChangeNothing.id) return [];
    if (id === CALLS.again) return compare(step, CALLS.look, step.operation.key);
    if (!id.startsWith(LOOK_AFTER)) return [];
    return compare(step, CALLS.again, id.slice(LOOK_AFTER.length), `${READ}${id.slice(LOOK_AFTER.length)}`);
  },
};

/** Reads of the thing other than the usual one; what is known to do more than read is left alone. */
function otherReads({ known }: Ground, { resource }: Kind): readonly string[] {
  return known.api.operations
    .filter(({ method, key }) => {
      const meaning = known.semantics.operations[key];
      return (
        method === "GET" &&
        isRead(meaning?.semantics) &&
        meaning?.kind !== "action" &&
        key !== resource.read[0]
      );
    })
    .filter(({ path, parameters }) => path.includes("{") && parameters.every(isFilled))
    .slice(0, MOST)
    .map(({ key }) => key);
}

function isFilled({ in: place, required }: { readonly in: string; readonly required: boolean }): boolean {
  return place === "path" || !required;
}

function compare(step: Step, look: string, operation: string, read?: string): readonly Finding[] {
  const before = seenAt(step, look);
  if (before === undefined) return [];
  const rest = {
    operation,
    evidence: [look, ...(read === undefined ? [] : [read])],
    verdict: "ERR",
    clause: "a read changes nothing",
    why: "Everybody may repeat a read, from a browser to a cache; nothing that was written may depend on it.",
  } as const;
  const { status } = step.response;
  if (isAbsent(step.exchange)) {
    const message = `The ${noun(step)} is gone after ${operation} has read it`;
    return [finding(readsChangeNothing.id, step, { ...rest, message, expected: "200", got: String(status) })];
  }
  const made = earlier(step, CALLS.make);
  const [changed] =
    seenNow(step) === undefined
      ? []
      : tellingChanges(writtenChanges(before, seenNow(step), sentBy(made)), made);
  if (changed === undefined) return [];
  return [
    finding(readsChangeNothing.id, step, {
      ...rest,
      message: `The ${noun(step)} shows another ${changed.pointer} after ${operation} has read it`,
      expected: show(changed.before),
      got: show(changed.after),
    }),
  ];
}

/** In the life of a thing: it was removed, by a GET. */
function judgeRemoval(step: Step): readonly Finding[] {
  const removal = earlier(step, LIFE.delete);
  const wasThere = succeeded(earlier(step, LIFE.readCreated));
  if (removal?.request.method !== "GET" || !succeeded(removal) || !wasThere || isSuccess(step.response))
    return [];
  return [
    finding(readsChangeNothing.id, step, {
      operation: removal.call.operation,
      evidence: [removal.call.id],
      form: true,
      habit: true,
      verdict: "WARN",
      clause: "what writes is no GET",
      message: `${removal.call.operation} removes a ${noun(step)} by GET`,
      expected: "DELETE or POST for what writes",
      got: "GET",
      why: "Browsers, caches and crawlers call GET without being asked to.",
    }),
  ];
}
