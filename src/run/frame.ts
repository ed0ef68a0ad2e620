import { isArray, type Json } from "#base/json";
import type { Call } from "#calls/call";
import { type Check, callsIn } from "#calls/check";
import type { Exchange } from "#calls/exchange";
import { type Finding, SEVERITY } from "#calls/finding";
import type { Thing, TourStep } from "#cover/tour";
import type { OracleDescription } from "#judge/oracle";
import type { Api, Parameter } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { keywordOf } from "#openapi/schema-shape";
import { isBirth } from "#semantics/born-below";
import { statusIn } from "#semantics/experiments/status-field";
import { putsAway } from "#semantics/puts-away";
import { SELF } from "#semantics/recipe";
import type { Rule } from "#semantics/rule";
import { resourceNamed, type Semantics } from "#semantics/semantics";
import { nameWords } from "#values/name-words";
import { checkStatus, checkThat } from "./check-sight.js";
import { isBelow, MISSING, verdictFor } from "./frame-verdict.js";
import { isGivenAgain } from "./given-again.js";
import { isAsNew } from "./is-as-new.js";
import type { FrameCheck } from "./judge-contract.js";
import { keptAbove, type LostLink, lostLinks } from "./lost-links.js";
import { objectToChanges } from "./object-to-changes.js";
import { objectToRelated } from "./related-things.js";
import { type Knowledge, type Sight, Sights } from "./sights.js";
import type { CaseRun } from "./world.js";

export const FRAME: OracleDescription = {
  id: "frame",
  title:
    "Of the things of this run the service shows those that the model says are there, as they were last written.",
  verdict: "ERR",
  source: "the model, from what was learned and stated",
};

/** Something that is not as the model says. */
export interface FrameObjection {
  readonly thing: Thing;
  /** What is wrong, without a name or value: equal causes have equal shapes. */
  readonly shape: string;
  /** What it is about: told once in a tour. */
  readonly topic: string;
  /** The service is in another state than the model; otherwise only a value is wrong. */
  readonly isLost: boolean;
  /** It breaks a rule that was only seen in simple states, unless the user has stated it. */
  readonly rests?: Rule["kind"];
  readonly says: string;
  readonly expected: string;
  readonly got: string;
  /** What must have been there before a call for it to hold whatever that is answered; undefined: it never does. */
  readonly stands?: readonly Thing[];
  readonly check?: Check;
}

/**
 * The frame: after a call the service shows exactly the things that the model says are there, each as it was last
 * written, whether the call named it or not. Only things of this run are looked at.
 *
 * One per run of a tour: a value that does not read as it was written is told once, and the tour goes on with the
 * service as it is. A thing that is missing, or there where it should not be, leads the model astray.
 */
export class Frame {
  readonly #told = new Set<string>();
  #latest: readonly FrameObjection[] = [];

  constructor(
    private readonly knowledge: Knowledge,
    private readonly run: CaseRun,
  ) {}

