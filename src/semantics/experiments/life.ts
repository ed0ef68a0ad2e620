import { isPartOf } from "#base/is-part-of";
import type { Json } from "#base/json";
import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import type { Rule } from "../rule.js";
import { type Conclusion, type Experiment, learned, NOTHING, together, type Written } from "./experiment.js";
import { GONE, type Lab } from "./lab.js";
import type { Hope } from "./recorder.js";
import { type Sight, showsTheSame } from "./sight.js";
import type { Subject } from "./subject.js";
import { createThing, parentsFor } from "./supply.js";
import { madeOf, type Thing } from "./thing.js";
import { WatchedList } from "./watched-list.js";

/**
 * A thing comes, changes and goes, and each time it is looked at. In the first turn another one comes beside it: a
 * list that shows a page of one looks complete as long as there is only one.
 */
export const life: Experiment = {
  id: "life",
  question:
    "Can a thing be read and listed from its creation to its removal, and does it read as it was written?",
  run: async (lab, subject) => {
    const parents = await parentsFor(lab, subject);
    if (parents === undefined) return NOTHING;
    const lists = await WatchedList.start(lab, subject, madeOf(parents));
    const thing = await createThing(lab, subject, parents);
    const created = thing === undefined ? undefined : lab.lastSight(thing);
    if (thing === undefined || created?.kind !== "there") return NOTHING;
    const comes = concludeCreate(subject, thing, created);
    const other = lab.turn.number === 1 ? await createThing(lab, subject, undefined, "unseen") : undefined;
    await lists?.lookDuring(thing, other);
    if (other !== undefined) await lab.discard(other);
    const changes = await change(lab, thing);
    const goes = await go(lab, subject, thing, lists);
    return together([comes, changes, goes]);
  },
};

function concludeCreate({ resource, recipe }: Subject, thing: Thing, created: Sight): Conclusion {
  const rule = { kind: "creates", resource: resource.name, operation: recipe.operation } as const;
  const written = created.kind === "there" ? writtenBy(thing.created, created.content) : [];
  return { ...NOTHING, rules: [learned(rule, `${created.said} after it`)], written };
}

function writtenBy(write: Exchange | undefined, read: Json): readonly Written[] {
  const sent = write?.request.inputs.body?.content;
  return write === undefined || sent === undefined ? [] : [{ operation: write.call.operation, sent, read }];
}

async function change(lab: Lab, thing: Thing): Promise<Conclusion> {
  const before = lab.lastSight(thing);
  const update = await lab.update(thing);
  if (update?.answer.kind !== "accepted" || before?.kind !== "there") return NOTHING;
  const sent = update.exchange.request.inputs.body?.content;
  const hope: Hope<Sight> = {
    name: "it has changed",
    holds: (sight) =>
      sight.kind === "there" &&
      (!showsTheSame(before.content, sight.content) ||
        (sent !== undefined && isPartOf(sent, unwrap(sight.content, sent)))),
  };
  const after = await lab.look(thing, hope);
  return after.kind === "there"
    ? { ...NOTHING, written: writtenBy(update.exchange, after.content) }
    : NOTHING;
}

async function go(
  lab: Lab,
  subject: Subject,
  thing: Thing,
  lists: WatchedList | undefined,
): Promise<Conclusion> {
  const before = lab.lastSight(thing);
  const removal = await lab.remove(thing);
  if (removal?.kind !== "accepted") return { ...NOTHING, rules: lists?.conclude() ?? [] };
  const after = await lab.look(thing, GONE);
  await lists?.lookAfter(thing);
  const removes = concludeRemoval(subject, before, after, lists?.noLongerShows === true);
  return { ...NOTHING, rules: [...removes, ...(lists?.conclude() ?? [])] };
}

function concludeRemoval(
  { resource }: Subject,
  before: Sight | undefined,
  after: Sight,
  unlisted: boolean,
): readonly Rule[] {
  const operation = resource.delete[0];
  if (operation === undefined || before?.kind !== "there") return [];
  const rule = { kind: "removes", resource: resource.name, operation } as const;
  if (after.kind === "absent") {
    const seen = after.status === undefined ? {} : { absentAs: after.status };
    return [learned({ ...rule, how: "gone", ...seen }, `${after.said} after it`)];
  }
  if (after.kind === "unknown") return [];
  const changed = !showsTheSame(before.content, after.content);
  if (!changed && !unlisted) return [];
  const reason = changed
    ? "it can still be read, and looks different"
    : "it can still be read, but is not listed";
  return [learned({ ...rule, how: "trash" }, reason)];
}
