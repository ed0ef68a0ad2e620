import { callsIn } from "#calls/check";
import type { Exchange } from "#calls/exchange";
import type { Verdict } from "#calls/finding";
import { isAccepted } from "#calls/is-accepted";
import type { Fault, Shrinking, Shrunk } from "#calls/run-record";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Target } from "#http/target";
import { BRIEF, PATIENT } from "#semantics/patience";
import { answersForLooks } from "./answer-for-look.js";
import { controlsOf } from "./controls-of.js";
import { creationsIn } from "./creations-in.js";
import { findDecisiveText } from "./decisive-text.js";
import { encodeReplay } from "./encode-replay.js";
import type { FaultBook } from "./fault-book.js";
import { contacts } from "./find-contact.js";
import type { Asked } from "./learn-rules.js";
import { recording } from "./looks-at.js";
import { withCulpritNow } from "./name-culprit-now.js";
import { narrowPlan } from "./narrow-plan.js";
import { pinCoincidences } from "./pin-coincidences.js";
import { type Pin, pinValues, TEXTS_TOO, withOther } from "./pin-values.js";
import { recount } from "./recount.js";
import { type ReplayResult, replayOnce } from "./replay-once.js";
import { type Origin, originOf } from "./replay-origin.js";
import {
  type ReplayPlan,
  type Runnable,
  type SequenceReplay,
  type StudyReplay,
  type TourReplay,
  withSequence,
} from "./replay-plan.js";
import { refusalIn, restsOnEarlier } from "./rests-on.js";
import type { TourKnowledge } from "./run-tour.js";
import type { WalkResult } from "./run-tours.js";
import { shrinkLife } from "./shrink-life.js";
import { shrinkTour } from "./shrink-tour.js";

export interface ShrinkContext {
  readonly knowledge: TourKnowledge;
  readonly walks: readonly WalkResult[];
  readonly book: FaultBook;
  /** By the key of a deviation: the experiment that showed it. */
  readonly asked?: ReadonlyMap<string, Asked> | undefined;
  readonly target: Pick<Target, "requests">;
  /** Findings that are not reported, by key. */
  readonly accepted: ReadonlySet<string>;
  /** Sequences that may be tried per fault; 0: none is made small. */
  readonly maxShrinks: number;
  readonly onProgress: (text: string) => void;
}

export interface ShrunkFaults {
  readonly faults: readonly Fault[];
  readonly shrinking: Shrinking;
}

/** A fault of a long tour takes about thirty. */
export const USUAL_SHRINKS = 60;

/** Where each try leaves things behind that cannot be deleted, a smaller fault is not worth more than this many. */
const MOST_LEFT = 30;

/** An experiment is made four times, and leaves more behind each time than one call does. */
const MOST_LEFT_BY_ONE = MOST_LEFT / 4;

/** Attempts at one fault may cost so many requests, or this part of what the run has cost before. */
const [FEWEST_REQUESTS, MOST_PART] = [400, 5];

/**
 * Makes every error and warning as small as its budget allows, and counts anew how often it then shows. Each try runs
 * on fresh things, which are deleted afterwards.
 */
export async function shrinkFaults(faults: readonly Fault[], context: ShrinkContext): Promise<ShrunkFaults> {
  const before = context.target.requests;
  const mostRequests = Math.max(FEWEST_REQUESTS, before / MOST_PART);
  const withContact = contacts(context.knowledge.world);
  const done: Fault[] = [];
  let isOver = false;
  let attempts = 0;
  for (const fault of faults) {
    if (fault.verdict === "NOTE" || !isWorthIt(fault, faults, context.accepted)) {
      done.push(fault);
      continue;
    }
    const worker: FaultShrinker = new FaultShrinker(fault, context, mostRequests, isOver);
    done.push(await withContact(await worker.shrink()));
    isOver = worker.isOver;
    attempts += worker.runs;
  }
  const small = done.filter(({ shrunk }) => shrunk !== undefined).length;
  const requests = context.target.requests - before;
  return { faults: done, shrinking: { faults: small, attempts, requests } };
}

const NOT_RUN: ReplayResult = { outcome: "unclear", exchanges: [], others: [], isOver: false };

interface Steady {
  readonly plan: Runnable;
  readonly counted: Fault | undefined;
  /** The numbers without which it did not show each time. */
  readonly pins?: readonly Pin[];
}

/** What the calls of a fault create. Experiments choose theirs by what they see, so nobody has planned it. */
function creationsFor(
  fault: Fault,
  plan: ReplayPlan,
  knowledge: TourKnowledge,
): PlannedSequence["creations"] {
  return plan.kind === "study" ? creationsIn(fault.sequence.calls, knowledge) : plan.planned.creations;
}

/** What takes back what the calls of a fault create. */
function undoOf({ sequence }: Fault, creations: PlannedSequence["creations"]): NonNullable<Fault["undo"]> {
  return sequence.calls.flatMap(({ id }) =>
    (creations.get(id) ?? []).flatMap(({ undo }) => (undo === undefined ? [] : [{ after: id, call: undo }])),
  );
}