  /** What to check after a call. May be asked several times: effects may be slow to show. */
  checkAfter(step: TourStep, call: Call, before: readonly Exchange[]): FrameCheck {
    return async (observer, exchange) => {
      const exchanges = [...before, exchange];
      const sights = new Sights(this.knowledge, observer, exchanges, this.run);
      // All at once: the observer keeps the order of what it is asked for, and asks for nothing twice.
      const [things, related] = await Promise.all([
        Promise.all(step.things.map((thing) => this.#objectTo(thing, step, sights, exchanges))),
        objectToRelated(this.knowledge, step, sights),
      ]);
      const all = [...things.flat(), ...related];
      this.#latest = all.filter(({ topic }) => !this.#told.has(topic));
      const missing = new Set(all.flatMap(({ thing, shape }) => (shape === MISSING ? [thing.name] : [])));
      const findings = this.#latest.map((objection) =>
        this.#findingOf(step, call, exchange, objection, missing),
      );
      // One call, one cause: what weighs most tells it.
      return findings.sort((a, b) => SEVERITY[a.verdict] - SEVERITY[b.verdict]).slice(0, 1);
    };
  }

  /** Called when a step is done: whether the service is where the model is, whatever it shows wrongly. */
  isKept(): boolean {
    for (const { topic } of this.#latest) this.#told.add(topic);
    const isKept = !this.#latest.some(({ isLost }) => isLost);
    this.#latest = [];
    return isKept;
  }

  async #objectTo(
    thing: Thing,
    step: TourStep,
    sights: Sights,
    exchanges: readonly Exchange[],
  ): Promise<FrameObjection[]> {
    const { rules, world } = this.knowledge;
    if (thing.state === "trash" || !canBeSeen(thing, step, world.semantics)) return [];
    const lost = thing.state === "there" ? lostLinks(thing, step.things) : [];
    // What becomes of it nobody knows.
    const isKnown = (link: LostLink) => rules.some((rule) => isAboutLink(rule, link));
    if (![...lost, ...(thing.state === "gone" ? keptAbove(thing, step.things) : [])].every(isKnown))
      return [];
    const sight = await sights.of(thing);
    if (sight === undefined) return [];
    const isThere = thing.state === "there";
    if (sight.shown === isThere)
      return isThere
        ? [
            ...movedTo(thing, sight, step),
            ...objectToChanges(this.knowledge, thing, sight, exchanges, step.things),
          ]
        : [];
    if (isGivenAgain(thing, step.things, (other) => sights.idOf(other))) return [];
    if (isThere && sight.list !== undefined && !isAsNew(thing, rules)) {
      const alone = await sights.alone(thing);
      if (alone?.shown === true) return this.#unlisted(thing, sight);
    }
    return [{ ...presence(thing, sight), ...(lost.length > 0 ? { rests: "parent-delete" } : {}) }];
  }

  /** It has been moved on, and can be read, but is not listed: a list that can be asked for such things means it so. */
  #unlisted(thing: Thing, sight: Sight): FrameObjection[] {
    const { api } = this.knowledge.world;
    const { parameters } = operationOf(api, sight.by);
    const asks = parameters.some((parameter) => parameter.in === "query" && isAbout(parameter, thing, api));
    if (asks) return [];
    const unseen = presence(thing, sight);
    // What is left out in one status may be so, and told; what is so in another is another matter.
    const topic = `${unseen.topic} ${thing.life?.status ?? ""}`;
    return [{ ...unseen, topic, isLost: false, rests: "lists" }];
  }

  /**
   * What is made may well move on what it is made of, and what that stands in: a hold of which an order was made is used
   * up, and the event is sold out. By an action on something else it may move on other things, too.
   */
  #mayMove({ operation }: Call, thing: Thing, step: TourStep): boolean {
    const { operations, resources } = this.knowledge.world.semantics;
    const meaning = operations[operation];
    const resource = resources.find(({ name }) => name === meaning?.resource);
    if (meaning?.semantics !== "CREATE" || resource === undefined) return false;
    const made = step.things.filter((one) => one.resource === resource.name && step.about.includes(one.name));
    return isBirth(resource, operation) || made.some((one) => isBelow(one, thing.name, step));
  }

  #findingOf(
    step: TourStep,
    call: Call,
    { outcome }: Exchange,
    objection: FrameObjection,
    missing: ReadonlySet<string>,
  ): Finding {
    const { thing, shape, says, expected, got, check } = objection;
    const status = outcome.kind === "response" ? outcome.status : "nothing";
    return {
      key: [call.operation, FRAME.id, `${thing.resource} ${shape}`].join(" · "),
      oracle: FRAME.id,
      operation: call.operation,
      verdict:
        (objection.rests === "leads-to" && this.#mayMove(call, thing, step)) ||
        (objection.rests === "lists" && isPutAway(call, thing))
          ? "NOTE"
          : verdictFor(this.knowledge.rules, step, objection, missing),
      clause: `${thing.resource} ${shape}`,
      message: `${call.operation} answers ${status}, and then ${says}`,
      expected,
      got,
      why:
        step.expects === "success"
          ? "The state after each call follows from what the service did before; it now shows another one."
          : "The call was refused, so nothing may have changed.",
      call: call.id,
      evidence: evidenceFor(thing, step),
      ...(check === undefined ? {} : { check: { ...check, ...openFor(call, objection) } }),
    };
  }
}

