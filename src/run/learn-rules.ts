import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { referencesOf } from "#calls/references";
import type { Fault } from "#calls/run-record";
import { experimentsWith } from "#semantics/experiments/experiments";
import type { Turn } from "#semantics/experiments/lab";
import { CONFLICT } from "#semantics/experiments/norms";
import { studyResource } from "#semantics/experiments/study";
import { subjectsOf } from "#semantics/experiments/subject";
import type { RecipeBook } from "#semantics/find-recipes";
import type { Rule } from "#semantics/rule";
import { seenAgain } from "./fault-book.js";
import { openLab } from "./open-lab.js";
import type { World } from "./world.js";

export interface LearnedRules {
  readonly rules: readonly Rule[];
  /** Where the service does otherwise than is usual: once each, shown twice. */
  readonly faults: readonly Fault[];
  /** By the key of a fault: the experiment that showed it first. */
  readonly asked: ReadonlyMap<string, Asked>;
  readonly exchanges: readonly Exchange[];
}

/** One experiment with one resource. */
export interface Asked {
  readonly experiment: string;
  readonly resource: string;
}

export interface RuleWish {
  /** Only this one is made: on things of its own, since no other leaves any. */
  readonly only?: Asked;
  /** What is known already. */
  readonly rules?: readonly Rule[];
  readonly onProgress?: (question: string) => void;
}

/** Asks the service how its things live, by experiments with things that it makes and deletes again. */
export async function learnRules(
  world: World,
  book: RecipeBook,
  { only, rules: known = [], onProgress }: RuleWish = {},
): Promise<LearnedRules> {
  const all: Exchange[] = [];
  const asked = new Map<string, Asked>();
  const rules: Rule[] = [];
  const faults = new Map<string, Fault>();
  for (const subject of subjectsOf(world, book)) {
    if (world.signal.aborted) break;
    const { name } = subject.resource;
    if (only !== undefined && name !== only.resource) continue;
    const startTurn = (turn: Turn) =>
      openLab(world, book, `rules of ${name}, turn ${turn.number}`, turn, (exchange) => all.push(exchange));
    const study = await studyResource(subject, {
      experiments: experimentsWith(subject).filter(({ id }) => only === undefined || id === only.experiment),
      rules: [...known, ...rules],
      startTurn,
      endTurn: world.cleanUp,
      onExperiment: ({ id }) => onProgress?.(`${id} of ${name}`),
    });
    rules.push(...study.rules);
    for (const { finding, exchanges, experiment } of study.deviations) {
      const before = faults.get(finding.key);
      const fault =
        before === undefined ? faultFrom(finding, exchanges) : seenAgain(before, finding.operation);
      faults.set(finding.key, fault);
      if (before === undefined) asked.set(finding.key, { experiment, resource: name });
    }
    if (study.isOver) break;
  }
  const told = [...faults.values()].map((fault) => (isExplained(fault, rules, world) ? noted(fault) : fault));
  return { rules, faults: told, asked, exchanges: all };
}

/** The conflict that a delete declares is met with others that refer to the thing: it need not be met with all of them. */
function isExplained({ oracle, operation }: Fault, rules: readonly Rule[], { semantics }: World): boolean {
  const deletes = (name: string) =>
    semantics.resources.some((one) => one.name === name && one.delete.includes(operation));
  return (
    oracle === CONFLICT.id &&
    rules.some((rule) => rule.kind === "parent-delete" && rule.effect === "restrict" && deletes(rule.parent))
  );
}

function noted(fault: Fault): Fault {
  return { ...fault, verdict: "NOTE" };
}

/** A turn answers many questions; the sequence of a fault has only the calls that this one rests on. */
function faultFrom(finding: Finding, exchanges: readonly Exchange[]): Fault {
  const needed = new Set([finding.call, ...finding.evidence]);
  for (const { call } of exchanges.toReversed()) {
    if (!needed.has(call.id)) continue;
    for (const { reference } of referencesOf(call)) needed.add(reference.call);
  }
  const last = exchanges.findIndex(({ call }) => call.id === finding.call);
  const shown = exchanges.slice(0, last + 1).filter(({ call }) => needed.has(call.id));
  return {
    ...finding,
    id: "",
    sequence: {
      id: `${finding.oracle} ${finding.operation}`,
      purpose: "an experiment",
      calls: shown.map(({ call }) => call),
    },
    exchanges: shown,
    reproduced: 2,
    tried: 2,
    count: 1,
    operations: [finding.operation],
  };
}
