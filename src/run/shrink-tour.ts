import type { JsonPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { planTour } from "#cover/plan-tour";
import type { PlannedTour } from "#cover/tour";
import { followWalk, type NumberedTransition, retraceWalk } from "#graph/follow-walk";
import { type Graph, sourcesOf } from "#graph/graph";
import { transitionAt } from "#graph/ground-call";
import { shortestWays, wayTo } from "#graph/shortest-ways";
import { simplerWalks } from "#graph/simpler-walks";
import { Attempts } from "#shrink/attempts";
import { shrinkInputs } from "#shrink/shrink-inputs";
import { shrinkList } from "#shrink/shrink-list";
import { neededBy } from "#shrink/shrink-sequence";
import type { ReplayResult } from "./replay-once.js";
import type { TourReplay } from "./replay-plan.js";
import type { TourKnowledge, TourResult } from "./run-tour.js";
import type { ExploredModel } from "./run-tours.js";
import { simplerFor } from "./shrink-simpler.js";

export interface TourShrinking {
  readonly model: ExploredModel;
  readonly knowledge: TourKnowledge;
  readonly maxAttempts: number;
  readonly replay: (plan: TourReplay) => Promise<ReplayResult>;
}

/** The shortest walk that is known to show it, as calls, and what they did. */
interface Best {
  readonly walk: readonly NumberedTransition[];
  readonly plan: TourReplay;
  readonly exchanges: readonly Exchange[];
}

/**
 * The shortest walk that still shows a fault. Steps are left out, not calls: what is left must be a walk of the model
 * from its beginning, since only then the model says what is to come of each step. What prepares a walk is planned
 * anew for each, so what no step needs any more is not there.
 */
export async function shrinkTour(
  { planned, trace }: TourResult,
  finding: Finding,
  { model, knowledge, maxAttempts, replay }: TourShrinking,
): Promise<TourReplay> {
  const { graph, derived } = model;
  const { rules, clauses, book, world } = knowledge;
  const planFor = (walk: readonly NumberedTransition[]): TourReplay => {
    const steps = retraceWalk(graph, walk);
    const tour = planTour({ known: world, book, rules, derived }, planned.sequence.id, steps);
    return { kind: "tour", planned: tour, rules, clauses, book };
  };
  const first = walkUpTo(planned, finding.call, graph);
  let best: Best = {
    walk: first,
    plan: cutAfter({ kind: "tour", planned, rules, clauses, book }, finding),
    exchanges: trace.exchanges,
  };
  const attempts = new Attempts<readonly NumberedTransition[]>(
    async (walk) => {
      const plan = planFor(walk);
      const { outcome, finding: found, exchanges } = await replay(plan);
      if (outcome === "fails")
        best = { walk: cutWalk(walk, plan, found), plan: cutAfter(plan, found), exchanges };
      return outcome;
    },
    maxAttempts,
    (walk) => walk.map(({ call, refused }) => `${call.number}${refused ? "!" : ""}`).join(" "),
  );
  const fails = (walk: readonly NumberedTransition[]) => attempts.fails(walk);

  for (const way of [...shortWays(first, graph), evidenceOnly(planned, finding, first, graph)]) {
    if (way.length < first.length && (await fails(way))) break;
  }
  const fewerSteps = async (largest?: number) => {
    const end = best.walk.at(-1);
    const repair = (walk: readonly NumberedTransition[]) => {
      const rest = retraceWalk(graph, walk);
      return rest.at(-1)?.call.number === end?.call.number ? rest : undefined;
    };
    await shrinkList(best.walk, { repair, fails }, largest);
  };
  await fewerSteps();
  attempts.forget();
  await fewerSteps(1);
  const before = best;
  for (let tried: Best | undefined; tried !== best; ) {
    tried = best;
    for (const walk of simplerWalks(graph, tried.walk)) if (await fails(walk)) break;
  }
  if (best !== before) await fewerSteps(1);

  const { plan } = best;
  const inputs = new Attempts(
    async (sequence: PlannedTour["sequence"]) =>
      (await replay({ ...plan, planned: { ...plan.planned, sequence } })).outcome,
    maxAttempts - attempts.made,
    ({ calls }) => JSON.stringify(calls),
  );
  const simpler = simplerFor(world, plan.planned, best.exchanges, (id) => numbersIn(id, plan, model));
  const sequence = await shrinkInputs(plan.planned.sequence, simpler, (one) => inputs.fails(one));
  return { ...plan, planned: { ...plan.planned, sequence } };
}

/** The steps of a tour up to the call at which a finding showed. */
function walkUpTo({ steps }: PlannedTour, call: string, graph: Graph): readonly NumberedTransition[] {
  const ids = [...steps.keys()];
  const made = [...steps.values()].slice(0, ids.indexOf(call) + 1);
  return followWalk(
    graph,
    made.map(({ transition }) => transition),
  );
}

/**
 * Short walks to where it failed: to the nearest place where the same action can be taken, and to the same
 * transition. Most faults need no more than the state that they show in.
 */
function shortWays(walk: readonly NumberedTransition[], graph: Graph): NumberedTransition[][] {
  const failing = walk.at(-1);
  if (failing === undefined) return [];
  const ways = shortestWays(graph);
  const sources = sourcesOf(graph);
  const depthOf = (transition: number) => ways.depth[sources[transition] ?? 0] ?? 0;
  let nearest = failing.transition;
  for (let other = 0; other < graph.transitionCount; other++) {
    if (depthOf(other) >= depthOf(nearest)) continue;
    const { call, refused } = transitionAt(graph, other);
    if (call.action === failing.call.action && refused === failing.refused) nearest = other;
  }
  return [...new Set([nearest, failing.transition])].map((transition) =>
    followWalk(graph, [...wayTo(ways, sources[transition] ?? 0), transition]),
  );
}

/** The steps that the finding rests on, with those whose things they name. */
function evidenceOnly(
  { sequence, steps }: PlannedTour,
  { call, evidence }: Finding,
  walk: readonly NumberedTransition[],
  graph: Graph,
): readonly NumberedTransition[] {
  const needed = new Set(neededBy([call, ...evidence], sequence.calls).map(({ id }) => id));
  const kept = [...steps.keys()].flatMap((id, index) => (needed.has(id) ? (walk[index] ?? []) : []));
  return retraceWalk(graph, kept);
}

/** The plan up to the call at which the fault showed. */
function cutAfter(plan: TourReplay, finding: Finding | undefined): TourReplay {
  const { planned } = plan;
  const { calls } = planned.sequence;
  const last = calls.findIndex(({ id }) => id === finding?.call);
  const sequence = { ...planned.sequence, calls: calls.slice(0, last + 1) };
  return last < 0 ? plan : { ...plan, planned: { ...planned, sequence } };
}

/** The walk up to the step at which the fault showed. */
function cutWalk(
  walk: readonly NumberedTransition[],
  { planned }: TourReplay,
  finding: Finding | undefined,
): readonly NumberedTransition[] {
  const ids = [...planned.steps.keys()];
  const last = ids.indexOf(finding?.call ?? "");
  return last < 0 || ids.length !== walk.length ? walk : walk.slice(0, last + 1);
}

/** Where the call sends numbers that the model chose. */
function numbersIn(id: string, { planned }: TourReplay, { derived }: ExploredModel): readonly JsonPointer[] {
  const label = planned.steps.get(id)?.label ?? "";
  const deed = derived.deeds.get(label.slice(0, label.indexOf("(")));
  return (deed?.fields ?? []).map(({ pointer }) => `/body${pointer}`);
}
