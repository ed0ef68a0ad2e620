import type { Finding } from "#calls/finding";
import { nameWords } from "#values/name-words";
import type { Status } from "../rule.js";
import { isMoved, isToBeRefused, type Move, shownBy } from "./move.js";
import { deviation, ENDED } from "./norms.js";

const ENDS =
  /^(cancell?ed|rejected|declined|denied|expired|void|voided|withdrawn|revoked|terminated|aborted)$/;

/** What brings a thing back says so. */
const REVIVES = /^(re[a-z]{2,}|un[a-z]{2,}|undo|undelete|activate|back|again|retry|appeal|draft)$/;

/**
 * An action that also moves a thing on from where it begins, and moves one on that has come to its end; while another
 * action is refused there, so that the service knows that it is an end.
 */
export function endedMoves(moves: readonly Move[], initial: Status): readonly Finding[] {
  return moves.flatMap((move) => {
    const { operation, from, after } = move;
    const there = moves.filter((other) => other.from === from && other.operation !== operation);
    const onward = moves.find((other) => other.operation === operation && other.from === initial);
    const isEnd = nameWords(String(from)).some((word) => ENDS.test(word));
    if (!isEnd || from === initial || after?.kind !== "there" || after.status === from || !isMoved(move))
      return [];
    const isOrdinary = onward?.after?.kind === "there" && onward.after.status === after.status;
    const isMinded = there.some((other) => other.after?.kind === "refused");
    if (
      !isOrdinary ||
      !isMinded ||
      revives(operation) ||
      nameWords(String(after.status)).some((word) => ENDS.test(word))
    )
      return [];
    const { call, evidence } = shownBy(move);
    return [
      deviation(ENDED, {
        operation,
        shape: String(from),
        message: `${operation} moves what is ${from} on to ${after.status}`,
        expected: "a refusal",
        got: `success; the status is now ${after.status}`,
        why: `It is done with what is ${initial}; that a thing is ${from} is its end, and other actions are refused there.`,
        check: isToBeRefused(move),
        call,
        evidence,
      }),
    ];
  });
}

function revives(operation: string): boolean {
  const last = operation.split("/").at(-1) ?? "";
  return nameWords(last).some((word) => REVIVES.test(word));
}
