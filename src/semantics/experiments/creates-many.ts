import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Template } from "#calls/template";
import { chooseMediaType } from "#http/choose-media-type";
import { operationOf } from "#openapi/operation-of";
import { chosenId } from "../chosen-id.js";
import { guessRules } from "../guess-rules.js";
import { plainRecipe } from "../plain-recipe.js";
import { callFromRecipe, SELF } from "../recipe.js";
import type { Rule } from "../rule.js";
import { answerOf } from "./answer.js";
import { seenCheck } from "./check-of.js";
import { type Conclusion, type Experiment, learned, NOTHING, together } from "./experiment.js";
import { isFree } from "./free-id.js";
import { type Lab, THERE } from "./lab.js";
import { deviation, MANY } from "./norms.js";
import type { Sight } from "./sight.js";
import type { Subject } from "./subject.js";
import { parentsFor } from "./supply.js";
import { madeOf, type Thing } from "./thing.js";

type Many = Extract<Rule, { kind: "creates-many" }>;

/** Two fresh things in one call. Only where the client chooses ids: otherwise nobody knows which is which. */
export const createsMany: Experiment = {
  id: "creates-many",
  question: "Does one call create several things?",
  run: async (lab, subject) => {
    const guesses = guessRules(lab.bench.api, lab.bench.semantics).filter(
      (rule): rule is Many => rule.kind === "creates-many" && rule.resource === subject.resource.name,
    );
    const conclusions: Conclusion[] = [];
    for (const guess of guesses) {
      if (guess.at === "" && lab.idPlace(subject)?.in === "body")
        conclusions.push(await createTwo(lab, subject, guess));
    }
    return together(conclusions);
  },
};

async function createTwo(lab: Lab, subject: Subject, guess: Many): Promise<Conclusion> {
  const { resource, recipe } = subject;
  const operation = operationOf(lab.bench.api, guess.operation);
  const parents = await parentsFor(lab, subject);
  const media = operation.body && chooseMediaType(operation.body);
  const field = lab.idPlace(subject)?.name;
  if (parents === undefined || media === undefined || field === undefined) return NOTHING;
  const made = madeOf(parents);

  const drafts = ["first", "second"].map((which) =>
    callFromRecipe(`${guess.operation} ${which}`, recipe, made),
  );
  const items = drafts.flatMap((draft) => draft.body?.content ?? []);
  if (!(await areFree(lab, subject, drafts, made))) return NOTHING;
  const exchange = await lab.perform(`create several of ${resource.name}`, (id): Call => {
    const call = callFromRecipe(id, plainRecipe(lab.bench, operation, resource), made);
    return { ...call, body: { contentType: media.contentType, content: { kind: "array", items } } };
  });
  const answer = answerOf(exchange);
  const things = items.map((_: Template, index): Thing => {
    const identity = { in: "request body", pointer: formatPointer([index, field]) } as const;
    return {
      subject,
      parents,
      made: new Map([...made, [SELF, { call: exchange.call.id, identity }]]),
      created: exchange,
    };
  });
  if (answer.kind !== "accepted") return NOTHING;
  for (const thing of things) lab.adopt(thing);
  const sights: Sight[] = [];
  for (const thing of things) sights.push(await lab.look(thing, THERE));
  return conclude(lab, guess, answer, things, sights);
}

async function areFree(
  lab: Lab,
  subject: Subject,
  drafts: readonly Call[],
  made: ReturnType<typeof madeOf>,
): Promise<boolean> {
  const create = operationOf(lab.bench.api, subject.recipe.operation);
  for (const draft of drafts) {
    const id = chosenId(subject.resource, create, draft);
    if (id?.kind !== "fresh" || !(await isFree(lab, subject, id, made))) return false;
  }
  return drafts.length > 0;
}

function conclude(
  lab: Lab,
  guess: Many,
  { said, call }: { readonly said: string; readonly call: string },
  things: readonly Thing[],
  sights: readonly Sight[],
): Conclusion {
  const there = sights.filter(({ kind }) => kind === "there").length;
  const { kind, resource, operation, at } = guess;
  if (there === sights.length && there > 0) {
    const reason = `it answers ${said}, and each ${resource} of its list can be read`;
    return { ...NOTHING, rules: [learned({ kind, resource, operation, at }, reason)] };
  }
  const missing = sights.find((sight) => sight.kind === "absent");
  const hidden = missing && things[sights.indexOf(missing)];
  if (there === 0 || missing === undefined) return NOTHING;
  return {
    ...NOTHING,
    deviations: [
      deviation(MANY, {
        operation,
        message: `${operation} answers ${said} for ${sights.length} of ${resource}, and creates ${there}`,
        expected: `each ${resource} of the list can be read`,
        got: missing.said,
        why: "The service confirmed all of the list and stored a part of it.",
        call: missing.call,
        check: hidden && seenCheck(lab, missing.call, hidden, true),
        evidence: [call, ...sights.filter((sight) => sight.kind === "there").map((sight) => sight.call)],
      }),
    ],
  };
}
