import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { type Rule, settleRules } from "../rule.js";
import { brokenReads } from "./broken-reads.js";
import { echoesIn } from "./echoes.js";
import { type Conclusion, type Experiment, together } from "./experiment.js";
import type { Lab, Turn } from "./lab.js";
import type { Subject } from "./subject.js";

/** What the experiments with one resource came to. */
export interface Study {
  readonly rules: readonly Rule[];
  /** Deviations that showed in both turns, with the exchanges of the first. */
  readonly deviations: readonly StudyDeviation[];
  /** Nothing more can be sent: further studies would show nothing. */
  readonly isOver: boolean;
}

export interface StudyDeviation {
  readonly finding: Finding;
  readonly exchanges: readonly Exchange[];
  /** The id of the experiment that showed it. */
  readonly experiment: string;
}

export interface StudyOptions {
  readonly experiments: readonly Experiment[];
  /** What is known of other resources. */
  readonly rules: readonly Rule[];
  readonly startTurn: (turn: Turn) => Lab;
  /** After each turn: what it made is deleted. */
  readonly endTurn: () => Promise<void>;
  readonly onExperiment: (experiment: Experiment) => void;
}

/**
 * Makes every experiment with a resource, twice with other values. What both turns show is believed; what only one
 * shows may be chance, or depend on something that nobody asked for, and is no rule.
 */
export async function studyResource(subject: Subject, options: StudyOptions): Promise<Study> {
  const first = await makeTurn(subject, options, { number: 1 }, new Map());
  if (first.lab.isOver) return { rules: [], deviations: [], isOver: true };
  const second = await makeTurn(subject, options, { number: 2 }, first.conclusions);
  const [one, two] = [together([...first.conclusions.values()]), together([...second.conclusions.values()])];
  return {
    rules: settleRules([
      ...agreed(one.rules, two.rules),
      ...echoesIn(subject.resource.name, [...one.written, ...two.written]),
    ]),
    deviations: [...first.conclusions].flatMap(([experiment, { deviations }]) =>
      deviations
        .filter(({ key }) => two.deviations.some((finding) => finding.key === key))
        .map((finding) => ({ finding, exchanges: first.lab.exchanges, experiment })),
    ),
    isOver: second.lab.isOver,
  };
}

type Conclusions = ReadonlyMap<string, Conclusion>;

async function makeTurn(
  subject: Subject,
  { experiments, rules, startTurn, endTurn, onExperiment }: StudyOptions,
  turn: Omit<Turn, "knows" | "rules">,
  earlier: Conclusions,
): Promise<{ lab: Lab; conclusions: Conclusions }> {
  const conclusions = new Map<string, Conclusion>();
  const known = () => [...rules, ...together([...earlier.values(), ...conclusions.values()]).rules];
  const lab = startTurn({ ...turn, rules: known, knows: (holds) => known().some(holds) });
  for (const experiment of experiments) {
    const before = earlier.get(experiment.id);
    // What showed nothing the first time cannot be confirmed.
    if (lab.isOver || (before !== undefined && isNothing(before))) continue;
    onExperiment(experiment);
    const from = lab.exchanges.length;
    const concluded = await experiment.run(lab, subject, before);
    const broken = brokenReads(lab.exchanges, from);
    conclusions.set(experiment.id, { ...concluded, deviations: [...concluded.deviations, ...broken] });
  }
  await endTurn();
  return { lab, conclusions };
}

function isNothing({ rules, deviations, written }: Conclusion): boolean {
  return rules.length + deviations.length + written.length === 0;
}

/** The rules of the first turn that the second one shows as well, word for word but for the reason. */
export function agreed(one: readonly Rule[], two: readonly Rule[]): readonly Rule[] {
  return one.filter((rule) => two.some((other) => isSame(rule, other)));
}

function isSame(a: Rule, b: Rule): boolean {
  const content = ({ reason: _, ...rest }: Rule) => rest as unknown as Json;
  return jsonEqual(content(a), content(b));
}
