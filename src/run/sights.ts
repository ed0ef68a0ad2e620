import type { Json } from "#base/json";
import { formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange, Outcome, ResolvedInputs } from "#calls/exchange";
import { mapInputs } from "#calls/map-inputs";
import { meaningOf } from "#calls/meaning";
import { resolveCall } from "#calls/resolve-call";
import { resolveTemplate } from "#calls/resolve-template";
import { isSuccess } from "#calls/succeeded";
import type { Ids, Thing } from "#cover/tour";
import type { Observer } from "#glacier/observation-point";
import type { ReadRequest } from "#glacier/read-request";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { showsSomething } from "#semantics/find-identity";
import type { RecipeBook } from "#semantics/find-recipes";
import { idFieldsOf } from "#semantics/id-fields";
import { hasId, listItems, looksPaged, pathTo } from "#semantics/list-items";
import { plainRecipe } from "#semantics/plain-recipe";
import { SELF } from "#semantics/recipe";
import type { Rule } from "#semantics/rule";
import { type Resource, resourceNamed } from "#semantics/semantics";
import type { CaseRun, World } from "./world.js";

/** The id of a look that is no call of the sequence. */
export const LOOK = "look";

/** What the service shows of a thing. */
export interface Sight {
  readonly shown: boolean;
  /** What it looks like. */
  readonly item?: Json;
  /** `GET /players`. */
  readonly by: string;
  /** A list may show less of a thing than there is. */
  readonly whole: boolean;
  /** The look as a call that can be made again, and where in its answer the list is, if it is one. */
  readonly look: Call;
  readonly list?: Listed;
}

/** A list in an answer, and the names that ids have in it. */
export interface Listed {
  readonly pointer: JsonPointer;
  readonly fields: readonly string[];
}

/** What is known of the API that looking needs. */
export interface Knowledge {
  readonly world: World;
  readonly book: RecipeBook;
  readonly rules: readonly Rule[];
}

/**
 * Looks at things through whatever is known to show them: the list of their kind, else a read of each. A list is one
 * request for all of them.
 */
export class Sights {
  constructor(
    private readonly knowledge: Knowledge,
    private readonly observer: Observer,
    private readonly exchanges: readonly Exchange[],
    private readonly run: CaseRun,
  ) {}

  /** Undefined where nothing shows it reliably. */
  async of(thing: Thing): Promise<Sight | undefined> {
    const resource = resourceNamed(this.knowledge.world.semantics, thing.resource);
    const id = this.idOf(thing);
    if (resource === undefined || id === undefined) return undefined;
    return (await this.#inList(resource, thing, id)) ?? (await this.alone(thing));
  }

  idOf(thing: Thing): Json | undefined {
    const template = thing.ids.get(SELF);
    const context = { exchanges: this.exchanges, fresh: this.run.fresh };
    const resolved = template === undefined ? undefined : resolveTemplate(template, context);
    return resolved?.ok === true ? resolved.value : undefined;
  }

  /** The items that a list shows; undefined where it shows none, or only a page of them. */
  async items(
    operation: string,
    resource: Resource,
    ids: Ids,
  ): Promise<{ readonly items: readonly Json[]; readonly pointer: JsonPointer } | undefined> {
    const outcome = await this.#look(operation, resource, ids);
    const body = jsonOf(outcome);
    if (outcome?.kind !== "response" || body === undefined || looksPaged(body, outcome.headers))
      return undefined;
    const items = listItems(body);
    return items === undefined ? undefined : { items, pointer: formatPointer(pathTo(body, items) ?? []) };
  }

  idFields(resource: Resource): readonly string[] {
    return idFieldsOf(resource, this.knowledge.book.creates.get(resource.name)?.identity);
  }

  async #inList(resource: Resource, thing: Thing, id: Json): Promise<Sight | undefined> {
    const rule = this.knowledge.rules.find(
      (candidate) => candidate.kind === "lists" && candidate.resource === resource.name,
    );
    if (rule?.kind !== "lists") return undefined;
    const list = await this.items(rule.operation, resource, thing.ids);
    if (list === undefined) return undefined;
    const fields = this.idFields(resource);
    const item = list.items.find((candidate) => hasId(candidate, id, fields));
    const seen = item === undefined ? {} : { item };
    const look = lookAt(this.knowledge.world, rule.operation, resource, thing.ids);
    const place = { look, list: { pointer: list.pointer, fields } };
    return { shown: item !== undefined, ...seen, by: rule.operation, whole: false, ...place };
  }

  /** By a read of its own. */
  async alone(thing: Thing): Promise<Sight | undefined> {
    const resource = resourceNamed(this.knowledge.world.semantics, thing.resource);
    const read = resource?.read[0];
    if (resource === undefined) return undefined;
    const isKnown = (kind: "creates" | "removes") =>
      this.knowledge.rules.some((rule) => rule.kind === kind && rule.resource === resource.name);
    if (read === undefined || !isKnown(thing.state === "there" ? "creates" : "removes")) return undefined;
    const outcome = await this.#look(read, resource, thing.ids);
    if (outcome?.kind !== "response") return undefined;
    const how = { by: read, whole: true, look: lookAt(this.knowledge.world, read, resource, thing.ids) };
    if (meaningOf(outcome) === "absent") return { shown: false, ...how };
    if (!isSuccess(outcome)) return undefined;
    // Some services say "not here" with nothing in a success.
    if (!showsSomething({ outcome })) return { shown: false, ...how };
    const item = jsonOf(outcome);
    return { shown: true, ...(item === undefined ? {} : { item }), ...how };
  }

  async #look(key: string, resource: Resource, ids: Ids): Promise<Outcome | undefined> {
    const { world } = this.knowledge;
    const operation = operationOf(world.api, key);
    const context = { exchanges: this.exchanges, fresh: this.run.fresh };
    const resolved = resolveCall(lookAt(this.knowledge.world, key, resource, ids), context);
    const request = resolved.ok ? readRequest(operation, resolved.value) : undefined;
    return request === undefined ? undefined : this.observer.read(request);
  }
}

/** The same request as a formula of GLACIER would make, so that one answer serves both. */
function readRequest(operation: Operation, inputs: ResolvedInputs): ReadRequest | undefined {
  const values = new Map(Object.entries(inputs.path));
  let complete = true;
  const path = operation.path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = values.get(name);
    if ((typeof value !== "string" && typeof value !== "number") || value === "") complete = false;
    return encodeURIComponent(String(value));
  });
  if (!complete) return undefined;
  const pattern = operation.path.replaceAll(/\{[^{}]*\}/g, "{}");
  const query = new URLSearchParams(
    Object.entries(inputs.query).flatMap(([name, value]) =>
      typeof value === "object" ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString();
  return { method: operation.method, path, pattern, ...(query === "" ? {} : { query }) };
}

function jsonOf(outcome: Outcome | undefined): Json | undefined {
  if (outcome?.kind !== "response" || !isSuccess(outcome) || outcome.body.kind !== "json") return undefined;
  return outcome.body.value;
}

/** A look as a call of its own, with references to the calls that made what it looks at. */
export function lookAt(world: World, key: string, resource: Resource, ids: Ids): Call {
  const { inputs } = plainRecipe(world, operationOf(world.api, key), resource);
  const filled = mapInputs(inputs, { reference: (reference) => ids.get(reference.call) ?? reference });
  return { id: LOOK, operation: key, ...filled };
}
