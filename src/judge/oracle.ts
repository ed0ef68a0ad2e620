import type { Json } from "#base/json";
import type { Exchange, HttpResponse } from "#calls/exchange";
import type { Finding, Verdict } from "#calls/finding";
import type { Api, Operation } from "#openapi/api";
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
  /** The thing whose life the sequence shows, where it shows one. */
  readonly subject?: Subject;
  readonly validatorFor: ValidatorFor;
}

export interface Subject {
  readonly resource: Resource;
  /** Its id, once it was created. */
  readonly id?: Json;
  /** The id of the thing that stands beside it. */
  readonly otherId?: Json;
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
}

/**
 * A rule that one exchange can break. Plain objects, one per file, named in `oracles.ts`. An oracle reads the
 * record and returns findings; it sends nothing and remembers nothing.
 */
export interface Oracle extends OracleDescription {
  readonly judge: (step: Step) => readonly Finding[];
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
  /** One cause for the whole service: the same habit at several operations is one finding. */
  readonly habit?: true;
  /** The operation at fault where it is not the one whose answer showed it. */
  readonly operation?: string;
}

export function finding(oracle: string, step: Step, objection: Objection): Finding {
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
  };
}
