import {
  arrayOf,
  boolean,
  changed,
  type Decoder,
  exactly,
  mismatch,
  number,
  object,
  oneOf,
  recordOf,
  string,
  tagged,
} from "#base/decode-json";
import type { Sequence } from "#calls/call";
import { decodeCall, decodeReference, decodeTemplate } from "#calls/decode-record";
import type { Verdict } from "#calls/finding";
import type { Creation, PlannedSequence } from "#cover/planned-sequence";
import type { Thing, TourStep } from "#cover/tour";
import type { Clause } from "#glacier/clause";
import { parseFormula } from "#glacier/parse-formula";
import type { Habits } from "#semantics/habits";
import type { Resource } from "#semantics/semantics";
import { decodeHabits } from "./decode-habits.js";
import { bookOf, MORE_RECIPES, RECIPES } from "./decode-recipes.js";
import { decodeResource, decodeRule } from "./decode-rule.js";
import { decodeMeaning, type LearnedMeaning } from "./learned-meaning.js";
import type { ReplayPlan } from "./replay-plan.js";

/** A plan, and the resources as the run saw them that wrote it. */
export interface StoredReplay {
  readonly plan: ReplayPlan;
  /** The verdict of those who judged it. */
  readonly judgedAs: Verdict;
  readonly resources: readonly Resource[];
  /** What the service does with everything that it is sent, as the run saw it. */
  readonly habits?: Habits;
  /** What it had found out about operations, where that decides what is tried. */
  readonly meanings?: readonly LearnedMeaning[];
}

/** What `encodeReplay` wrote, around the sequence that stands beside it. */
export function decodeReplayFor(sequence: Sequence): Decoder<StoredReplay> {
  return tagged<StoredReplay>("kind", {
    sequence: changed(
      object(
        {
          kind: oneOf("sequence"),
          judgedAs: verdict,
          creations,
          clauses: arrayOf(clause),
          resources: arrayOf(decodeResource),
        },
        { subject, oracle: string, byCheck: exactly(true), habits: decodeHabits },
      ),
      ({ judgedAs, creations: made, clauses, resources, subject: about, oracle, byCheck, habits }) => ({
        judgedAs,
        ...(habits === undefined ? {} : { habits }),
        plan: {
          kind: "sequence",
          planned: {
            sequence,
            creations: mapOf(made),
            ...(about === undefined ? {} : { subject: about }),
            ...(oracle === undefined ? {} : { oracle }),
          },
          clauses,
          ...(byCheck === undefined ? {} : { byCheck }),
        },
        resources,
      }),
    ),
    tour: changed(
      object(
        {
          kind: oneOf("tour"),
          judgedAs: verdict,
          creations,
          steps: recordOf(step),
          clauses: arrayOf(clause),
          rules: arrayOf(decodeRule),
          ...RECIPES,
          resources: arrayOf(decodeResource),
        },
        { ...MORE_RECIPES, habits: decodeHabits },
      ),
      ({ judgedAs, creations: made, steps, clauses, rules, resources, habits, ...book }) => ({
        judgedAs,
        ...(habits === undefined ? {} : { habits }),
        plan: {
          kind: "tour",
          planned: { sequence, creations: mapOf(made), steps: mapOf(steps), skipped: new Map() },
          clauses,
          rules,
          book: bookOf(book),
        },
        resources,
      }),
    ),
    study: changed(
      object(
        { kind: oneOf("study"), judgedAs: verdict, ...RECIPES, resources: arrayOf(decodeResource) },
        {
          ...MORE_RECIPES,
          asked: object({ experiment: string, resource: string }),
          rules: arrayOf(decodeRule),
          meanings: arrayOf(decodeMeaning),
        },
      ),
      ({ judgedAs, resources, asked, rules = [], meanings = [], ...book }) => ({
        judgedAs,
        meanings,
        plan: {
          kind: "study",
          book: bookOf(book),
          ...(asked === undefined ? {} : { alone: { asked, rules } }),
        },
        resources,
      }),
    ),
    protocol: changed(
      object({
        kind: oneOf("protocol"),
        judgedAs: verdict,
        text: string,
        root: string,
        steps: recordOf(number),
      }),
      ({ judgedAs, ...conversation }) => ({
        judgedAs,
        plan: { ...conversation, planned: { sequence, creations: new Map() } },
        resources: [],
      }),
    ),
  });
}

const verdict = oneOf("ERR", "WARN", "NOTE");

const creations: Decoder<Readonly<Record<string, readonly Creation[]>>> = recordOf(
  arrayOf(object({ resource: string, id: decodeReference }, { undo: decodeCall })),
);

const subject: Decoder<NonNullable<PlannedSequence["subject"]>> = object(
  { resource: decodeResource, id: decodeReference },
  { otherId: decodeReference },
);

const thing: Decoder<Thing> = changed(
  object(
    {
      name: string,
      resource: string,
      state: oneOf("there", "gone", "trash"),
      writes: arrayOf(string),
      ids: recordOf(decodeTemplate),
      parents: recordOf(string),
    },
    { acted: boolean, drawnOn: boolean, life: object({ member: string, status: string }) },
  ),
  ({ ids, parents, acted, drawnOn, ...rest }) => ({
    ...rest,
    ...(acted === true ? { acted } : {}),
    ...(drawnOn === true ? { drawnOn } : {}),
    ids: mapOf(ids),
    parents: mapOf(parents),
  }),
);

const step: Decoder<TourStep> = object({
  transition: number,
  resource: string,
  label: string,
  likeness: object({ text: string, refersTo: arrayOf(string) }),
  expects: oneOf(
    "success",
    "absent",
    "duplicate",
    "dangling",
    "restricted",
    "not-unique",
    "full",
    "status",
    "parent-status",
  ),
  about: arrayOf(string),
  things: arrayOf(thing),
});

const writtenClause = object(
  { kind: oneOf("requires", "ensures", "invariant"), text: string },
  {
    operation: string,
    rule: decodeRule,
    generated: exactly(true),
    sufficient: exactly(true),
    on: exactly("refused"),
  },
);

const clause: Decoder<Clause> = (json, at) => {
  const decoded = writtenClause(json, at);
  if (!decoded.ok) return decoded;
  const parsed = parseFormula(decoded.value.text);
  if (!parsed.ok) return mismatch(`${at}/text`, "a formula is expected");
  return { ok: true, value: { ...decoded.value, formula: parsed.value } };
};

function mapOf<T>(members: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(members));
}
