import type { OperationSemantics } from "../semantics.js";
import type { Effect } from "./effect.js";

/**
 * The patterns of CRUDinfer (Pasqua et al.) as data, each with what must be seen for the operation to be what the
 * pattern says. There the witness is the status of the second call, and 7 of 13 services misled it; here it is the
 * difference between what can be seen before and after. All patterns begin alike, so one run of the calls is held
 * against every one of them.
 */
export interface Pattern {
  readonly semantics: OperationSemantics;
  /** As in the paper: `C` create, `R` read, `RM` list; the operation itself is `THIS`. */
  readonly steps: readonly Step[];
  readonly holds: (seen: Seen) => boolean;
  /** What was seen, for people. */
  readonly says: string;
}

export interface Step {
  readonly call: "C" | "R" | "RM" | "THIS";
  /** Made where the API has such an operation. */
  readonly optional?: true;
  /** Meant to be refused; evidence, not proof. */
  readonly mustFail?: true;
}

/** What came of the calls of a pattern. */
export interface Seen {
  readonly effect: Effect;
  /** What the answer shows of the thing. */
  readonly shows: "the thing" | "a list with it" | "a list" | "something" | "nothing";
  /** A second call was answered like the first; undefined where none was made. */
  readonly repeats?: boolean;
  /** What changed is what was sent. */
  readonly asSent: boolean;
}

const C: Step = { call: "C" };
const THIS: Step = { call: "THIS" };
const R: Step = { call: "R" };
const RM: Step = { call: "RM", optional: true };

export const PATTERNS: readonly Pattern[] = [
  {
    semantics: "READ_MULTI",
    steps: [C, RM, THIS, THIS, R, RM],
    holds: ({ effect, shows, repeats }) =>
      isUntouched(effect) && (shows === "a list with it" || shows === "a list") && repeats !== false,
    says: "it shows a list, twice the same, and nothing has changed",
  },
  {
    semantics: "READ",
    steps: [C, RM, THIS, THIS, R, RM],
    holds: ({ effect, shows, repeats }) =>
      isUntouched(effect) && (shows === "the thing" || shows === "something") && repeats !== false,
    says: "it shows something, twice the same, and nothing has changed",
  },
  {
    semantics: "CREATE",
    steps: [RM, THIS, R, RM],
    holds: ({ effect }) => effect.came > 0,
    says: "what was not there before can be seen after it",
  },
  {
    semantics: "UPDATE",
    steps: [C, RM, R, THIS, R, RM],
    holds: ({ effect, asSent }) => effect.self === "changed" && asSent && effect.went === 0,
    says: "the thing reads as was sent, and the others are still there",
  },
  {
    semantics: "DELETE",
    steps: [C, RM, R, THIS, R, RM, { ...THIS, mustFail: true }],
    holds: ({ effect }) => effect.self === "gone",
    says: "the thing was there before it, and is gone after it",
  },
  {
    semantics: "OTHER",
    steps: [C, RM, R, THIS, R, RM],
    holds: ({ effect, asSent }) => effect.self === "changed" && !asSent,
    says: "the thing changes, and not in what was sent",
  },
];

export function isUntouched({ self, came, went }: Effect): boolean {
  return (self === "same" || self === "unknown") && came === 0 && went === 0;
}

export function patternFor(semantics: OperationSemantics): Pattern {
  const pattern = PATTERNS.find((candidate) => candidate.semantics === semantics);
  // The list has one for every label.
  if (pattern === undefined) throw new Error(`no pattern for ${semantics}`);
  return pattern;
}
