import type { Call } from "#calls/call";
import { ACCEPTED, answers, expecting, REFUSED } from "#calls/checks";
import type { Exchange, Outcome } from "#calls/exchange";
import type { Finding, Verdict } from "#calls/finding";
import { meaningOf } from "#calls/meaning";
import { referencesOf } from "#calls/references";
import type { Clause } from "#glacier/clause";
import type { Evaluation } from "#glacier/evaluate";
import { isRefusal } from "#glacier/judge-execution";
import type { OracleDescription } from "#judge/oracle";
import type { Api } from "#openapi/api";
import type { Resource } from "#semantics/semantics";
import { checkOfClause, orAccepted, orRefused } from "./check-clause.js";
import { operationsByPattern } from "./read-call.js";

export const CONTRACT: OracleDescription = {
  id: "contract",
  title: "A call keeps its contract: what it requires, what it ensures, what is always true.",
  verdict: "ERR",
  source: "clauses of the user, and those that follow from rules; Table I of the ICEPICK paper",
};

export interface Judged extends Evaluation {
  readonly clause: Clause;
}

/** What was done up to the call, and what is known of the things that it was done with. */
interface Made {
  readonly exchanges: readonly Exchange[];
  readonly resources: readonly Resource[];
  readonly api: Api;
}

/** What a contract has to say against a call: what does not hold of all that counts; a refusal alone, where nothing of that is broken. */
export function contractFinding(
  call: Call,
  outcome: Outcome,
  verdict: Verdict,
  all: readonly Judged[],
  evidence: readonly string[],
  made: Made,
): Finding {
  const answered = outcome.kind === "response" ? String(outcome.status) : outcome.message;
  const broken = all.filter(({ truth, clause }) => truth === "false" && clause.kind !== "requires");
  const unmet = all.filter(({ truth, clause }) => truth === "false" && clause.kind === "requires");
  const [first] = [...broken, ...unmet];
  const operation = first?.clause.kind === "invariant" ? "invariant" : call.operation;
  const text = first?.clause.text.replace(/\s+/g, " ") ?? "a call whose preconditions hold succeeds";
  return {
    key: [operation, CONTRACT.id, text].join(" · "),
    oracle: CONTRACT.id,
    operation: call.operation,
    verdict,
    clause: text,
    message:
      first === undefined
        ? `${call.operation} answers ${answered}, although its preconditions hold`
        : `${call.operation} answers ${answered}, and ${describe(first.clause.kind)} does not hold`,
    expected: text,
    got: first?.because[0]?.message ?? answered,
    why: whyOf(first?.clause),
    call: call.id,
    evidence,
    ...checked(first, call, isRefusal(meaningOf(outcome)), made),
  };
}

/** What would have to hold, for those who have only the calls. */
function checked(
  broken: Judged | undefined,
  call: Call,
  isRefused: boolean,
  { exchanges, resources, api }: Made,
): Pick<Finding, "check"> {
  if (broken === undefined) return { check: expecting(answers(call.id, ACCEPTED)) };
  const { clause, because } = broken;
  if (clause.kind === "requires") return { check: expecting(answers(call.id, REFUSED)) };
  const items = new Map((because[0]?.bindings ?? []).map(({ name, json }) => [name, json]));
  const witness = { items, exchanges, resources };
  const check = checkOfClause(clause.formula, call, operationsByPattern(api), witness);
  // What is broken although the call was refused is broken by that; what it promises of refusals binds no other answer.
  if (isRefused)
    return check === undefined ? {} : { check: clause.on === undefined ? check : orAccepted(check, call.id) };
  // Whatever it ensures, a call that is refused need not keep it; one that names nothing may be refused for any reason.
  const mayRefuse = clause.kind === "invariant" || referencesOf(call).length > 0;
  const fair = mayRefuse ? orRefused(check, call.id) : check;
  return fair === undefined ? {} : { check: fair };
}

function whyOf(clause: Clause | undefined): string {
  const rule = clause?.rule;
  if (rule === undefined)
    return "A stated clause says so; the verdict follows the table of contracts in the reference.";
  return `It follows from a rule that was ${rule.source === "declared" ? "stated" : "seen to be kept"}: ${rule.reason}.`;
}

function describe(kind: Clause["kind"]): string {
  return kind === "invariant" ? "an invariant" : kind === "ensures" ? "what it ensures" : "what it requires";
}
