import type { ParentLink, Resource } from "#semantics/semantics";
import { nameWords } from "#values/name-words";
import { linksOf, rulesAbout } from "./about-links.js";
import { planLimits, planNumbers, planUnique, uniqueRules } from "./plan-bounds.js";
import type { PlanInput } from "./plan-input.js";
import { planLife } from "./plan-life.js";
import type { KeyPart, Link, LinkPart, Reference, Thing } from "./thing.js";

export interface Plan {
  /** Parents before children. */
  readonly things: readonly Thing[];
  /** What the model cannot hold, in sentences. */
  readonly leftOut: readonly string[];
}

/**
 * Lays out what the model holds. A value is kept only where some guard or invariant needs it: each one multiplies
 * the states.
 */
export function planThings(input: PlanInput): Plan {
  const things = new Map<string, Thing>();
  const leftOut: string[] = [];
  const maps = new Set<string>();
  for (const resource of input.resources) {
    const planner = new ThingPlanner(resource, things, input);
    things.set(resource.name, planner.plan(mapName(resource, maps)));
    leftOut.push(...planner.leftOut);
  }
  return { things: [...things.values()], leftOut };
}

/** `players` of `/players`, as the API says it; else the name of one with an s. */
function mapName({ name, collection }: Resource, taken: Set<string>): string {
  const said = /\/([A-Za-z0-9_-]{1,60})$/.exec(collection)?.[1];
  const wanted = said !== undefined && said !== name ? said : `${name}s`;
  let chosen = wanted;
  for (let number = 2; taken.has(chosen); number++)
    chosen = number === 2 ? `${name}s` : `${name}s${number - 1}`;
  taken.add(chosen);
  return chosen;
}

interface OwnLink {
  readonly link: ParentLink;
  readonly parent: Thing;
  readonly rules: ReturnType<typeof rulesAbout>;
}

class ThingPlanner {
  readonly leftOut: string[] = [];
  readonly #resource: Resource;
  readonly #things: ReadonlyMap<string, Thing>;
  readonly #input: PlanInput;
  readonly #links: readonly OwnLink[];
  readonly #variables = new Set<string>();

