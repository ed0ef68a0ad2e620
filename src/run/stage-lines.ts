import { countOf } from "#base/count-of";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault, RunRecord, StageRecord } from "#calls/run-record";
import type { CompleteContract } from "#contracts/complete-contract";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { LearnedService } from "./learn-service.js";
import type { Modelled } from "./model-for-run.js";
import type { Contract } from "./read-contract.js";
import type { ExploredModel, WalkResult } from "./run-tours.js";
import type { ShrunkFaults } from "./shrink-faults.js";

/** It could not do all that it was to do, which is no fault of the service. */
const PARTIAL = { partial: true } as const;

function isError({ verdict }: Pick<Fault, "verdict">): boolean {
  return verdict === "ERR";
}

/** What each stage came to, in a line. */
export function describeLearned(learned: LearnedService, requests: number): StageRecord {
  const { book, rules, world, faults, deviations } = learned;
  const { resources, operations } = world.semantics;
  const meanings = Object.values(operations);
  const creatable = resources.filter((resource) => resource.create.length > 0).length;
  const creates = [...book.creates.values()].filter((recipe) => recipe.found !== true).length;
  const confirmed = meanings.filter(({ proof }) => proof?.confirmed === true).length;
  const known =
    confirmed === 0
      ? `${creates} of ${countOf(creatable, "resource")} can be created`
      : `${confirmed} of ${countOf(meanings.length, "operation")} confirmed`;
  const errors = new Set([...faults, ...deviations].filter(isError).map(({ key }) => key)).size;
  return {
    name: "learn",
    ok: errors === 0,
    ...(creates === creatable ? {} : PARTIAL),
    summary:
      world.storesNothing === true
        ? `${creates} of ${countOf(creatable, "create")} accepted, and nothing is stored`
        : `${known}, ${countOf(rules.length, "rule")}`,
    cost: [countOf(requests, "request"), ...(errors === 0 ? [] : [countOf(errors, "fault")])].join(", "),
  };
}

export function describeContract(
  { yours, generated }: CompleteContract,
  { clauses, read }: Contract,
): StageRecord {
  const all = [...yours, ...generated];
  const invariants = all.filter(({ kind }) => kind === "invariant").length;
  const unsound = read - clauses.length;
  return {
    name: "contract",
    ok: unsound === 0,
    summary: `${countOf(all.length - invariants, "clause")}, ${countOf(invariants, "invariant")}`,
    cost: unsound === 0 ? `${yours.length} yours` : `${yours.length} yours, ${unsound} cannot be judged`,
  };
}

export function describeModel({ models }: Modelled, milliseconds: number): StageRecord {
  const sum = (count: (model: ExploredModel) => number) =>
    models.reduce((total, model) => total + count(model), 0);
  const [states, transitions] = [
    sum(({ graph }) => graph.stateCount),
    sum(({ graph }) => graph.transitionCount),
  ];
  const several = models.length > 1 ? `${countOf(models.length, "model")}, ` : "";
  return {
    name: "model",
    ok: true,
    ...(models.length > 0 ? {} : PARTIAL),
    summary: `${several}${countOf(states, "state")}, ${countOf(transitions, "transition")}`,
    cost: `${Math.round(milliseconds)} ms`,
  };
}

export function describeCover(
  lives: readonly PlannedSequence[],
  walks: readonly WalkResult[],
  visits: readonly PlannedSequence[],
): StageRecord {
  const total = walks.reduce((sum, walk) => sum + walk.total, 0);
  const covered = walks.reduce((sum, walk) => sum + walk.covered, 0);
  const tours = walks.reduce((sum, walk) => sum + walk.tours.length, 0);
  const share = total === 0 ? 0 : Math.floor((covered / total) * 100);
  return {
    name: "cover",
    ok: true,
    ...(covered === total ? {} : PARTIAL),
    summary:
      total === 0 ? "no model to walk through" : `${share} % of transitions in ${countOf(tours, "tour")}`,
    cost: `${countOf(lives.length, "lifecycle")}, ${countOf(visits.length, "visit")}`,
  };
}

export function describeShrinking({ faults, shrinking }: ShrunkFaults): StageRecord {
  const small = faults.filter(({ shrunk }) => shrunk !== undefined);
  const before = small.reduce((sum, { shrunk }) => sum + (shrunk?.from ?? 0), 0);
  const after = small.reduce((sum, fault) => sum + relevantExchanges(fault).length, 0);
  return {
    name: "shrink",
    ok: true,
    summary: `${countOf(small.length, "finding")}: ${countOf(before, "call")} to ${after}`,
    cost: `${countOf(shrinking.attempts, "attempt")}, ${countOf(shrinking.requests, "request")}`,
  };
}

export function describeRun(
  run: Pick<RunRecord, "verdicts" | "calls" | "faults">,
  requests: number,
  milliseconds: number,
  waited = 0,
): StageRecord {
  const errors = run.faults.filter(isError).length;
  return {
    name: "run",
    ok: errors === 0,
    summary: `${countOf(run.calls, "call")}, ${countOf(requests, "request")}, ${(milliseconds / 1000).toFixed(1)} s${waited === 0 ? "" : `, waited ${(waited / 1000).toFixed(1)} s for late effects`}`,
    cost: countOf(errors, "fault"),
  };
}
