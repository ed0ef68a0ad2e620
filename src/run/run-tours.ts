import { countOf } from "#base/count-of";
import { type Finding, isAboutState } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import { GreedyPlanner } from "#cover/greedy-planner";
import { planTour } from "#cover/plan-tour";
import type { PlannedTour } from "#cover/tour";
import { followWalk } from "#graph/follow-walk";
import type { Graph } from "#graph/graph";
import { transitionAt } from "#graph/ground-call";
import type { DerivedModel } from "#model/derived-model";
import { BRIEF, PATIENT, type Pauses } from "#semantics/patience";
import { closelyWatched } from "./closely-watched.js";
import type { FaultBook } from "./fault-book.js";
import { ANSWER } from "./judge-outcome.js";
import { pinValues } from "./pin-values.js";
import { type Itinerary, type PlannedWalk, type PlannedWalks, planWalks, walkName } from "./plan-walks.js";
import { runTour, type TourKnowledge, type TourResult } from "./run-tour.js";
import { looksAt } from "./walk-cost.js";
import { UNBOUNDED, type WalkBounds, WalkPurse } from "./walk-purse.js";
import { silenceAtEnd, withFreeIds } from "./with-free-ids.js";

export interface ExploredModel {
  readonly derived: DerivedModel;
  readonly graph: Graph;
}

/** How the walk through one model went. */
export interface WalkResult {
  readonly model: ExploredModel;
  readonly tours: readonly TourResult[];
  readonly covered: number;
  /** Transitions that are to be walked here: all, or those of one shard. */
  readonly total: number;
  /** Transitions that went another way or could not be tried, with the reason. */
  readonly failed: ReadonlyMap<number, string>;
  /** Transitions that no way leads to any more, or that the run did not get to. */
  readonly unreached: ReadonlyMap<number, string>;
  readonly lostContact: boolean;
}

export interface WalkOptions extends Itinerary {
  readonly purse: WalkPurse;
  readonly name: string;
  readonly onTour: (covered: number) => void;
}

/** Tours that may end early before the rest is given up: each costs what it cost to get there. */
const MOST_FAILURES = 25;

const NOTHING: ReadonlySet<number> = new Set();

/** How often the same thing may go wrong at one action before the rest of its transitions is left alone. */
const SAME_FAILURE = 2;

/** Walks a service through one model after the other. */
export async function walkModels(
  models: readonly ExploredModel[],
  knowledge: TourKnowledge,
  book: FaultBook,
  options: Itinerary & { bounds?: WalkBounds; onProgress: (text: string) => void },
): Promise<readonly WalkResult[]> {
  const walks: WalkResult[] = [];
  const total = models.reduce((sum, { graph }) => sum + graph.transitionCount, 0);
  for (const [index, model] of models.entries()) {
    const before = walks.reduce((sum, { covered }) => sum + covered, 0);
    const name = walkName(index, models.length);
    const onTour = (covered: number) =>
      options.onProgress(`${before + covered} of ${countOf(total, "transition")}`);
    const ahead = models.slice(index).reduce((sum, { graph }) => sum + graph.transitionCount, 0);
    const part = model.graph.transitionCount / Math.max(1, ahead);
    const purse = WalkPurse.share(knowledge.world.meter, options.bounds ?? UNBOUNDED, part);
    const walk = await walkModel(model, knowledge, book, { ...options, purse, name, onTour });
    walks.push(walk);
    if (walk.lostContact) break;
  }
  return walks;
}

/** Walks a service through every transition of a model, planning around what fails. */
export async function walkModel(
  model: ExploredModel,
  knowledge: TourKnowledge,
  book: FaultBook,
  options: WalkOptions,
): Promise<WalkResult> {
  const walk = new Walk(model, knowledge, book, options);
  await walk.run();
  return walk.result();
}

/** Actions that are looked into beyond what there are requests for. */
const MOST_SURPRISES = 3;

class Walk {
  readonly #tours: TourResult[] = [];
  readonly #covered: Uint8Array;
  readonly #broken: Uint8Array;
  readonly #failed = new Map<number, string>();
  readonly #failures = new Map<string, number>();
  readonly #before: readonly Fault[];
  readonly #planned: PlannedWalks;
  readonly #closely: ReadonlySet<number>;
  readonly #surprising = new Set<string>();
  #lostContact = false;
  /** The run's budget of requests or time is used up. */
  #isSpent = false;

  constructor(
    private readonly model: ExploredModel,
    private readonly knowledge: TourKnowledge,
    private readonly book: FaultBook,
    private readonly options: WalkOptions,
  ) {
    const { transitionCount } = model.graph;
    this.#before = book.errors.filter(isAboutState);
    this.#covered = new Uint8Array(transitionCount);
    this.#broken = new Uint8Array(transitionCount);
    this.#closely = (options.lookEvery ?? 1) === 1 ? new Set() : closelyWatched(model.graph);
    const random = knowledge.world.random.derive(`walks of ${options.name}`);
    this.#planned = planWalks(model.graph, options, random);
  }

