import type { Json } from "#base/json";
import type { Condition } from "#calls/check";
import { expecting } from "#calls/checks";
import type { Exchange, HttpResponse, NoResponse } from "#calls/exchange";
import type { Finding, Verdict } from "#calls/finding";
import type { Reference } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Known } from "#cover/sequence-builder";
import type { Api, Operation, OperationKey } from "#openapi/api";
import type { RecipeBook } from "#semantics/find-recipes";
import { type Habits, type Keeping, keepingOf } from "#semantics/habits";
import type { Rule } from "#semantics/rule";
import type { Resource } from "#semantics/semantics";
import type { ValidatorFor } from "./validators.js";

/** What an oracle sees: one exchange, what came before it in its sequence, and what the document says of it. */
export interface Step {
  readonly api: Api;
  readonly operation: Operation;
  readonly exchange: Exchange;
  /** The exchange's response; oracles are not asked about calls that got none. */
  readonly response: HttpResponse;
  readonly before: readonly Exchange[];
  /** The id of the oracle that planned the sequence; undefined in lives, tours and visits. */
  readonly plannedBy?: string;
  /** The thing whose life the sequence shows, where it shows one. */
  readonly subject?: Subject;
  readonly validatorFor: ValidatorFor;
  /** What the service does with everything that it is sent. */
  readonly habits: Habits;
}

/** What an oracle sees of a call to which no answer came. */
export interface Silence extends Omit<Step, "response"> {
  readonly outcome: NoResponse;
}

export interface Subject {
  readonly resource: Resource;
  /** Its id, once it was created. */
  readonly id?: Json;
  /** The id of the thing that stands beside it. */
  readonly otherId?: Json;
  /** Where the two ids come from. */
  readonly idAt?: Reference;
  readonly otherIdAt?: Reference;
}

/** How the service keeps things of the kind that the sequence is about: asked by whoever compares what was sent. */
export function keepingIn({ habits, subject }: Pick<Step, "habits" | "subject">): Keeping {
  return keepingOf(habits, subject?.resource.name);
}

/** What a reader needs to know of a rule that findings name. */
export interface OracleDescription {
  readonly id: string;
  /** The rule as a sentence. */
  readonly title: string;
  /** The strongest verdict that it gives. */
  readonly verdict: Verdict;
  /** Where the rule stands. */
  readonly source: string;
  /** What an API must have for the rule to apply, in half a sentence; undefined where any will do. */
  readonly needs?: string;
}

/**
 * A rule that one exchange can break. Plain objects, one per file, named in `oracles.ts`. An oracle reads the
 * record and returns findings; it sends nothing and remembers nothing.
 *
 * Most oracles judge what happens anyway. One that needs a situation of its own plans it in `sequences`, as calls with
 * ids of its choice (see `situation.ts`), and recognises them in `judge` by those ids where `step.plannedBy` is its own.
 * The run makes things for them, runs what found something twice, leads around faults, shrinks, and cleans up. A call
 * that ought to be refused, or that the document does not describe, has an id that begins with `PROVOKE`: other oracles
 * then do not take its refusal amiss, and the sequence goes on after it.
 */
export interface Oracle extends OracleDescription {
  readonly judge: (step: Step) => readonly Finding[];
  /** Asked about calls that got no answer. */
  readonly judgeSilence?: (silence: Silence) => readonly Finding[];
  /** It judges one answer by itself, so that it can also be asked about a service that stores nothing. */
  readonly judgesAnswerAlone?: true;
  /** It compares whole lists: what the run itself has deleted before must not leave them meanwhile. */
  readonly quiet?: true;
  /** Calls that bring the situations about which it judges, where nothing else does. Few: they cost requests. */
  readonly sequences?: (ground: Ground) => readonly PlannedSequence[];
}

/** What oracles plan from: what is known of the API once it was learned, and how things are made. */
export interface Ground {
  readonly known: Known;
  readonly book: RecipeBook;
  readonly rules: readonly Rule[];
  /** What the service does with everything that it is sent. */
  readonly habits: Habits;
  /** As whom calls can be made. */
  readonly access?: Access;
  /** Random inputs per operation beside those at the boundaries. */
  readonly fuzz?: number;
  /** Whether the service was seen to send ETags; undefined where nobody has looked. */
  readonly sendsEtags?: boolean;
}

/** The users of the auth file, the one as whom the run calls first, and whether there is any way to be somebody. */
export interface Access {
  readonly actors: readonly string[];
  readonly hasCredentials: boolean;
  /** The user as whom an operation is called, where that is not the first; null or undefined: the first. */
  readonly callerOf?: (operation: OperationKey) => string | null;
  /** Users who were let in where the first is denied. */
  readonly privileged?: ReadonlySet<string>;
}

export interface Objection {
  readonly verdict: Verdict;
  /** The norm that is broken, in words or as a clause. */
  readonly clause: string;
  /** What distinguishes this cause from others under the same clause; no ids and no values. */
  readonly shape?: string;
  readonly message: string;
  readonly expected: string;
  readonly got: string;
  readonly why: string;
  /** The ids of the earlier calls that the objection rests on. */
  readonly evidence?: readonly string[];
  /** Writes among them that are there to be compared with, and that a reader does without. */
  readonly comparisons?: readonly string[];
  /** It is about the form of an answer only: the service's state is none the less known. */
  readonly form?: true;
  /** One cause for the whole service: the same habit at several operations is one finding. */
  readonly habit?: true;
  /** What is wrong, whichever operation shows it: findings of one cause are one fault. */
  readonly cause?: string | undefined;
  /** Where it shows, for a reader. */
  readonly place?: string;
  /** Keys or causes of findings that explain this one where they were found. */
  readonly explainedBy?: readonly string[];
  /** What holds of the calls where the fault is gone, as far as it can be said so. */
  readonly check?: Condition | undefined;
  /** The operation at fault where it is not the one whose answer showed it. */
  readonly operation?: string;
}

export function finding(
  oracle: string,
  step: Pick<Step, "operation" | "exchange">,
  objection: Objection,
): Finding {
  const operation = objection.operation ?? step.operation.key;
  const { verdict, clause, message, expected, got, why } = objection;
  const key = [...(objection.habit ? [] : [operation]), oracle, objection.shape ?? clause].join(" · ");
  return {
    key,
    oracle,
    operation,
    verdict,
    clause,
    message,
    expected,
    got,
    why,
    call: step.exchange.call.id,
    evidence: objection.evidence ?? [],
    ...(objection.comparisons === undefined ? {} : { comparisons: objection.comparisons }),
    ...(objection.form === true ? { form: true } : {}),
    ...(objection.cause === undefined ? {} : { cause: objection.cause }),
    ...(objection.place === undefined ? {} : { place: objection.place }),
    ...(objection.explainedBy === undefined ? {} : { explainedBy: objection.explainedBy }),
    ...(objection.check === undefined ? {} : { check: expecting(objection.check) }),
  };
}
