import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { getAtPointer } from "#base/json-pointer";
import { aloneAt } from "#calls/alone-at";
import type { Call } from "#calls/call";
import { equal, inAnswer } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { SequenceBuilder } from "#cover/sequence-builder";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { statusIn } from "#semantics/experiments/status-field";
import { idFieldsOf } from "#semantics/id-fields";
import { PROVOKE } from "#semantics/life";
import { lifecycleOf } from "#semantics/lifecycles";
import { plainRecipe } from "#semantics/plain-recipe";
import { callFromRecipe, type Made, SELF } from "#semantics/recipe";
import { type Need, roleIn } from "#semantics/role";
import { resourceNamed } from "#semantics/semantics";
import { waysThrough } from "#semantics/way-to";
import { type CounterSaid, countedBy, type StatusMember } from "./counters-said.js";
import { bodyOf, earlier, noun, thingIn } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { actionsOf, type Kind, kindsOf } from "./situation.js";

const CALLS = {
  before: "look at the counter",
  make: "make it",
  made: "look at the counter with it",
  look: "look at it now",
  after: "look at the counter now",
} as const;

const ON_THE_WAY = `${PROVOKE}bring it to`;

/** So many statuses of a kind are tried. */
const MOST = 4;

/**
 * The document says which things a number of another one counts: `bookings that are booked or checked in`. One that comes
 * into being is counted, and is no longer when it has gone over into a status that is not among these.
 */
export const countFollowsStatus: Oracle = {
  id: "count-follows-status",
  title: "A number that counts things in certain statuses, as its description says, follows their status.",
  verdict: "WARN",
  source: "the description of the number",
  needs: "a description that names statuses, and actions or updates that change them",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planAll(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== countFollowsStatus.id || step.exchange.call.id !== CALLS.after) return [];
    const { subject, api } = step;
    const [read] = subject?.resource.read ?? [];
    const looks = [CALLS.before, CALLS.made].map((id) => earlier(step, id));
    const look = earlier(step, CALLS.look);
    if (subject === undefined || read === undefined || look === undefined) return [];
    if (![...looks, look, step.exchange].every((one) => succeeded(one))) return [];
    const about = countedBy(operationOf(api, read), step.operation, api);
    const member = about?.member;
    const status = member && statusIn(thingIn(step, look, subject.id), member.name);
    const first = member && statusIn(thingIn(step, earlier(step, CALLS.make), subject.id), member.name);
    const act = step.before.findLast(({ call }) => call.id.startsWith(ON_THE_WAY));
    if (about === undefined || typeof status !== "string" || act === undefined) return [];
    return about.counters.flatMap((counter) => {
      const [was, made, now] = [...looks, step.exchange].map((one) => numberIn(bodyOf(one), counter));
      // It counts what is new, and what is new is in a status that it counts.
      if (was === undefined || made !== was + 1 || now === undefined) return [];
      if (typeof first !== "string" || !counter.counted.includes(first)) return [];
      const isCounted = counter.counted.includes(status);
      const should = isCounted ? made : was;
      return now === should ? [] : [object(step, act, counter, status, now)];
    });
  },
};

function object(step: Step, act: Exchange, counter: CounterSaid, status: string, now: number) {
  const { pointer, counted } = counter;
  const isCounted = counted.includes(status);
  const { operation } = act.call;
  const ways = step.before.map(({ call }) => call.id).filter((id) => id.startsWith(ON_THE_WAY));
  return finding(countFollowsStatus.id, step, {
    operation,
    evidence: [CALLS.before, CALLS.make, CALLS.made, ...ways, CALLS.look],
    verdict: "WARN",
    clause: "a counter counts what it says",
    shape: `${pointer} when it is ${status}`,
    message: `${operation} makes the ${noun(step)} ${status}, and ${pointer}, which counts ${counted.join(", ")}, is ${now}`,
    expected: `as many as ${isCounted ? "with it" : "before it was made"}`,
    got: String(now),
    why: "Between the looks nothing else has happened that could be counted.",
    check: equal(inAnswer(isCounted ? CALLS.made : CALLS.before, pointer), inAnswer(CALLS.after, pointer)),
  });
}