/** What is accepted is made small only where something else may turn out to be the same. */
function isWorthIt(fault: Fault, all: readonly Fault[], accepted: ReadonlySet<string>): boolean {
  return (
    !isAccepted(fault, accepted) ||
    all.some((other) => other.operation === fault.operation && !isAccepted(other, accepted))
  );
}

class FaultShrinker {
  /** Sequences that were run. */
  runs = 0;
  isOver: boolean;
  #judgedAs: Verdict = "NOTE";
  /** It may have become smaller still. */
  #isSpent = false;
  readonly #before: number;

  constructor(
    private readonly fault: Fault,
    private readonly context: ShrinkContext,
    private readonly mostRequests: number,
    isOver: boolean,
  ) {
    this.isOver = isOver;
    this.#before = context.target.requests;
  }

  async shrink(): Promise<Fault> {
    const { fault, context } = this;
    const { knowledge, walks, book, maxShrinks } = context;
    const asked = context.asked?.get(fault.key);
    const origin = originOf(fault, book.witnessOf(fault.key), walks, knowledge, asked);
    if (origin === undefined) return fault;
    this.#judgedAs = origin.judgedAs;
    const asFound = this.#withReplay(fault, origin.plan);
    if (maxShrinks === 0 || this.isOver) return asFound;
    if (origin.kind === "study") return this.#alone(origin.plan, asFound);
    // What shows only sometimes would be shrunk to whatever passed by chance.
    const mayShrink = fault.reproduced === fault.tried;
    const narrow = mayShrink ? await this.#smallest(origin, true) : origin.plan;
    let { plan, counted, pins } = await this.#steadiest(narrow);
    // What only shows where nothing else is judged is made small again, with all that counts.
    if (counted === undefined && mayShrink && !this.#isSpent)
      ({ plan, counted, pins } = await this.#steadiest(await this.#smallest(origin, false)));
    if (counted === undefined) return asFound;
    const known = this.fault.culprit === undefined ? pins : [this.fault.culprit];
    const named = await withCulpritNow(counted, plan, known ?? [], (other) => this.#replay(other));
    const shrunk = this.#effort();
    return this.#proved(this.#withReplay(mayShrink ? { ...named, shrunk } : named, plan), plan);
  }

  /** An experiment made by itself makes only what it needs itself; where it then shows nothing it is told as it was found. */
  async #alone(plan: StudyReplay, asFound: Fault): Promise<Fault> {
    const { context, fault } = this;
    const asked = context.asked?.get(fault.key);
    if (asked === undefined) return this.#proved(asFound, plan);
    const alone = { ...plan, alone: { asked, rules: context.knowledge.rules } };
    const left = () => context.knowledge.world.ledger.summary().left.length;
    const leftBefore = left();
    const first = await this.#replay(alone);
    const isSmaller = first.finding !== undefined && first.exchanges.length <= fault.exchanges.length;
    const isCheap = left() - leftBefore < MOST_LEFT_BY_ONE;
    const counted = isSmaller && isCheap ? await this.#counted(alone) : undefined;
    if (counted === undefined) return this.#proved(asFound, plan);
    const calls = counted.exchanges.map(({ call }) => call);
    const sequence = { ...counted.sequence, calls };
    const shrunk = this.#effort();
    return this.#proved(this.#withReplay({ ...counted, sequence, shrunk }, alone), alone);
  }

  #effort(): Shrunk {
    const effort = { from: this.fault.exchanges.length, attempts: this.runs };
    return this.#isSpent ? { ...effort, unfinished: true } : effort;
  }

  /** Without the calls that only prove the point, where it shows without them. */
  async #proved(fault: Fault, plan: ReplayPlan): Promise<Fault> {
    const { knowledge } = this.context;
    const creations = creationsFor(fault, plan, knowledge);
    const controlsFor = (told: Fault) => controlsOf(told, creations, knowledge.world, () => this.runs++);
    if (this.isOver) return fault;
    const check = answersForLooks(fault, creations);
    const without = check === undefined ? [] : await controlsFor({ ...fault, check });
    const isLess = without.some((id) => fault.check !== undefined && callsIn(fault.check.expect).has(id));
    if (check !== undefined && isLess) return { ...fault, check, controls: without };
    const controls = await controlsFor(fault);
    return controls.length === 0 ? fault : { ...fault, controls };
  }

  async #smallest(origin: Exclude<Origin, { kind: "study" }>, isNarrow: boolean): Promise<Runnable> {
    const { fault, context } = this;
    const { knowledge, maxShrinks: maxAttempts } = context;
    const { world } = knowledge;
    const left = () => world.ledger.summary().left.length;
    const leftBefore = left();
    const replay = async (plan: SequenceReplay | TourReplay) => {
      if (this.#mayNotSend()) return NOT_RUN;
      if (left() - leftBefore > MOST_LEFT) return NOT_RUN;
      const result = await this.#replay(isNarrow ? narrowPlan(plan, fault) : plan);
      // Seen in what others have left it would be nowhere to be seen on another day.
      const isLess = result.finding !== undefined && restsOnEarlier(fault) && !restsOnEarlier(result.finding);
      return isLess ? { ...result, outcome: "unclear" as const } : result;
    };
    return origin.kind === "tour"
      ? shrinkTour(origin.result, fault, { model: origin.model, knowledge, maxAttempts, replay })
      : shrinkLife(origin.plan, fault, fault.exchanges, {
          world,
          maxAttempts,
          replay,
          isSituation: origin.isSituation,
        });
  }