/** Whoever archives or hides a thing expects that lists leave it out; who suspends it may well not. */
function isPutAway({ operation }: Call, { life }: Thing): boolean {
  const isOff = life === undefined || life.status === "false";
  return [operation.split("/").at(-1) ?? "", ...(isOff ? [] : [life.member, life.status])].some(putsAway);
}

/** What the call neither made nor wrote stays as it was where the call is refused. */
function openFor({ id }: Call, { stands, check }: FrameObjection): Pick<Check, "open"> {
  const isMade = ({ ids }: Thing) => {
    const own = ids.get(SELF);
    return own?.kind !== "reference" || own.call === id;
  };
  const isOpen =
    stands !== undefined && !stands.some(isMade) && check !== undefined && !callsIn(check.expect).has(id);
  return isOpen ? { open: [id] } : {};
}

/**
 * `archived`, `include_archived`, `status`: a parameter that is named after where a thing stands in its life. Or one with a
 * choice of that name, which is not taken by itself: `state` of `active`, `archived` and `all`.
 */
function isAbout({ name: parameter, schema }: Parameter, { life }: Thing, { schemas }: Api): boolean {
  if (life === undefined) return false;
  const names = [life.member, life.status].map((name) => nameWords(name));
  const words = nameWords(parameter);
  if (names.some((name) => name.every((word) => words.includes(word)))) return true;
  const [choices, usual] = [keywordOf(schema, "enum", schemas), keywordOf(schema, "default", schemas)];
  if (!isArray(choices) || usual === undefined) return false;
  const own = nameWords(life.status === "true" ? life.member : life.status).join(" ");
  const isNamed = (choice: Json) => typeof choice === "string" && nameWords(choice).join(" ") === own;
  return choices.some(isNamed) && !isNamed(usual);
}

/** Where something that its path runs through is gone there is no place to look. */
function canBeSeen(thing: Thing, step: TourStep, semantics: Semantics): boolean {
  const links = resourceNamed(semantics, thing.resource)?.parents ?? [];
  return links
    .filter(({ via }) => via.kind === "path")
    .every(({ resource }) => {
      const name = thing.parents.get(resource);
      return step.things.find((other) => other.name === name)?.state !== "gone";
    });
}

function presence(thing: Thing, { shown, by, look, list }: Sight): FrameObjection {
  return {
    thing,
    isLost: true,
    topic: `${thing.name} ${by}`,
    shape: shown ? "is still there" : MISSING,
    says: shown
      ? `${by} ${thing.writes.length === 0 ? "shows" : "still shows"} ${thing.name}`
      : `${by} does not show ${thing.name}`,
    expected: shown ? `${thing.name} is gone` : `${thing.name} is there`,
    got: shown ? `${by} shows it` : `${by} does not show it`,
    ...(shown ? {} : { stands: [thing] }),
    ...checkThat(thing, !shown, look, list),
  };
}

/** It stands elsewhere in its life than the model says. */
function movedTo(thing: Thing, sight: Sight, { about }: TourStep): FrameObjection[] {
  const { life } = thing;
  const { item, by } = sight;
  const status = life === undefined ? undefined : statusIn(item, life.member);
  if (life === undefined || status === undefined || String(status) === life.status) return [];
  return [
    {
      thing,
      isLost: true,
      rests: "leads-to",
      topic: `${thing.name} ${life.member}`,
      shape: `has another ${life.member}`,
      says: `${by} shows ${thing.name} with ${life.member} ${status}`,
      expected: `${life.member} ${life.status}`,
      got: `${life.member} ${status}`,
      ...(about.includes(thing.name) ? {} : { stands: [thing] }),
      ...checkStatus(thing, sight, life.member, life.status),
    },
  ];
}

function isAboutLink(rule: Rule, { child, parent }: LostLink): boolean {
  return rule.kind === "parent-delete" && rule.child === child && rule.parent === parent;
}

/** The calls that made the thing and what the call is about, and wrote what they hold. */
function evidenceFor(thing: Thing, step: TourStep): readonly string[] {
  const named = step.things.filter(({ name }) => step.about.includes(name));
  const calls = [thing, ...named].flatMap(({ ids, writes }) => [
    ...[...ids.values()].flatMap((template) => (template.kind === "reference" ? [template.call] : [])),
    ...writes,
  ]);
  return [...new Set(calls)];
}
