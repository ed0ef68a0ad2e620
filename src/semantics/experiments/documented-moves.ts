import { answers, expecting, REFUSED } from "#calls/checks";
import type { Finding, Verdict } from "#calls/finding";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { type StatusesSaid, statusesSaid } from "../statuses-said.js";
import type { Lab } from "./lab.js";
import { isMoved, type Move, shownBy } from "./move.js";
import { deviation, SAID } from "./norms.js";
import { declares } from "./subject.js";

/**
 * What an operation does in a status for which the document does not have it, and the other way round. The words were read
 * rightly only where the service goes by them otherwise: it takes the call where they allow it, and refuses it elsewhere.
 */
export function undocumentedMoves(
  lab: Lab,
  operation: OperationKey,
  moves: readonly Move[],
  statuses: readonly string[],
): readonly Finding[] {
  const said = statusesSaid(operationOf(lab.bench.api, operation), statuses);
  if (said === undefined) return [];
  const isSaid = ({ from }: Move) => said.allowed.includes(String(from));
  const accepted = moves.filter(({ after }) => after !== undefined && after.kind !== "refused");
  const refused = moves.filter(({ after }) => after?.kind === "refused");
  const words = `The document says: “${said.words.slice(0, 160)}”`;
  if (!accepted.some(isSaid)) return [];
  // What was done already may be taken again and change nothing; unless it changes nothing where it should, either.
  const isSeen = accepted.filter(isSaid).every(isMoved);
  const tooMany = accepted.filter((move) => !isSaid(move) && (isMoved(move) || !isSeen));
  const tooFew = said.onlyExcludes === true ? [] : refused.filter(isSaid);
  // Where nothing is refused the service may not go by the status at all, and where both go wrong, neither was meant.
  const isHeeded = refused.length > tooFew.length;
  const isPromised = declares(lab.bench.api, operation, "409");
  if (tooMany.length > 0 && tooFew.length === 0 && (isHeeded || isPromised))
    return tooMany
      .slice(0, 1)
      .map((move) => taken(operation, move, said, isHeeded && said.isPlain ? "ERR" : "WARN", words));
  if (tooFew.length > 0 && tooMany.length === 0 && said.isPlain)
    return tooFew.slice(0, 1).map((move) => turnedAway(operation, move, said, words));
  return accepted
    .filter(isSaid)
    .flatMap((move) => astray(operation, move, said, words))
    .slice(0, 1);
}

function taken(
  operation: OperationKey,
  move: Move,
  said: StatusesSaid,
  verdict: Verdict,
  why: string,
): Finding {
  const { call, evidence } = shownBy(move);
  return deviation(SAID, {
    operation,
    verdict,
    shape: "taken",
    message: `${operation} is taken where the status is ${move.from}`,
    expected: `a refusal: it is for ${said.allowed.join(", ")}`,
    got: move.after?.kind === "there" ? `success; the status is now ${move.after.status}` : "success",
    why,
    check: expecting(answers(evidence.at(-1) ?? call, REFUSED)),
    call,
    evidence,
  });
}

function turnedAway(operation: OperationKey, move: Move, said: StatusesSaid, why: string): Finding {
  const { call, evidence } = shownBy(move);
  return deviation(SAID, {
    operation,
    verdict: "WARN",
    shape: "refused",
    message: `${operation} is refused where the status is ${move.from}`,
    expected: `success: it is for ${said.allowed.join(", ")}`,
    got: "a refusal",
    why,
    call,
    evidence,
  });
}

function astray(
  operation: OperationKey,
  move: Move,
  { leadsTo }: StatusesSaid,
  why: string,
): readonly Finding[] {
  if (leadsTo === undefined || move.after?.kind !== "there" || move.after.status === leadsTo) return [];
  const { call, evidence } = shownBy(move);
  const to = move.after.status;
  return [
    deviation(SAID, {
      operation,
      verdict: "WARN",
      shape: "leads elsewhere",
      message: `${operation} leads from ${move.from} to ${to}`,
      expected: leadsTo,
      got: String(to),
      why,
      call,
      evidence,
    }),
  ];
}
