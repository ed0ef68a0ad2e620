import { aNoun } from "#base/a-noun";
import { isObject, type Json } from "#base/json";
import { guessRules } from "../guess-rules.js";
import { sameId } from "../list-items.js";
import type { Rule } from "../rule.js";
import { listedCheck } from "./check-of.js";
import { type Experiment, learned, NOTHING } from "./experiment.js";
import { type Asked, askFor, itemDisagrees } from "./item-agrees.js";
import type { Lab } from "./lab.js";
import { deviation, SIDES } from "./norms.js";
import type { Listing } from "./sight.js";
import { linksOf, type Subject } from "./subject.js";
import { createThing, untouchedParents } from "./supply.js";
import { madeOf, type Parents } from "./thing.js";

type View = Extract<Rule, { kind: "shows-related" }>;

/** What a list shows of the other parent. */
interface Shown {
  readonly kind: "as id" | "in a field" | "nothing" | "unknown";
  readonly field?: string;
  readonly call: string;
}

/** A view with what it showed before the child came, while it was there, and after it went. */
interface Watched {
  readonly view: View;
  readonly before: Shown;
  readonly during: Shown;
  readonly after: Shown;
}

export const showsRelated: Experiment = {
  id: "shows-related",
  question: "Does a list under one thing show the other things that it is joined with?",
  run: async (lab, subject) => {
    const views = viewsOf(lab, subject);
    const parents = views.length === 0 ? undefined : await untouchedParents(lab, subject);
    if (parents === undefined) return NOTHING;
    const lookAll = async (name: string, holds: (shown: Shown) => boolean) => {
      const seen: Shown[] = [];
      for (const view of views) seen.push(await lookAt(lab, subject, view, parents, name, holds));
      return seen;
    };
    const ask = async () => {
      const answers: (Asked | undefined)[] = [];
      for (const view of views) answers.push(await askFor(lab, subject, view, parents));
      return answers;
    };
    const before = await lookAll("it shows nothing yet", (shown) => shown.kind === "nothing");
    const askedBefore = await ask();
    const child = await createThing(lab, subject, parents, "unseen");
    if (child === undefined) return NOTHING;
    const during = await lookAll("it shows what is joined", isShown);
    const askedDuring = await ask();
    await lab.discard(child);
    const after = await lookAll("it no longer shows what was joined", (shown) => shown.kind === "nothing");
    const none: Shown = { kind: "unknown", call: "" };
    const watched = views.map((view, index) => ({
      view,
      before: before[index] ?? none,
      during: during[index] ?? none,
      after: after[index] ?? none,
    }));
    const evidence = lab.storyOf(child).slice(0, 1);
    return {
      ...NOTHING,
      rules: watched.flatMap(concludeView),
      deviations: watched.flatMap((one, index) => [
        ...oneSided(lab, one, watched, parents, evidence),
        ...itemDisagrees(one.view, whetherShown(one.before), askedBefore[index], []),
        ...itemDisagrees(one.view, whetherShown(one.during), askedDuring[index], evidence),
      ]),
    };
  },
};

/** Lists that may show the other parents of a child, both of which the child's recipe names. */
function viewsOf(lab: Lab, subject: Subject): readonly View[] {
  if (subject.resource.delete[0] === undefined) return [];
  const used = new Set(linksOf(subject).map((link) => link.resource));
  return guessRules(lab.bench.api, lab.bench.semantics).filter(
    (rule): rule is View =>
      rule.kind === "shows-related" &&
      rule.child === subject.resource.name &&
      used.has(rule.under.parent) &&
      used.has(rule.shown.parent),
  );
}

async function lookAt(
  lab: Lab,
  subject: Subject,
  view: View,
  parents: Parents,
  name: string,
  holds: (shown: Shown) => boolean,
): Promise<Shown> {
  const other = parents.get(view.shown.parent);
  const id = other && lab.idOf(other);
  const read = (listing: Listing) => shownIn(listing, id, other?.subject.resource.idFields ?? []);
  const hope = { name, holds: (listing: Listing) => holds({ ...read(listing), call: "" }) };
  const listing = await lab.list(view.operation, subject, madeOf(parents), hope);
  return { ...read(listing), call: listing.call };
}

export function shownIn(
  listing: Listing,
  id: Json | undefined,
  idFields: readonly string[],
): Pick<Shown, "kind" | "field"> {
  if (listing.kind !== "items" || id === undefined) return { kind: "unknown" };
  for (const item of listing.items) {
    if (sameId(item, id)) return { kind: "as id" };
    const field = isObject(item)
      ? idFields.find((name) => Object.hasOwn(item, name) && sameId(item[name], id))
      : undefined;
    if (field !== undefined) return { kind: "in a field", field };
  }
  return { kind: listing.paged ? "unknown" : "nothing" };
}

function isShown({ kind }: Pick<Shown, "kind">): boolean {
  return kind === "as id" || kind === "in a field";
}

function whetherShown(shown: Shown): { call: string; isShown: boolean | undefined } {
  return { call: shown.call, isShown: shown.kind === "unknown" ? undefined : isShown(shown) };
}

function concludeView({ view, before, during, after }: Watched): readonly Rule[] {
  // What it shows afterwards is for those to judge who know the rule.
  if (before.kind !== "nothing" || !isShown(during) || after.kind === "unknown") return [];
  const { kind, operation, child, under, shown } = view;
  const { field } = during;
  const content = { kind, operation, child, under, shown, ...(field === undefined ? {} : { field }) };
  return [learned(content, `it shows the ${shown.parent} once the ${child} is there, and not before`)];
}

/** One of two lists that look at the same join from both ends shows it, and the other does not. */
function oneSided(
  lab: Lab,
  { view, before, during }: Watched,
  all: readonly Watched[],
  parents: Parents,
  evidence: readonly string[],
) {
  const mirror = all.find(
    (other) => other.view.under.parent === view.shown.parent && other.view.shown.parent === view.under.parent,
  );
  if (before.kind !== "nothing" || during.kind !== "nothing" || mirror === undefined) return [];
  if (mirror.before.kind !== "nothing" || !isShown(mirror.during)) return [];
  const hidden = parents.get(view.shown.parent);
  return [
    deviation(SIDES, {
      operation: view.operation,
      message: `${view.operation} does not show the ${view.shown.parent} of ${aNoun(view.child)} whose other side ${mirror.view.operation} shows`,
      expected: `the ${view.shown.parent} of the new ${view.child} among the items`,
      got: "a list without it",
      why: `${mirror.view.operation} shows the other side of the same ${view.child}: the two lists contradict each other.`,
      call: during.call,
      evidence: [...evidence, mirror.during.call],
      check: hidden && listedCheck(lab, during.call, hidden, true),
    }),
  ];
}
