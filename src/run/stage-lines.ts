import { countOf } from "#base/count-of";
import type { RunRecord, StageRecord } from "#calls/run-record";
import type { Suite } from "#cover/plan-suite";
import type { Semantics } from "#semantics/semantics";
import type { Learned } from "./learn-recipes.js";
import type { Contract } from "./read-contract.js";

/** What each stage came to, in a line. */
export function describeLearned(learned: Learned, semantics: Semantics, requests: number): StageRecord {
  const creatable = semantics.resources.filter((resource) => resource.create.length > 0).length;
  const { updates } = learned.book;
  const creates = [...learned.book.creates.values()].filter((recipe) => recipe.found !== true);
  return {
    name: "learn",
    ok: creates.length === creatable,
    summary: `${creates.length} of ${countOf(creatable, "resource")} can be created, ${updates.size} updated`,
    cost: countOf(requests, "request"),
  };
}

export function describeContract({ clauses, read }: Contract): StageRecord {
  const invariants = clauses.filter(({ kind }) => kind === "invariant").length;
  return {
    name: "contract",
    ok: clauses.length === read,
    summary: `${countOf(clauses.length - invariants, "clause")}, ${countOf(invariants, "invariant")}`,
    cost: read === clauses.length ? "" : `${read - clauses.length} cannot be judged`,
  };
}

export function describePlan(plan: Suite): StageRecord {
  const visits = plan.sequences.filter((planned) => planned.subject === undefined).length;
  const summary = `${countOf(plan.sequences.length - visits, "lifecycle")}, ${countOf(visits, "visit")}`;
  return { name: "cover", ok: plan.sequences.length > 0, summary, cost: countOf(plan.calls, "call") };
}

export function describeRun(
  run: Pick<RunRecord, "verdicts" | "calls" | "faults">,
  requests: number,
  milliseconds: number,
): StageRecord {
  const errors = run.faults.filter((fault) => fault.verdict === "ERR").length;
  return {
    name: "run",
    ok: errors === 0,
    summary: `${countOf(run.calls, "call")}, ${countOf(requests, "request")}, ${(milliseconds / 1000).toFixed(1)} s`,
    cost: countOf(errors, "fault"),
  };
}