  async run(): Promise<void> {
    const { walks, last } = this.#planned;
    let next = 0;
    const work = async () => {
      while (next < walks.length && this.#mayGoOn()) {
        const walk = walks[next++];
        // Random walks were asked for by number: they come on top.
        if (walk?.isRandom === true) await this.#aside(() => this.#walk(walk));
        else if (walk !== undefined && !this.options.purse.isEmpty) await this.#walk(walk);
      }
    };
    await Promise.all(Array.from({ length: this.options.workers }, work));
    // What faults have left of the cover is planned step by step.
    for (let number = last + 1; this.#mayGoOn() && !this.options.purse.isEmpty; number++) {
      const transitions = this.#nextTour();
      if (transitions.length === 0) break;
      await this.#walk({ transitions, number, isRandom: false });
    }
  }

  result(): WalkResult {
    const unreached = new Map<number, string>();
    const reason = !this.#mayGoOn()
      ? "the walk was given up before it"
      : this.options.purse.isEmpty
        ? "the requests that the run is planned for were spent before it (--budget)"
        : "only ways that failed lead to it";
    const { elsewhere } = this.#planned;
    const isOwn = (transition: number) => elsewhere[transition] === 0;
    for (const [transition, covered] of this.#covered.entries()) {
      if (covered === 0 && isOwn(transition) && !this.#failed.has(transition))
        unreached.set(transition, reason);
    }
    const failed = new Map([...this.#failed].filter(([transition]) => isOwn(transition)));
    const total = elsewhere.reduce((sum, one) => sum + 1 - one, 0);
    return {
      model: this.model,
      tours: this.#tours,
      total,
      covered: total - unreached.size - failed.size,
      failed,
      unreached,
      lostContact: this.#lostContact,
    };
  }

  #mayGoOn(): boolean {
    return (
      !this.#lostContact &&
      !this.knowledge.world.signal.aborted &&
      !this.#isSpent &&
      !this.book.isFull &&
      this.#tours.filter(({ stopped }) => stopped !== undefined).length < MOST_FAILURES
    );
  }

  /** Up to the first transition that is known to fail; nothing where no step would be new, nor any history. */
  async #walk({ transitions, number, isRandom }: PlannedWalk): Promise<void> {
    const all = Array.from(transitions);
    const end = all.findIndex((transition) => this.#broken[transition] === 1);
    const open = end < 0 ? all : all.slice(0, end);
    const wanted =
      open.find((transition) => this.#covered[transition] === 0) ?? (isRandom ? open[0] : undefined);
    if (wanted === undefined) return;
    const { name } = this.options;
    const steps = followWalk(this.model.graph, open);
    const plan = { ...this.knowledge, known: this.knowledge.world, derived: this.model.derived };
    const tour = planTour(plan, `${name}, tour ${number}`, steps);
    for (const [transition, reason] of tour.skipped) this.#breakOff(transition, reason);
    const result = await this.#runClosely(tour);
    this.#tours.push(result);
    for (const [transition, reason] of result.skipped) this.#breakOff(transition, reason);
    for (const transition of result.passed) this.#covered[transition] = 1;
    if (result.failed !== undefined) this.#fail(result, result.failed);
    // It did not even begin. What it was for is given up: planned again, it would end in the same place for ever.
    else if (result.stopped !== undefined)
      this.#fail(result, { transition: wanted, reason: result.stopped.message });
    const upTo = prefixOf(result);
    const again = (turn: number, sequence = upTo.sequence) =>
      this.#aside(() => this.#run({ ...upTo, sequence }, `again ${turn}`, BRIEF));
    await this.book.take(result, again, {
      causeOf: (finding) => this.#causeOf(finding),
      pinned: (kinds) => pinValues(upTo, result.trace.exchanges, this.knowledge.world, kinds),
    });
    this.options.onTour(this.#covered.reduce((sum, one) => sum + one, 0));
  }

  /**
   * Looks now and then, and where something is wrong walks the same way once more, looking after every step: only so
   * is it known which call did it. Where nobody is accused, the model may as well be wrong: that is looked into the first
   * time that an action is answered otherwise, and then while there are requests for it.
   */
  async #runClosely(tour: PlannedTour): Promise<TourResult> {
    const { lookEvery = 1 } = this.options;
    // Where requests run short the end of each tour is looked at, and nothing else.
    const isShort = lookEvery > 1 && this.#spare() < 0;
    const result = await this.#run(tour, "run", PATIENT, lookEvery, isShort ? NOTHING : this.#closely);
    if (lookEvery === 1 || (result.failed === undefined && !result.findings.some(isAboutState)))
      return result;
    const isOwed = isAccused(result) || this.#isSurprise(result);
    if (!isOwed && !this.#mayWalkCloser(tour)) return result;
    const walkCloser = () => this.#run(tour, "run closely", PATIENT);
    const closer = await (isOwed ? this.#aside(walkCloser) : walkCloser());
    const isSeen = closer.failed !== undefined || closer.findings.some(isAboutState);
    return isSeen ? closer : result;
  }

  /** The first time that an action is answered otherwise than the model says: a call before it may have done what it should not. */
  #isSurprise({ failed, findings }: TourResult): boolean {
    const isAnswer = findings.some(({ oracle }) => oracle === ANSWER.id);
    if (failed === undefined || !isAnswer || this.#surprising.size >= MOST_SURPRISES) return false;
    const { name } = transitionAt(this.model.graph, failed.transition).call.action;
    if (this.#surprising.has(name)) return false;
    this.#surprising.add(name);
    return true;
  }

  #mayWalkCloser({ steps }: PlannedTour): boolean {
    return this.#spare() >= steps.size * (1 + looksAt(this.model, this.knowledge.rules));
  }

  #spare(): number {
    const covered = this.#covered.reduce((sum, one) => sum + one, 0);
    return this.options.purse.spare(covered, this.#covered.length - covered);
  }

  #aside<R>(more: () => Promise<R>): Promise<R> {
    return this.knowledge.world.meter.aside(more);
  }

  #run(
    tour: PlannedTour,
    name: string,
    patience: Pauses,
    lookEvery = 1,
    closely = this.#closely,
  ): Promise<TourResult> {
    const world = this.knowledge.world.apart();
    const knowledge = {
      ...this.knowledge,
      world,
      lookEvery,
      closely,
      besideOthers: this.options.workers > 1,
    };
    return withFreeIds(world, `${tour.sequence.id} ${name}`, (id) =>
      runTour(tour, knowledge, id, patience, (key) => this.book.has(key)),
    );
  }

  /** What an operation is known to get wrong in the simplest life shows again wherever it is called. */
  #causeOf(finding: Finding): Fault | undefined {
    return isAboutState(finding)
      ? this.#before.find(({ operation }) => operation === finding.operation)
      : undefined;
  }

  #fail(result: TourResult, { transition, reason }: { transition: number; reason: string }): void {
    this.#breakOff(transition, reason);
    const silence = silenceAtEnd(result);
    this.#lostContact ||= silence === "unreachable";
    this.#isSpent ||= silence === "cancelled";
    const key = result.findings.findLast(isAboutState)?.key;
    const { action } = transitionAt(this.model.graph, transition).call;
    const cause = `${action.name} ${key ?? reason}`;
    const times = (this.#failures.get(cause) ?? 0) + 1;
    this.#failures.set(cause, times);
    // What is refused in some of its states may be right in all others; a fault shows again wherever it can.
    const passes = isAccused(result) ? 0 : this.#passesOf(action.name);
    if (times < SAME_FAILURE || times <= passes) return;
    for (let other = 0; other < this.model.graph.transitionCount; other++) {
      if (this.#covered[other] === 1 || this.#broken[other] === 1) continue;
      if (transitionAt(this.model.graph, other).call.action.name === action.name)
        this.#breakOff(other, `elsewhere: ${reason}`);
    }
  }

  #passesOf(action: string): number {
    return this.#covered.reduce(
      (sum, one, transition) =>
        sum + (transitionAt(this.model.graph, transition).call.action.name === action ? one : 0),
      0,
    );
  }

  #breakOff(transition: number, reason: string): void {
    this.#broken[transition] = 1;
    if (this.#covered[transition] === 0 && !this.#failed.has(transition))
      this.#failed.set(transition, reason);
  }

  #nextTour(): number[] {
    const covered = this.#covered.map((one, transition) => one | (this.#planned.elsewhere[transition] ?? 0));
    const tried = { covered, broken: this.#broken };
    const planner = new GreedyPlanner(this.model.graph, this.options.maxSteps, tried);
    const tour: number[] = [];
    for (let step = planner.next(); typeof step === "number"; step = planner.next()) {
      tour.push(step);
      planner.passed(step);
    }
    return tour;
  }
}

/** The tour up to the call at which the last finding showed: what comes after it proves nothing. */
function prefixOf({ planned, trace, findings }: TourResult): PlannedTour {
  const shown = findings.map(({ call }) =>
    trace.exchanges.findIndex((exchange) => exchange.call.id === call),
  );
  const calls = planned.sequence.calls.slice(0, Math.max(...shown, 0) + 1);
  return { ...planned, sequence: { ...planned.sequence, calls } };
}

/** Whether something is told of the state that is more than a note. */
function isAccused({ findings }: TourResult): boolean {
  return findings.some((finding) => isAboutState(finding) && finding.verdict !== "NOTE");
}