  /**
   * What shows only at times may have rested on values that happened to be equal, or on numbers: they are made as they were, if
   * that helps. Whether a call is refused may hang on numbers at any time, so what rests on a refusal keeps them.
   */
  async #steadiest(plan: Runnable): Promise<Steady> {
    const counted = await this.#counted(plan);
    const isSteady = (told: Fault | undefined) => told !== undefined && told.reproduced === told.tried;
    if (counted !== undefined && isSteady(counted) && refusalIn(counted) === undefined)
      return { plan, counted };
    const { sequence } = plan.planned;
    const { exchanges } = counted ?? this.fault;
    const pinned = pinValues(plan.planned, exchanges, this.context.knowledge.world);
    const alike = isSteady(counted) ? [] : [pinCoincidences(sequence.calls, exchanges)];
    const text = this.fault.culprit;
    const kept =
      typeof text?.sent === "string" ? withOther(pinned.sequence, text, value(text.sent)) : pinned.sequence;
    for (const calls of [...alike, kept.calls]) {
      if (calls.every((call, index) => call === sequence.calls[index])) continue;
      const changed = withSequence(plan, { ...sequence, calls });
      const steady = await this.#counted(changed);
      const pins = isSteady(counted) || calls !== kept.calls ? {} : { pins: pinned.pins };
      if (isSteady(steady)) return { plan: changed, counted: steady, ...pins };
    }
    return (isSteady(counted) ? undefined : await this.#withText(plan, exchanges)) ?? { plan, counted };
  }

  /** Where a text decides whether it shows, it is kept. */
  async #withText(plan: Runnable, exchanges: readonly Exchange[]): Promise<Steady | undefined> {
    const pinned = pinValues(plan.planned, exchanges, this.context.knowledge.world, TEXTS_TOO);
    const text = await findDecisiveText(this.fault, pinned, async (sequence) => {
      const { outcome, exchanges } = await this.#replay(withSequence(plan, sequence));
      return { isShown: outcome === "fails", exchanges };
    });
    if (text === undefined) return undefined;
    const { sequence, culprit } = text;
    const changed = withSequence(plan, sequence);
    const counted = await this.#counted(changed);
    const isSteady = counted !== undefined && counted.reproduced === counted.tried;
    return isSteady
      ? { plan: changed, counted, pins: [{ ...culprit, others: [value(culprit.near)] }] }
      : undefined;
  }

  /** No attempt is made beyond what one fault may cost. */
  #mayNotSend(): boolean {
    const { requests } = this.context.target;
    if (requests - this.#before > this.mostRequests) this.#isSpent = true;
    return this.#isSpent;
  }

  #counted(plan: ReplayPlan): Promise<Fault | undefined> {
    // Where all that counts has shown it once, the others only say how often.
    let isShown = false;
    const replay = async (isFirst: boolean) => {
      const mayNarrow = isShown && (plan.kind === "sequence" || plan.kind === "tour");
      const result = await this.#replay(mayNarrow ? narrowPlan(plan, this.fault) : plan, isFirst);
      isShown ||= result.outcome === "fails";
      return result;
    };
    const { sequence } = plan.kind === "study" ? this.fault : plan.planned;
    return recount(this.fault, sequence, replay, () => this.isOver);
  }

  #withReplay(fault: Fault, plan: ReplayPlan): Fault {
    const replay = encodeReplay(plan, this.#judgedAs, this.context.knowledge.world);
    const undo = undoOf(fault, creationsFor(fault, plan, this.context.knowledge));
    const refusals = this.context.knowledge.world.signs.telling;
    return {
      ...fault,
      replay,
      undo,
      ...(refusals.length === 0 ? {} : { refusals }),
    };
  }

  async #replay(plan: ReplayPlan, isPatient = false): Promise<ReplayResult> {
    const { fault, context } = this;
    const { world } = context.knowledge;
    if (this.isOver || world.signal.aborted) return NOT_RUN;
    this.runs += 1;
    context.onProgress(`${fault.operation}, ${this.runs}`);
    // What is reported was looked at patiently once; a service that is slow to show things always is.
    const patience = isPatient || world.ledger.isPatient ? PATIENT : BRIEF;
    const wanted = { ...fault, verdict: this.#judgedAs };
    const recorded = recording(world);
    const name = `shrink ${fault.key} ${this.runs}`;
    const result = await replayOnce(plan, wanted, recorded.world, name, patience);
    this.isOver = result.isOver;
    const looks = recorded.looksAt(result);
    return looks.length === 0 ? result : { ...result, looks };
  }
}
