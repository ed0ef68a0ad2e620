import { isObject, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import { operationOf } from "#openapi/operation-of";
import { sameId } from "../list-items.js";
import type { Answer } from "./answer.js";
import { keptCheck, refusedCheck, writtenCheck } from "./check-duplicate.js";
import { type Experiment, learned, NOTHING } from "./experiment.js";
import { DUPLICATE, deviation, REFUSED_YET_DONE } from "./norms.js";
import type { Hope } from "./recorder.js";
import { type Sight, showsTheSame } from "./sight.js";
import { declares } from "./subject.js";
import { livingThing, parentsFor } from "./supply.js";
import { standsIn } from "./thing.js";

export const duplicate: Experiment = {
  id: "duplicate",
  question: "What does a create with an id that is taken do?",
  run: async (lab, subject) => {
    const { resource, recipe } = subject;
    if (lab.idPlace(subject) === undefined) return NOTHING;
    const thing = await livingThing(lab, subject);
    const before = thing && lab.lastSight(thing);
    if (thing?.created === undefined || before?.kind !== "there") return NOTHING;
    const parents = await parentsFor(lab, subject, standsIn(thing));
    const attempt = parents && (await lab.attempt(subject, parents, { idOf: thing }));
    // A service that gives another id has created another thing, and the question was not asked.
    if (attempt === undefined) return NOTHING;
    if (attempt.thing !== undefined && !sameId(lab.idOf(attempt.thing), lab.idOf(thing))) return NOTHING;
    const { answer } = attempt;
    const changed: Hope<Sight> = {
      name: "it was replaced",
      holds: (sight) => sight.kind === "there" && !showsTheSame(before.content, sight.content),
    };
    const after = await lab.look(thing, answer.kind === "accepted" ? changed : undefined);
    const sent = lab.exchanges.find(({ call }) => call.id === answer.call);
    const body = sent?.request.inputs.body?.content;
    const effect = effectOfDuplicate(answer, before, after, body);
    const evidence = [...lab.storyOf(thing), before.call, answer.call];
    const found = { operation: recipe.operation, call: after.call, evidence };
    // What was replaced has other values now, and may refer to other things.
    if (answer.kind === "accepted" && effect !== "accept") lab.replace(thing, attempt.thing);
    const wrote = after.kind === "there" ? takenOver(body, before.content, after.content) : [];
    if (effect === undefined && answer.kind === "refused" && after.kind === "there" && wrote.length > 0) {
      const but = `the ${resource.name} has what was sent`;
      const message = `${recipe.operation} refuses an id that is taken, but ${but}`;
      const said = { expected: "a refusal that changes nothing", got: `${answer.said}, and ${but}` };
      const why = "Whoever is refused believes that nothing happened.";
      const check = keptCheck(lab, thing, [before, after], wrote, body ?? null);
      const about = { ...found, message, ...said, why, check };
      return { ...NOTHING, deviations: [deviation(REFUSED_YET_DONE, about)] };
    }
    if (effect === undefined) return NOTHING;
    const rule = { kind: "duplicate", resource: resource.name, operation: recipe.operation, effect } as const;
    const reason = `it answers ${answer.said}, and the ${resource.name} ${effect === "replace" ? "has changed" : "is as before"}`;
    const isPost = operationOf(lab.bench.api, recipe.operation).method === "POST";
    const pretended =
      effect === "accept" && after.kind === "there" ? takenOver(body, after.content, answeredBody(sent)) : [];
    const pretends = pretended.length > 0;
    const check =
      pretends && after.kind === "there"
        ? writtenCheck(lab, thing, after, pretended, answer.call, body ?? null)
        : refusedCheck(lab, thing, answer.call);
    const does = effect === "replace" ? "replaces what has it" : "does nothing";
    return {
      ...NOTHING,
      rules: [learned(rule, reason)],
      deviations:
        effect === "refuse" || !isPost
          ? []
          : [
              deviation(DUPLICATE, {
                ...found,
                verdict: pretends || declares(lab.bench.api, recipe.operation, "409") ? "WARN" : "NOTE",
                message: pretends
                  ? `${recipe.operation} with an id that is taken answers with what was sent, but keeps what was there`
                  : `${recipe.operation} accepts an id that is taken, and ${does}`,
                expected: "409 or another 4xx",
                got: `${answer.said}, and the ${resource.name} ${effect === "replace" ? "has changed" : "is as before"}`,
                check,
                why: "Whoever creates a thing with an id that happens to be taken overwrites somebody else's, or loses their own.",
              }),
            ],
    };
  },
};

function answeredBody(exchange: Exchange | undefined): Json | undefined {
  const outcome = exchange?.outcome;
  return outcome?.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
}

/** The members of what was sent that show now, and were not there before. */
function takenOver(sent: Json | undefined, before: Json, now: Json | undefined): readonly string[] {
  if (sent === undefined || now === undefined) return [];
  const [was, is] = [unwrap(before, sent), unwrap(now, sent)];
  if (!isObject(sent) || !isObject(was) || !isObject(is)) return [];
  return Object.keys(sent).filter(
    (name) =>
      Object.hasOwn(was, name) &&
      !jsonEqual(was[name], sent[name]) &&
      jsonEqual(property(is, name), sent[name]),
  );
}

export function effectOfDuplicate(
  answer: Pick<Answer, "kind" | "complains">,
  before: Sight,
  after: Sight,
  sent: Json | undefined,
): "refuse" | "replace" | "accept" | undefined {
  if (before.kind !== "there" || after.kind !== "there" || answer.kind === "unclear") return undefined;
  const kept = showsTheSame(before.content, after.content);
  if (answer.kind === "refused" || (answer.complains && kept)) return kept ? "refuse" : undefined;
  if (!kept) return "replace";
  // Where nothing that was sent could show, replacing and doing nothing look alike.
  return sent !== undefined && couldShow(sent, before.content) ? "accept" : undefined;
}

function couldShow(sent: Json, content: Json): boolean {
  const shown = unwrap(content, sent);
  if (!isObject(sent) || !isObject(shown)) return false;
  return Object.entries(sent).some(
    ([name, value]) => Object.hasOwn(shown, name) && !jsonEqual(shown[name], value),
  );
}