  constructor(resource: Resource, things: ReadonlyMap<string, Thing>, input: PlanInput) {
    this.#resource = resource;
    this.#things = things;
    this.#input = input;
    this.#links = linksOf(resource, input.rules).flatMap((link) => {
      const parent = things.get(link.resource);
      const rules = rulesAbout(resource.name, link, input.rules);
      return parent === undefined ? [] : [{ link, parent, rules }];
    });
  }

  plan(map: string): Thing {
    const key = this.#key();
    const life = planLife(this.#resource.name, this.#input.rules);
    const uniques = uniqueRules(this.#resource, this.#input.rules, life);
    const needed = new Set(uniques.flatMap(({ fields }) => fields));
    const ways = this.#parts(key);
    // Two links may share a reference: what one of them needs, the other has.
    const variables = (test: (own: OwnLink) => boolean) =>
      new Set(ways.filter(({ own }) => test(own)).flatMap(({ parts }) => parts.map((part) => part.variable)));
    const kept = variables((own) => this.#mustKeep(own, needed));
    const optional = variables((own) => this.#mayLeadNowhere(own));
    const links = ways.map(({ own, parts }): Link => {
      const dangling = own.rules.find((rule) => rule.kind === "dangling")?.effect;
      return {
        parent: own.link.resource,
        via: own.link.via,
        parts: parts.map((part) =>
          part.from === "reference" && kept.has(part.variable)
            ? keep(part, optional.has(part.variable))
            : part,
        ),
        onDelete: this.#onDelete(own),
        ...(dangling === undefined ? {} : { dangling }),
        ...(own.link.distinct === true ? { distinct: true } : {}),
      };
    });
    const note = (sentence: string): void => void this.leftOut.push(sentence);
    return {
      resource: this.#resource,
      map,
      key,
      links,
      numbers: planNumbers(this.#resource, this.#input, (name) => this.#variable(name), note),
      limits: planLimits(this.#resource, this.#input.rules, this.#things, links, key, note),
      uniques: uniques.map((rule) => planUnique(rule, links, key)),
      trashes: this.#input.rules.some(
        (rule) => rule.kind === "removes" && rule.resource === this.#resource.name && rule.how === "trash",
      ),
      ...(life === undefined ? {} : { life }),
    };
  }

  #key(): readonly KeyPart[] {
    const { itemPath, name } = this.#resource;
    const outer = this.#links.flatMap(({ link: { via }, parent }): KeyPart[] => {
      if (via.kind !== "path" || !isInItemPath(itemPath, via.parameter)) return [];
      const { sort, slots } = ownPart(parent);
      const variable = this.#variable(parent.resource.name);
      return [{ of: parent.resource.name, sort, slots, variable, parameter: via.parameter }];
    });
    const lender = this.#links.find(({ link }) => link.via.kind === "id")?.parent;
    const own = lender === undefined ? { sort: name, slots: this.#input.slotsOf(name) } : ownPart(lender);
    const variable = this.#variable(lender?.resource.name ?? name);
    return [...outer, { of: lender?.resource.name ?? name, sort: own.sort, slots: own.slots, variable }];
  }

  /** Per link where each part of the parent's key comes from: the own part first, then what is around it. */
  #parts(key: readonly KeyPart[]): readonly { own: OwnLink; parts: readonly LinkPart[] }[] {
    const last = key.at(-1)?.variable ?? "";
    const ends = this.#links.map((own): { own: OwnLink; end: LinkPart } => {
      const { via } = own.link;
      const inKey =
        via.kind === "path" ? key.find((part) => part.parameter === via.parameter)?.variable : undefined;
      if (via.kind === "id") return { own, end: { from: "key", variable: last } };
      if (inKey !== undefined) return { own, end: { from: "key", variable: inKey } };
      return { own, end: this.#reference(own.parent.key.at(-1)) };
    });
    const known = new Map<string, LinkPart>(ends.map(({ own, end }) => [own.link.resource, end]));
    for (const part of key) known.set(part.of, { from: "key", variable: part.variable });
    return ends.map(({ own, end }) => {
      const around = own.parent.key.slice(0, -1).map((part) => {
        const found = known.get(part.of) ?? this.#reference(part);
        known.set(part.of, found);
        return found;
      });
      return { own, parts: [...around, end] };
    });
  }

  #reference(part: KeyPart | undefined): Reference {
    const of = part?.of ?? "";
    return {
      from: "reference",
      variable: this.#variable(of),
      type: { kind: "slot", sort: part?.sort ?? of },
    };
  }

  #variable(resource: string): string {
    const words = nameWords(resource).map((word, index) =>
      index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1),
    );
    const plain = words.join("") || "thing";
    let chosen = plain;
    for (let number = 2; this.#variables.has(chosen); number++) chosen = `${plain}${number}`;
    this.#variables.add(chosen);
    return chosen;
  }

  #onDelete({ link, rules }: OwnLink): Link["onDelete"] {
    const rule = rules.find((one) => one.kind === "parent-delete");
    // What lives below a path cannot be reached once the path is gone, so the model lets it go, too.
    const below =
      link.via.kind === "path"
        ? isInItemPath(this.#resource.itemPath, link.via.parameter)
        : link.via.kind === "id";
    if (rule?.effect === "orphan" && below) return "cascade";
    return rule?.effect ?? (below ? "cascade" : "orphan");
  }

  #mustKeep(own: OwnLink, needed: ReadonlySet<string>): boolean {
    if (own.rules.some((rule) => rule.kind === "capacity")) return true;
    if (own.link.via.kind === "body" && needed.has(own.link.via.pointer)) return true;
    return this.#onDelete(own) !== "orphan" && this.#canGo(own.parent, new Set());
  }

  /** A parent goes when it is deleted, or with a parent of its own. */
  #canGo(thing: Thing, seen: Set<string>): boolean {
    if (seen.has(thing.resource.name)) return false;
    seen.add(thing.resource.name);
    if (thing.resource.delete.length > 0) return true;
    const removed = this.#input.rules.some(
      (rule) => rule.kind === "removes" && rule.resource === thing.resource.name,
    );
    return removed || thing.links.some((link) => link.onDelete === "cascade" && this.#goes(link, seen));
  }

  #goes(link: Link, seen: Set<string>): boolean {
    const parent = this.#things.get(link.parent);
    return parent !== undefined && this.#canGo(parent, seen);
  }

  /**
   * An orphan's reference names an id that nothing has any more. A parent that is created later gets another id,
   * so the reference must not lead to its slot; only where ids are given again does it stay.
   */
  #mayLeadNowhere(own: OwnLink): boolean {
    const accepted = own.rules.some((rule) => rule.kind === "dangling" && rule.effect === "accept");
    const emptied = own.rules.some((rule) => rule.kind === "parent-delete" && rule.empties === true);
    const reused = this.#input.rules.some(
      (rule) => rule.kind === "reuse" && rule.resource === own.link.resource && rule.effect === "accept",
    );
    const outlives = this.#onDelete(own) === "orphan" && this.#canGo(own.parent, new Set());
    return accepted || (outlives && (emptied || !reused));
  }
}

function keep(part: Reference, optional: boolean): Reference {
  return { ...part, type: optional ? { ...part.type, optional } : part.type, field: part.variable };
}

function ownPart(thing: Thing): KeyPart {
  const part = thing.key.at(-1);
  // Every key ends with the thing's own identity.
  if (part === undefined) throw new Error(`${thing.map} has no key`);
  return part;
}

/** A thing whose own path does not run through the parent is known without it. */
function isInItemPath(itemPath: string | undefined, parameter: string): boolean {
  return itemPath === undefined || itemPath.includes(`{${parameter}}`);
}