function numberIn(body: Json | undefined, { pointer }: CounterSaid): number | undefined {
  const found = getAtPointer(body, pointer);
  return typeof found === "number" ? found : undefined;
}

function planAll(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { known } = ground;
  const [read] = kind.resource.read;
  if (read === undefined) return [];
  return kind.create.needs.flatMap((need) => {
    const shown = resourceNamed(known.semantics, need.resource)?.read[0];
    const [thing, counter] = [read, shown].map((key) => key && operationOf(known.api, key));
    const about = thing && counter && countedBy(thing, counter, known.api);
    if (!about) return [];
    const { member, counters } = about;
    const counted = new Set(counters.flatMap((one) => one.counted));
    return member.statuses
      .filter((status) => !counted.has(status))
      .slice(0, MOST)
      .flatMap((status) => plan(ground, kind, need, member, [...counted, status]) ?? []);
  });
}

/** Through all statuses that count into the last, which does not. */
function plan(
  ground: Ground,
  kind: Kind,
  need: Need,
  member: StatusMember,
  way: readonly string[],
): PlannedSequence | undefined {
  const { known, book } = ground;
  const { create, resource } = kind;
  const holder = resourceNamed(known.semantics, need.resource);
  const [shown] = holder?.read ?? [];
  const builder = new SequenceBuilder(known, book);
  const needs = builder.makeNeeds(create, "make");
  const thing = needs.get(roleIn(need));
  if (holder === undefined || shown === undefined || thing === undefined) return undefined;
  const look = (id: string) => {
    const reading = plainRecipe(known, operationOf(known.api, shown), holder);
    builder.add(callFromRecipe(id, reading, new Map([...needs, [SELF, thing]])));
  };
  look(CALLS.before);
  const made = builder.create(CALLS.make, create, needs);
  look(CALLS.made);
  const steps = stepsTo(ground, kind, member, way, made);
  const [read] = resource.read;
  if (steps.length === 0 || read === undefined) return undefined;
  for (const step of steps) builder.add(step);
  const reading = plainRecipe(known, operationOf(known.api, read), resource);
  builder.add(callFromRecipe(CALLS.look, reading, made));
  look(CALLS.after);
  const target = way.at(-1) ?? "";
  const subject = { ...resource, idFields: idFieldsOf(resource, create.identity) };
  const name = `${countFollowsStatus.id} of ${aNoun(resource.name)}, ${need.resource} ${target}`;
  const purpose = `look at what ${aNoun(need.resource)} counts when ${aNoun(resource.name)} is ${target}`;
  const planned = builder.build(name, purpose, { resource: subject, create: CALLS.make });
  return { ...planned, oracle: countFollowsStatus.id };
}

/** By actions, as the rules of its life tell; else by an update that says which status it is to have. */
function stepsTo(
  ground: Ground,
  { resource, update }: Kind,
  { name }: StatusMember,
  way: readonly string[],
  made: Made,
): readonly Call[] {
  const { known, rules } = ground;
  const life = lifecycleOf(rules, resource.name);
  const target = way.at(-1) ?? "";
  const actions = life?.field === name ? waysThrough(life).get(target) : undefined;
  const recipes = actionsOf(ground, resource);
  const acts = (actions ?? []).flatMap((key) => recipes.find(({ operation }) => operation === key) ?? []);
  if (actions !== undefined && acts.length === actions.length)
    return acts.map((recipe) => callFromRecipe(`${ON_THE_WAY} ${recipe.operation}`, recipe, made));
  const key = update?.operation;
  if (key === undefined || !key.startsWith("PATCH ")) return [];
  const { path, members } = payloadOf(requestSchema(operationOf(known.api, key)), known.api.schemas);
  const plain = callFromRecipe("", plainRecipe(known, operationOf(known.api, key), resource), made);
  const { body } = plain;
  if (!members.has(name) || body === undefined || /json-patch/i.test(body.contentType)) return [];
  return way.map((status) => ({
    ...plain,
    id: `${ON_THE_WAY} ${status}`,
    body: { ...body, content: aloneAt(body.content, path, [...path, name], value(status)) },
  }));
}
