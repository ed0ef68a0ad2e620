import { explore } from "#graph/explore";
import { findViolations } from "#graph/find-violation";
import type { Graph } from "#graph/graph";
import { describeCall } from "#graph/ground-call";
import { liftWalk } from "#graph/lift-walk";
import { surveyGraph } from "#graph/survey-graph";
import type { DerivedModel } from "#model/derived-model";

/** What `piolet model` says of one model. Counts are null where a bound was met. */
export interface MeasuredModel {
  readonly name: string;
  readonly resources: readonly string[];
  readonly sizes: Readonly<Record<string, number>>;
  readonly states: number | null;
  readonly transitions: number | null;
  readonly orbitStates: number | null;
  readonly orbitTransitions: number | null;
  readonly invariants: readonly MeasuredInvariant[];
  /** States that no call leaves. */
  readonly deadEnds: number;
  /** Actions that no reachable state allows. */
  readonly unreachable: readonly string[];
  /** Things that no call ever removes. */
  readonly undeletable: readonly string[];
  readonly leftOut: readonly string[];
  readonly notes: readonly string[];
  readonly ms: number;
}

export interface MeasuredInvariant {
  readonly text: string;
  /** Null where the model was not explored completely. */
  readonly holds: boolean | null;
  /** The fewest calls that break it. */
  readonly counterexample?: readonly string[];
}

export interface Measured {
  readonly report: MeasuredModel;
  /** The graph that was asked for: by orbits, or of all states. Undefined where a bound was met. */
  readonly graph?: Graph;
  /** The graph of all states. */
  readonly all?: Graph;
}

interface Measuring {
  readonly symmetry: boolean;
  readonly maxStates: number;
  readonly now: () => number;
}

/** An orbit takes about a hundred times as long as a state, too long for a number that was not asked for. */
const MOST_ORBITS_ASIDE = 20_000;

/** Both counts are wanted, and one graph: the one by orbits is far smaller, the other far quicker per state. */
export function measureModel({ model, resources, leftOut }: DerivedModel, options: Measuring): Measured {
  const began = options.now();
  const all = explored(false);
  const orbits = explored(true);
  const graph = (options.symmetry ? orbits : all).graph;
  const survey = graph === undefined ? undefined : surveyGraph(graph);
  const report: MeasuredModel = {
    name: model.name,
    resources,
    sizes: Object.fromEntries(model.sorts.map(({ name, slots }) => [name, slots])),
    states: all.graph?.stateCount ?? null,
    transitions: all.graph?.transitionCount ?? null,
    orbitStates: orbits.graph?.stateCount ?? null,
    orbitTransitions: orbits.graph?.transitionCount ?? null,
    invariants: graph === undefined ? unchecked() : checked(graph),
    deadEnds: survey?.deadEnds.length ?? 0,
    unreachable: survey?.unreachableActions.map(({ name }) => name) ?? [],
    undeletable: survey?.undeletable.map(({ name }) => name) ?? [],
    leftOut,
    notes: [...all.notes, ...orbits.notes],
    ms: Math.round(options.now() - began),
  };
  return {
    report,
    ...(graph === undefined ? {} : { graph }),
    ...(all.graph === undefined ? {} : { all: all.graph }),
  };

  function explored(symmetry: boolean): { graph?: Graph; notes: string[] } {
    const isAside = symmetry && !options.symmetry;
    const maxStates = isAside ? Math.min(options.maxStates, MOST_ORBITS_ASIDE) : options.maxStates;
    const result = explore(model, { symmetry, maxStates, maxTransitions: maxStates * 20 });
    if (result.kind === "complete") return { graph: result.graph, notes: [] };
    if (isAside) return { notes: [] };
    const what = symmetry ? "orbits of states" : "states";
    const met = result.bound === "memory" ? "the memory" : `the bound on ${result.bound}`;
    return {
      notes: [
        `Not all ${what} are counted: ${met} was met at ${result.states.toLocaleString("en-US")}; --max-states raises it.`,
      ],
    };
  }

  function unchecked(): MeasuredInvariant[] {
    return model.invariants.map(({ text }) => ({ text, holds: null }));
  }

  function checked(graph: Graph): MeasuredInvariant[] {
    const violations = findViolations(graph);
    return model.invariants.map((invariant) => {
      const found = violations.find((violation) => violation.invariant === invariant);
      if (found === undefined) return { text: invariant.text, holds: true };
      const calls = liftWalk(graph, found.way).map(({ call }) => describeCall(model, call));
      return { text: invariant.text, holds: false, counterexample: calls };
    });
  }
}
