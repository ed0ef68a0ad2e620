import { aNoun } from "#base/a-noun";
import type { OperationKey } from "#openapi/api";
import { wholeList } from "../guess-rules.js";
import { type CallRecipe, callFromRecipe } from "../recipe.js";
import type { Status } from "../rule.js";
import { answerOf } from "./answer.js";
import { listedCheck } from "./check-of.js";
import { emptyTrash } from "./empty-trash.js";
import { type Conclusion, type Experiment, NOTHING, together } from "./experiment.js";
import type { Lab } from "./lab.js";
import { deviation, RESTORED, TRASH } from "./norms.js";
import type { Subject } from "./subject.js";
import { createThing } from "./supply.js";
import { isWhole, namesNothing, shows } from "./whole-lists.js";

/** What is deleted and kept stands in a list of its own, and one call may remove all of that for good. */
export const trash: Experiment = {
  id: "trash",
  question: "Which list shows what was deleted, and is that gone when it is emptied?",
  run: async (lab, subject) => {
    const { name } = subject.resource;
    const isKept = lab.turn.knows(
      (rule) => rule.kind === "removes" && rule.resource === name && rule.how === "trash",
    );
    if (!isKept) return NOTHING;
    const main = wholeList(subject.resource);
    const others = Object.values(lab.bench.semantics.operations)
      .filter(({ resource, semantics }) => resource === name && semantics === "READ_MULTI")
      .map(({ operation }) => operation)
      .filter((key) => key !== main && namesNothing(lab, key));
    const conclusions: Conclusion[] = [await restore(lab, subject, main)];
    for (const list of others) conclusions.push(await fill(lab, subject, list, main));
    return together(conclusions);
  },
};

/** A thing that was listed, deleted and restored is listed again. */
async function restore(lab: Lab, subject: Subject, main: OperationKey | undefined): Promise<Conclusion> {
  const action = restoringAction(lab, subject);
  if (action === undefined || main === undefined) return NOTHING;
  const thing = await createThing(lab, subject);
  if (thing === undefined) return NOTHING;
  const before = await lab.list(main, subject, thing.made);
  if (!shows(lab, before, thing) || (await lab.remove(thing))?.kind !== "accepted") return NOTHING;
  const { operation } = action;
  const answer = answerOf(await lab.perform(operation, (id) => callFromRecipe(id, action, thing.made)));
  const after = await lab.list(main, subject, thing.made, {
    name: "it shows what was restored",
    holds: (listing) => shows(lab, listing, thing),
  });
  if (answer.kind !== "accepted" || !isWhole(after) || shows(lab, after, thing)) return NOTHING;
  const { name } = subject.resource;
  const missing = deviation(RESTORED, {
    operation,
    message: `${operation} answers ${answer.said}, and ${main} does not show the ${name} again`,
    expected: `the ${name} among the others, as before it was deleted`,
    got: "a list without it",
    why: "It was listed before it was deleted, and the service says that it is restored.",
    call: after.call,
    evidence: [before.call, ...lab.storyOf(thing), answer.call],
    check: listedCheck(lab, after.call, thing, true),
  });
  return { ...NOTHING, deviations: [missing] };
}

/** The action after which a thing has the status of a new one, where the delete takes it out of that. */
function restoringAction(lab: Lab, { resource }: Subject): CallRecipe | undefined {
  const { knows } = lab.turn;
  const isOfNew = (status: Status) =>
    knows((rule) => rule.kind === "begins" && rule.resource === resource.name && rule.status === status);
  const leads = (operation: OperationKey | undefined, toNew: boolean) =>
    knows(
      (rule) => rule.kind === "leads-to" && rule.operation === operation && isOfNew(rule.status) === toNew,
    );
  const leadsBack = (operation: OperationKey) => leads(operation, true);
  // A status that the delete leaves alone, such as being pinned, says nothing of being deleted.
  if (!leads(resource.delete[0], false)) return undefined;
  return Object.values(lab.bench.semantics.operations)
    .filter(({ resource: own, kind }) => own === resource.name && kind === "action")
    .filter(({ operation }) => leadsBack(operation))
    .map(({ operation }) => lab.action(operation))
    .find((recipe) => recipe !== undefined);
}

/** Two things are deleted beside one that is not: a trash shows just the two. */
async function fill(
  lab: Lab,
  subject: Subject,
  list: OperationKey,
  main: OperationKey | undefined,
): Promise<Conclusion> {
  const first = await createThing(lab, subject);
  const second = await createThing(lab, subject);
  const neighbour = await createThing(lab, subject);
  if (first === undefined || second === undefined || neighbour === undefined) return NOTHING;
  const things = [first, second];
  const before = await lab.list(list, subject, neighbour.made);
  for (const thing of things) if ((await lab.remove(thing))?.kind !== "accepted") return NOTHING;
  const filled = await lab.list(list, subject, neighbour.made, {
    name: "it shows what was deleted",
    holds: (listing) => things.every((thing) => shows(lab, listing, thing)),
  });
  const shown = things.filter((thing) => shows(lab, filled, thing));
  const isTrash = shown.length > 0 && ![...shown, neighbour].some((thing) => shows(lab, before, thing));
  if (!isTrash || !isWhole(filled) || shows(lab, filled, neighbour)) return NOTHING;
  if (shown.length === things.length)
    return emptyTrash(lab, { subject, list, main, things, neighbour, filled });
  const { name } = subject.resource;
  const hidden = things.find((thing) => !shown.includes(thing)) ?? second;
  const missed = deviation(TRASH, {
    operation: list,
    message: `${list} does not show ${aNoun(name)} that was deleted`,
    expected: `each ${name} that was deleted`,
    got: "a list without this one",
    why: "It shows another one that was deleted in the same way.",
    call: filled.call,
    evidence: things.flatMap((thing) => lab.storyOf(thing)),
    comparisons: shown.flatMap((thing) => lab.storyOf(thing)),
    check: listedCheck(lab, filled.call, hidden, true),
  });
  return { ...NOTHING, deviations: [missed] };
}
