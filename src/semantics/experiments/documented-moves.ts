import type { Finding, Verdict } from "#calls/finding";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import type { Status } from "../rule.js";
import { type StatusesSaid, statusesSaid } from "../statuses-said.js";
import type { Lab } from "./lab.js";
import { isMoved, isToBeRefused, type Move, shownBy } from "./move.js";
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
  statuses: readonly Status[],
  /** Whose status it is, where not that of the thing itself. */
  owner?: string,
): readonly Finding[] {
  const words = statuses.flatMap((status) => (typeof status === "string" ? [status] : []));
  const said = statusesSaid(operationOf(lab.bench.api, operation), words);
  if (said === undefined) return [];
  const isSaid = ({ from }: Move) => said.allowed.includes(String(from));
  const accepted = moves.filter(({ after }) => after !== undefined && after.kind !== "refused");
  const refused = moves.filter(({ after }) => after?.kind === "refused");
  const why = `The document says: “${said.words.slice(0, 160)}”`;
  const status = owner === undefined ? "the status" : `the status of its ${owner}`;
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
      .map((move) =>
        taken(operation, move, said, isHeeded && said.isPlain ? "ERR" : "WARN", { status, why }),
      );
  if (tooFew.length > 0 && tooMany.length === 0 && said.isPlain)
    return tooFew.slice(0, 1).map((move) => turnedAway(operation, move, said, { status, why }));
  return accepted
    .filter((move) => owner === undefined && isSaid(move))
    .flatMap((move) => astray(operation, move, said, why))
    .slice(0, 1);
}

interface Telling {
  readonly status: string;
  readonly why: string;
}

function taken(
  operation: OperationKey,
  move: Move,
  said: StatusesSaid,
  verdict: Verdict,
  { status, why }: Telling,
): Finding {
  const { call, evidence } = shownBy(move);
  return deviation(SAID, {
    operation,
    verdict,
    shape: "taken",
    message: `${operation} is accepted where ${status} is ${move.from}`,
    expected: `a refusal: it is for ${said.allowed.join(", ")}`,
    got:
      move.after?.kind === "there" && move.after.status !== move.from
        ? `success; it is now ${move.after.status}`
        : "success",
    why,
    check: isToBeRefused(move),
    call,
    evidence,
  });
}

function turnedAway(
  operation: OperationKey,
  move: Move,
  said: StatusesSaid,
  { status, why }: Telling,
): Finding {
  const { call, evidence } = shownBy(move);
  return deviation(SAID, {
    operation,
    verdict: "WARN",
    shape: "refused",
    message: `${operation} is refused where ${status} is ${move.from}`,
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
