import type { Exchange } from "#calls/exchange";
import type {
  ActionRecord,
  GraphRecord,
  MadeCall,
  ModelRecord,
  TransitionCounts,
  TransitionRecord,
} from "#calls/model-record";
import type { Fault } from "#calls/run-record";
import { describeState } from "#graph/describe-state";
import { type Graph, sourcesOf } from "#graph/graph";
import { describeCall, type Transition, transitionAt } from "#graph/ground-call";
import type { TourResult } from "./run-tour.js";
import type { WalkResult } from "./run-tours.js";

/** More states than this nobody looks at one by one; the counts by action say what there is to say. */
const MOST_STATES = 5_000;
const MOST_TRANSITIONS = 20_000;

/** Of a body; the log of the run has the whole of it. */
const MOST_TEXT = 300;

const MOST_REASONS = 3;

/** The models of a run and what became of each transition, as data that a report can draw. */
export function recordModels(walks: readonly WalkResult[], faults: readonly Fault[]): readonly ModelRecord[] {
  const idOf = new Map(
    faults.flatMap(({ id, key, alsoShownAs = [] }) =>
      [key, ...alsoShownAs.map((other) => other.key)].map((name) => [name, id] as const),
    ),
  );
  return walks.map((walk) => recordModel(walk, idOf));
}

function recordModel(walk: WalkResult, idOf: ReadonlyMap<string, string>): ModelRecord {
  const { derived, graph } = walk.model;
  const fates = fatesOf(walk);
  const { total, covered, failed, unreached } = walk;
  const isDrawn = graph.stateCount <= MOST_STATES && graph.transitionCount <= MOST_TRANSITIONS;
  return {
    resources: derived.resources,
    states: graph.stateCount,
    symmetric: graph.symmetric,
    transitions: { total, covered, failed: failed.size, unreached: unreached.size },
    actions: recordActions(walk, fates),
    ...(isDrawn ? { graph: recordGraph(walk, fates, idOf) } : {}),
  };
}

type Fate = TransitionRecord["fate"];

/** One per transition. What this run neither covered nor missed is for another shard. */
function fatesOf({ model, tours, failed, unreached }: WalkResult): readonly Fate[] {
  const passed = new Set(tours.flatMap((tour) => tour.passed));
  return Array.from({ length: model.graph.transitionCount }, (_, transition) => {
    if (failed.has(transition)) return "failed";
    if (unreached.has(transition)) return "unreached";
    return passed.has(transition) ? "covered" : "elsewhere";
  });
}

function recordActions(walk: WalkResult, fates: readonly Fate[]): readonly ActionRecord[] {
  const { graph } = walk.model;
  const counts = new Map<string, { -readonly [name in keyof TransitionCounts]: number }>();
  const reasons = new Map<string, Set<string>>();
  for (const [transition, fate] of fates.entries()) {
    if (fate === "elsewhere") continue;
    const { name } = transitionAt(graph, transition).call.action;
    const count = counts.get(name) ?? { total: 0, covered: 0, failed: 0, unreached: 0 };
    count.total += 1;
    count[fate] += 1;
    counts.set(name, count);
    const reason = walk.failed.get(transition) ?? walk.unreached.get(transition);
    const known = reasons.get(name) ?? new Set();
    if (reason !== undefined && known.size < MOST_REASONS) reasons.set(name, known.add(reason));
  }
  return graph.model.actions.map(({ name, operation, outcome }) => ({
    name,
    operation,
    expects: outcome.kind === "refusal" ? "refusal" : "success",
    ...(counts.get(name) ?? { total: 0, covered: 0, failed: 0, unreached: 0 }),
    reasons: [...(reasons.get(name) ?? [])],
  }));
}

function recordGraph(
  walk: WalkResult,
  fates: readonly Fate[],
  idOf: ReadonlyMap<string, string>,
): GraphRecord {
  const { graph } = walk.model;
  const sources = sourcesOf(graph);
  const witnesses = witnessesOf(walk.tours);
  const labels = new TextList();
  const reasons = new TextList();
  const made: MadeCall[] = [];
  const transitions = fates.map((fate, transition): TransitionRecord => {
    const what = transitionAt(graph, transition);
    const reason = walk.failed.get(transition) ?? walk.unreached.get(transition);
    const witness = witnesses.get(transition);
    if (witness !== undefined) made.push(madeCall(witness.exchange, witness.tour.trace.sequence.id));
    const fault = fate === "failed" ? witness?.keys.flatMap((key) => idOf.get(key) ?? [])[0] : undefined;
    return {
      from: sources[transition] ?? 0,
      to: graph.targets[transition] ?? 0,
      action: graph.model.actions.indexOf(what.call.action),
      label: labels.add(labelOf(graph, what)),
      fate,
      ...(reason === undefined ? {} : { reason: reasons.add(reason) }),
      ...(witness === undefined ? {} : { made: made.length - 1 }),
      ...(fault === undefined ? {} : { fault }),
    };
  });
  return {
    initial: graph.initial,
    states: Array.from({ length: graph.stateCount }, (_, state) => describeState(graph, state)),
    labels: labels.texts,
    reasons: reasons.texts,
    made,
    transitions,
  };
}

function labelOf({ model }: Graph, { call, refused }: Transition): string {
  return `${describeCall(model, call)}${refused ? " refused" : ""}`;
}

interface Witness {
  readonly tour: TourResult;
  readonly exchange: Exchange;
  /** The keys of what was found at that call. */
  readonly keys: readonly string[];
}

/** By transition: the call that covered it first, or at which it failed. */
function witnessesOf(tours: readonly TourResult[]): ReadonlyMap<number, Witness> {
  const witnesses = new Map<number, Witness>();
  for (const tour of tours) {
    const passed = new Set(tour.passed);
    for (const exchange of tour.trace.exchanges) {
      const transition = tour.planned.steps.get(exchange.call.id)?.transition;
      if (transition === undefined || exchange.outcome.kind === "none") continue;
      const isTold = passed.has(transition) || tour.failed?.transition === transition;
      if (!isTold || (witnesses.has(transition) && tour.failed?.transition !== transition)) continue;
      const found = tour.findings.filter(({ call }) => call === exchange.call.id);
      witnesses.set(transition, { tour, exchange, keys: found.map(({ key }) => key) });
    }
  }
  return witnesses;
}

function madeCall({ request, outcome }: Exchange, tour: string): MadeCall {
  const { method, url, bodyText } = request;
  const answer =
    outcome.kind === "response" && (outcome.body.kind === "json" || outcome.body.kind === "text")
      ? outcome.body.text
      : undefined;
  return {
    tour,
    method,
    url,
    status: outcome.kind === "response" ? outcome.status : null,
    ...(bodyText === undefined ? {} : { body: cut(bodyText) }),
    ...(answer === undefined ? {} : { answer: cut(answer) }),
  };
}

function cut(text: string): string {
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}…`;
}

/** Equal texts once, by number. */
class TextList {
  readonly #numbers = new Map<string, number>();

  get texts(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  add(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}
