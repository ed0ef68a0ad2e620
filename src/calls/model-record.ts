import {
  arrayOf,
  boolean,
  type Decoder,
  mismatch,
  nullOr,
  number,
  object,
  oneOf,
  string,
} from "#base/decode-json";
import { described } from "#base/decoder-schema";

/** What became of transitions, in numbers. */
export interface TransitionCounts {
  readonly total: number;
  /** Went as the model says. */
  readonly covered: number;
  /** Went another way, or could not be tried. */
  readonly failed: number;
  /** Only failed ones lead there, or the run ended before. */
  readonly unreached: number;
}

/** A model that a run walked the service through, and how that went. */
export interface ModelRecord {
  readonly resources: readonly string[];
  readonly states: number;
  /** A state stands for all that differ only in which things are used. */
  readonly symmetric: boolean;
  readonly transitions: TransitionCounts;
  /** What became of the transitions of each action: always told, however large the model is. */
  readonly actions: readonly ActionRecord[];
  /** Undefined where there is more of it than anybody looks at. */
  readonly graph?: GraphRecord;
}

export interface ActionRecord extends TransitionCounts {
  readonly name: string;
  readonly operation: string;
  readonly expects: "success" | "refusal";
  /** Why some failed or were not reached: a few, each once. */
  readonly reasons: readonly string[];
}

/** The graph for looking at: states and calls as text, transitions by numbers into the lists beside them. */
export interface GraphRecord {
  readonly initial: number;
  /** What there is in each state. */
  readonly states: readonly string[];
  /** `postEnrolment(enrolment1, player2, tournament1)`. */
  readonly labels: readonly string[];
  readonly reasons: readonly string[];
  readonly made: readonly MadeCall[];
  readonly transitions: readonly TransitionRecord[];
}

export interface TransitionRecord {
  readonly from: number;
  readonly to: number;
  /** Into the actions of the model. */
  readonly action: number;
  readonly label: number;
  /** `elsewhere`: another shard walks it. */
  readonly fate: "covered" | "failed" | "unreached" | "elsewhere";
  readonly reason?: number;
  /** The call that covered it, or at which it failed. */
  readonly made?: number;
  /** The id of the fault that showed there. */
  readonly fault?: string;
}

/** A call that was made for a transition, cut to what is read at a glance. */
export interface MadeCall {
  /** The sequence it was made in. */
  readonly tour: string;
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly answer?: string;
}

const counts = { total: number, covered: number, failed: number, unreached: number };

export const decodeTransitionCounts: Decoder<TransitionCounts> = object(counts);

const action: Decoder<ActionRecord> = object({
  ...counts,
  name: string,
  operation: string,
  expects: oneOf("success", "refusal"),
  reasons: arrayOf(string),
});

const made: Decoder<MadeCall> = object(
  { tour: string, method: string, url: string, status: nullOr(number) },
  { body: string, answer: string },
);

const transition: Decoder<TransitionRecord> = object(
  {
    from: number,
    to: number,
    action: number,
    label: number,
    fate: oneOf("covered", "failed", "unreached", "elsewhere"),
  },
  { reason: number, made: number, fault: string },
);

const graphForm: Decoder<GraphRecord> = object({
  initial: number,
  states: arrayOf(string),
  labels: arrayOf(string),
  reasons: arrayOf(string),
  made: arrayOf(made),
  transitions: arrayOf(transition),
});

const summary = {
  resources: arrayOf(string),
  states: number,
  symmetric: boolean,
  transitions: decodeTransitionCounts,
  actions: arrayOf(action),
};

/** A model without its graph. */
export const decodeModelSummary = object(summary);

const modelForm: Decoder<ModelRecord> = object(summary, { graph: graphForm });

/** Beyond its form a graph is checked for what its readers rely on: that every number leads somewhere. */
const decodeModel: Decoder<ModelRecord> = (json, at) => {
  const decoded = modelForm(json, at);
  if (!decoded.ok) return decoded;
  const stray = strayTransition(decoded.value);
  return stray === undefined
    ? decoded
    : mismatch(`${at}/graph/transitions/${stray}`, "a transition leads out of the graph");
};

export const decodeModelRecord = described(decodeModel, (of) => of(modelForm));

function strayTransition({ actions, graph }: ModelRecord): number | undefined {
  if (graph === undefined) return undefined;
  const isIn = (index: number | undefined, list: readonly unknown[]) =>
    index === undefined || (Number.isInteger(index) && index >= 0 && index < list.length);
  const stray = graph.transitions.findIndex(
    ({ from, to, action, label, reason, made }) =>
      !isIn(from, graph.states) ||
      !isIn(to, graph.states) ||
      !isIn(action, actions) ||
      !isIn(label, graph.labels) ||
      !isIn(reason, graph.reasons) ||
      !isIn(made, graph.made),
  );
  if (stray >= 0) return stray;
  return isIn(graph.initial, graph.states) ? undefined : 0;
}
