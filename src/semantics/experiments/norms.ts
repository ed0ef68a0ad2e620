import type { Check } from "#calls/check";
import { answers, expecting, REFUSED } from "#calls/checks";
import type { Finding, Verdict } from "#calls/finding";

/**
 * What is usual, and what experiments report once where a service does otherwise. Nearly all are weak: a service may have
 * its reasons, and what it does is taken for a rule from then on.
 */
export interface Norm {
  readonly id: string;
  /** The rule as a sentence. */
  readonly title: string;
  /** The strongest verdict that it gives. */
  readonly verdict: Verdict;
  /** Where the rule stands. */
  readonly source: string;
}

export const DUPLICATE: Norm = {
  id: "duplicate-is-refused",
  title: "A POST with the id of a thing that is there is refused.",
  verdict: "WARN",
  source: "RFC 9110, section 15.5.10; a 409 that the document declares",
};

export const REFUSED_YET_DONE: Norm = {
  id: "refused-yet-done",
  title: "A create that is refused, since its id is taken, leaves what has the id as it was.",
  verdict: "ERR",
  source: "RFC 9110, section 15.5",
};

export const ABSENT: Norm = {
  id: "absent-is-refused",
  title: "An update or delete of something that is not there is not answered with success.",
  verdict: "NOTE",
  source: "RFC 9110, section 15.5.5",
};

export const DANGLING: Norm = {
  id: "dangling-is-refused",
  title: "A thing that refers to something that is not there is not created.",
  verdict: "WARN",
  source: "referential integrity",
};

export const ORPHANS: Norm = {
  id: "orphans",
  title: "Deleting a thing does not leave others behind that refer to it.",
  verdict: "WARN",
  source: "referential integrity",
};

export const CONFLICT: Norm = {
  id: "conflict-is-refused",
  title: "A delete for which the document declares a conflict is refused where others refer to the thing.",
  verdict: "WARN",
  source: "a 409 that the document declares",
};

export const SIDES: Norm = {
  id: "both-sides-show-it",
  title: "What joins two things shows in the lists of both.",
  verdict: "WARN",
  source: "a service's agreement with itself",
};

export const ITEM: Norm = {
  id: "list-and-item-agree",
  title: "A list under a thing, and the read of one of its items, tell the same story.",
  verdict: "WARN",
  source: "a service's agreement with itself; a 404 that the document declares",
};

export const IDLE: Norm = {
  id: "success-does-something",
  title: "An action that is refused in one status and taken in another does something there.",
  verdict: "WARN",
  source: "a service's agreement with itself",
};

export const UNREFUSED: Norm = {
  id: "declared-refusal-happens",
  title: "A create or an action for which the document declares a conflict is refused somewhere.",
  verdict: "WARN",
  source: "a 409 that the document declares",
};

export const MANY: Norm = {
  id: "all-are-created",
  title: "A create of several things creates all of them.",
  verdict: "WARN",
  source: "RFC 9110, section 9.3.3",
};

export const REVIVED: Norm = {
  id: "update-revives-nothing",
  title: "An update of a thing that was deleted, and is kept, does not bring it back.",
  verdict: "WARN",
  source: "a service's agreement with itself",
};

export const SAID: Norm = {
  id: "documented-statuses-hold",
  title: "An operation is taken in the statuses that the document names for it, and leads where it says.",
  verdict: "ERR",
  source: "what the document says of the operation and its refusals",
};

export const ENDED: Norm = {
  id: "ended-stays-ended",
  title:
    "What was cancelled, rejected or expired does not go on by an action that is not there to bring it back.",
  verdict: "WARN",
  source: "a service's agreement with itself",
};

export const RESTORED: Norm = {
  id: "restored-is-listed",
  title: "What was listed, deleted and restored is listed again.",
  verdict: "WARN",
  source: "a service's agreement with itself",
};

export const TRASH: Norm = {
  id: "trash-shows-the-deleted",
  title: "A list of what was deleted shows each thing that was deleted in the same way.",
  verdict: "WARN",
  source: "a service's agreement with itself",
};

export const EMPTIED: Norm = {
  id: "emptied-is-gone",
  title: "Emptying a list of what was deleted removes that for good, and nothing else.",
  verdict: "ERR",
  source: "a service's agreement with itself",
};

export const STORES_NOTHING: Norm = {
  id: "stores-nothing",
  title: "A service keeps what it is given: a mock server does not, and is judged by its answers alone.",
  verdict: "NOTE",
  source: "a service's agreement with itself",
};

export const BROKEN: Norm = {
  id: "reads-survive-writes",
  title: "A read that worked does not fail with a server error after a write.",
  verdict: "ERR",
  source: "RFC 9110, section 15.6",
};

/** Every norm, in the order in which the reference page lists them. */
export const NORMS: readonly Norm[] = [
  DUPLICATE,
  REFUSED_YET_DONE,
  DANGLING,
  ORPHANS,
  CONFLICT,
  SIDES,
  ITEM,
  IDLE,
  UNREFUSED,
  MANY,
  REVIVED,
  SAID,
  ENDED,
  RESTORED,
  TRASH,
  EMPTIED,
  BROKEN,
  ABSENT,
  STORES_NOTHING,
];

export interface Deviation
  extends Pick<Finding, "operation" | "message" | "expected" | "got" | "why" | "cause"> {
  /** The norm's own verdict where it is left out. */
  readonly verdict?: Verdict;
  /** What distinguishes this cause from others under the same norm; no ids and no values. */
  readonly shape?: string;
  /** The call at which it showed, and those without which it is none. */
  readonly call: string;
  readonly evidence: readonly string[];
  /** What can be checked in the answers alone, where that is not a refusal; null where nothing can. */
  readonly check?: Check | null | undefined;
  /** Writes that are there to be compared with, and that a reader does without. */
  readonly comparisons?: readonly string[];
}

/** Norms that one refusal keeps. */
const REFUSALS: readonly Norm[] = [DUPLICATE, DANGLING, CONFLICT, ABSENT];

/** A note is a habit of the whole service: at several operations it is one finding. */
export function deviation(norm: Norm, { shape, check: stated, ...about }: Deviation): Finding {
  const verdict = about.verdict ?? norm.verdict;
  const key = [...(verdict === "NOTE" ? [] : [about.operation]), norm.id, ...(shape ? [shape] : [])];
  // What an experiment does is looked at afterwards, but for the calls that are to find nothing.
  const refused = norm === ABSENT ? about.call : (about.evidence.at(-1) ?? about.call);
  const usual = REFUSALS.includes(norm) ? expecting(answers(refused, REFUSED)) : undefined;
  const check = stated === null ? undefined : (stated ?? usual);
  return {
    ...about,
    ...(check === undefined ? {} : { check }),
    key: key.join(" · "),
    oracle: norm.id,
    verdict,
    clause: norm.title,
  };
}
