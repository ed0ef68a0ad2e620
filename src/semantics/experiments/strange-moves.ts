import { aNoun } from "#base/a-noun";
import { isObject, type Json } from "#base/json";
import { formatPointer, getAtPointer } from "#base/json-pointer";
import type { Check } from "#calls/check";
import { answers, differs, either, expecting, inAnswer, REFUSED } from "#calls/checks";
import type { Finding } from "#calls/finding";
import { value } from "#calls/template";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { isIdempotent } from "../idempotent.js";
import type { Status } from "../rule.js";
import { bodyIn } from "./check-of.js";
import type { Lab } from "./lab.js";
import { type Move, shownBy } from "./move.js";
import { deviation, IDLE, REVIVED, UNREFUSED } from "./norms.js";
import { declares, type Subject } from "./subject.js";

/** What an action does otherwise than actions that depend on a status usually do. */
export function strangeMoves(
  lab: Lab,
  moves: readonly Move[],
  /** How many statuses were reached, and whether they are all that a thing can be in. */
  { statuses, all }: { readonly statuses: number; readonly all: boolean },
): readonly Finding[] {
  const [first] = moves;
  const known = moves.filter(({ after }) => after !== undefined);
  const meaning = first && lab.bench.semantics.operations[first.operation];
  if (first === undefined || known.length < statuses || meaning?.semantics !== "OTHER") return [];
  const accepted = known.filter(({ after }) => after?.kind === "there");
  const refused = known.filter(({ after }) => after?.kind === "refused");
  const names = (some: readonly Move[]) => some.map(({ from }) => from).join(", ");
  const { operation } = first;
  const idle = accepted.find(({ isSame }) => isSame);
  const mayDoNothing = isIdempotent(operationOf(lab.bench.api, operation));
  if (refused.length > 0 && idle !== undefined && !mayDoNothing && accepted.every(({ isSame }) => isSame)) {
    const { call, evidence } = shownBy(idle);
    return [
      deviation(IDLE, {
        operation,
        message: `${operation} is refused where the status is ${names(refused)} and accepted where it is ${names(accepted)}, but changes nothing there`,
        expected: "something that can be seen, or a refusal",
        got: "success, and everything is as before",
        why: "It depends on the status of a thing whether it is taken; whoever gets a success takes it for done.",
        call,
        evidence,
      }),
    ];
  }
  // Done once, it is taken again in the very status that it leads to.
  const again = accepted.find(({ from, after }) => after?.kind === "there" && after.status === from);
  if (!all || accepted.length < statuses || again === undefined || !declares(lab.bench.api, operation, "409"))
    return [];
  const { call, evidence } = shownBy(again);
  return [
    deviation(UNREFUSED, {
      operation,
      message: `${operation} is accepted in every status (${names(accepted)}), although the document declares a conflict`,
      expected: "409 in some status",
      got: "success in all of them, also where it was done already",
      check: expecting(answers(evidence.at(-1) ?? call, REFUSED)),
      why: "The document promises a refusal that no status of the thing brings about.",
      call,
      evidence,
    }),
  ];
}

/** An update of what was deleted and is kept, after which it stands where the delete took it from. */
export function revivals(
  lab: Lab,
  { resource, update }: Subject,
  field: string,
  initial: Status,
  moves: readonly Move[],
): readonly Finding[] {
  const of = (operation: OperationKey | undefined) => moves.filter((move) => move.operation === operation);
  const [remove] = resource.delete;
  const removal = of(remove).find(({ from }) => from === initial)?.after;
  const dead = removal?.kind === "there" && removal.status !== initial ? removal.status : undefined;
  const revival = of(update?.operation).find(
    ({ from, after }) => from === dead && after?.kind === "there" && after.status === initial,
  );
  if (revival === undefined || dead === undefined) return [];
  const { operation } = revival;
  const { call, evidence } = shownBy(revival);
  return [
    deviation(REVIVED, {
      operation,
      message: `${operation} brings ${aNoun(resource.name)} back that ${remove} has deleted`,
      expected: `a refusal, or that its ${field} stays ${dead}`,
      got: `its ${field} is ${initial} again`,
      why: "Whoever updates a thing has not asked for it to be restored.",
      check: staysDead(lab, call, evidence.at(-1) ?? call, field, initial),
      call,
      evidence,
    }),
  ];
}

/** The update is refused, or the look after it shows another status than that of a new thing. */
function staysDead(
  lab: Lab,
  look: string,
  update: string,
  field: string,
  initial: Status,
): Check | undefined {
  const body = bodyIn(lab, look);
  const isIt = (json: Json | undefined) => getAtPointer(json ?? null, formatPointer([field])) === initial;
  const around = isObject(body) ? Object.keys(body).filter((name) => isIt(body[name])) : [];
  const place = isIt(body) ? [field] : around.length === 1 ? [...around, field] : undefined;
  if (place === undefined) return undefined;
  return expecting(
    either(answers(update, REFUSED), differs(inAnswer(look, formatPointer(place)), value(initial))),
  );
}
