import { aNoun } from "#base/a-noun";
import type { Finding } from "#calls/finding";
import type { OperationKey } from "#openapi/api";
import type { Rule } from "../rule.js";
import type { Answer } from "./answer.js";
import { type Experiment, NOTHING } from "./experiment.js";
import { type Lab, THERE } from "./lab.js";
import { ABSENT, deviation } from "./norms.js";
import type { Sight } from "./sight.js";
import type { Subject } from "./subject.js";
import { deadThing, unknownThing } from "./supply.js";
import type { Thing } from "./thing.js";

/**
 * The first turn asks for a thing that was deleted, the second for an id that nothing ever had, where the client
 * chooses ids: a rule must hold for both. An id is only ever written to after it was seen to be free.
 */
export const absent: Experiment = {
  id: "absent",
  question: "What do an update and a delete of a thing that is not there do?",
  run: async (lab, subject) => {
    const stranger = lab.turn.number === 2 ? await unknownThing(lab, subject) : undefined;
    const target = stranger ?? (await deadThing(lab, subject));
    const free = target === undefined ? undefined : lab.lastSight(target);
    if (target === undefined || free?.kind !== "absent") return NOTHING;
    const outcomes = [
      await updateAbsent(lab, subject, target),
      lab.lastSight(target)?.kind === "absent" ? await deleteAbsent(lab, subject, target) : undefined,
    ];
    return {
      ...NOTHING,
      rules: outcomes.flatMap((outcome) => (outcome === undefined ? [] : [outcome.rule])),
      deviations: outcomes.flatMap((outcome) =>
        outcome === undefined ? [] : concludeDeviation(outcome, [...lab.storyOf(target), free.call]),
      ),
    };
  },
};

interface Outcome {
  readonly operation: OperationKey;
  readonly answer: Answer;
  readonly rule: Extract<Rule, { kind: "absent" }>;
}

async function updateAbsent(lab: Lab, subject: Subject, target: Thing): Promise<Outcome | undefined> {
  const update = await lab.update(target);
  if (update === undefined) return undefined;
  const { answer } = update;
  const after = await lab.look(
    target,
    answer.kind === "accepted" ? { ...THERE, name: "it was created by an update" } : undefined,
  );
  const outcome = conclude(subject, update.exchange.call.operation, answer, after.kind);
  if (after.kind === "there") {
    await lab.remove(target);
    await lab.look(target);
  }
  return outcome;
}

/** Nothing was there before, and a delete creates nothing: there is no state to look at. */
async function deleteAbsent(lab: Lab, subject: Subject, target: Thing): Promise<Outcome | undefined> {
  const operation = subject.resource.delete[0];
  const answer = await lab.remove(target);
  if (operation === undefined || answer === undefined) return undefined;
  return conclude(subject, operation, answer, "absent");
}

function conclude(
  { resource }: Subject,
  operation: OperationKey,
  answer: Answer,
  after: Sight["kind"],
): Outcome | undefined {
  const effect = effectOnAbsent(answer, after);
  if (effect === undefined) return undefined;
  const rule = { kind: "absent", resource: resource.name, operation, effect } as const;
  const reason = `it answers ${answer.said}, and the ${resource.name} is ${after === "there" ? "there" : "not there"} afterwards`;
  return { operation, answer, rule: { ...rule, source: "learned", reason } };
}

export function effectOnAbsent(
  answer: Pick<Answer, "kind" | "complains">,
  after: Sight["kind"],
): "refuse" | "accept" | "create" | undefined {
  if (after === "there") return answer.kind === "accepted" ? "create" : undefined;
  if (after === "unknown" || answer.kind === "unclear") return undefined;
  return answer.kind === "refused" || answer.complains ? "refuse" : "accept";
}

function concludeDeviation(
  { operation, answer, rule }: Outcome,
  evidence: readonly string[],
): readonly Finding[] {
  if (rule.effect !== "accept") return [];
  return [
    deviation(ABSENT, {
      operation,
      message: `${operation} answers ${answer.said} for ${aNoun(rule.resource)} that is not there`,
      expected: "404 or another 4xx",
      got: `${answer.said}, and nothing happens`,
      why: "A client cannot tell from the answer whether anything was done. Some services mean it so: the wish is fulfilled.",
      call: answer.call,
      evidence,
    }),
  ];
}
