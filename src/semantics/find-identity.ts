import { isObject, type Json } from "#base/json";
import { formatPointer, parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { resolveReference } from "#calls/resolve-template";
import { isSuccess } from "#calls/succeeded";
import type { ReferenceSource } from "#calls/template";
import type { Api, Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { typesOf } from "#openapi/schema-shape";
import { listingIn } from "./experiments/sight.js";
import { wholeList } from "./guess-rules.js";
import { clientIdField } from "./identity-names.js";
import { linkEvidence } from "./link-evidence.js";
import { hasId } from "./list-items.js";
import { plainRecipe } from "./plain-recipe.js";
import type { Probe } from "./probe.js";
import { callFromRecipe, type Made, SELF } from "./recipe.js";
import type { Resource } from "./semantics.js";
import { sameName } from "./singular.js";
import { turnPages } from "./turn-pages.js";

/**
 * Where the id of a thing stands once it was created: each place that could hold it is tried in a read, and
 * the first with which the thing is found is it. Where none is, only a place that names the id is believed.
 */
export async function findIdentity(
  probe: Probe,
  resource: Resource,
  create: Operation,
  call: Call,
  made: Made,
  exchanges: Exchange[],
): Promise<ReferenceSource | undefined> {
  const exchange = exchanges.at(-1);
  if (exchange === undefined) return undefined;
  const linked = linkedPlaces(probe.api, resource, create);
  const candidates = [...linked, ...placesOfId(resource, create, exchange)].filter(
    (source) => resolveReference({ kind: "reference", call: call.id, source }, exchanges).ok,
  );
  const readKey = resource.read[0];
  const certain = candidates.find((source) => isCertain(source, resource));
  if (probe.storesNothing === true) return certain ?? candidates[0];
  if (readKey === undefined) {
    const listed = await listedAs(probe, resource, candidates, call, made, exchanges);
    return listed === "cannot tell" ? certain : listed;
  }
  const read = operationOf(probe.api, readKey);
  const recipe = plainRecipe(probe, read, resource);
  const tried = distinct(candidates, (source) =>
    JSON.stringify(resolveReference({ kind: "reference", call: call.id, source }, exchanges)),
  );
  let looks = 0;
  // Only what is not there yet may come; what fails, or may not be read, is not waited for.
  let mayCome = true;
  const look = async (): Promise<ReferenceSource | undefined> => {
    mayCome = false;
    for (const source of tried) {
      const things = new Map([...made, [SELF, { call: call.id, identity: source }]]);
      const answer = await probe.send(callFromRecipe(`read ${++looks}`, recipe, things), exchanges);
      exchanges.push(answer);
      mayCome ||= means(answer, "absent", "refused", "done");
      if (!showsSomething(answer)) continue;
      return source.in === "location" && hasNumber(probe.api, resource, read, answer)
        ? { ...source, isNumber: true }
        : source;
    }
    return undefined;
  };
  let seen = await look();
  if (seen !== undefined) return seen;
  const effects = tried.length === 0 || !mayCome ? [] : [`${read.key} shows what ${create.key} made`];
  for await (const _ of probe.patience.pauses(() => (seen === undefined ? effects : []))) {
    seen = await look();
  }
  if (seen !== undefined) {
    probe.onSlow();
    return seen;
  }
  // A thing that cannot be read by an id that is surely its own is a fault for the oracles. A guess is not enough
  // to go on with: what is updated and deleted by it might be somebody else's.
  return certain;
}

/**
 * A URL has digits where the things themselves may have numbers, and what refers to them takes nothing else: told by the
 * id that the thing shows, and where it shows none, as where links stand in its place, by what its path takes.
 */
function hasNumber(
  api: Api,
  { idFields, idParameter }: Resource,
  { parameters }: Operation,
  { outcome }: Exchange,
): boolean {
  const body = outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
  const places = [body, ...Object.values(isObject(body) ? body : {})];
  const shown = places.flatMap((one) => idFields.map((field) => member(one, field))).filter(isId);
  if (shown.length > 0) return typeof shown[0] === "number";
  const own = parameters.find((one) => one.in === "path" && one.name === idParameter);
  const types = typesOf(own?.schema, api.schemas);
  return types.has("integer") && !types.has("string");
}

/** Without a read the list tells: what it has is what was created, and what it does not have is not the id. */
async function listedAs(
  probe: Probe,
  resource: Resource,
  candidates: readonly ReferenceSource[],
  call: Call,
  made: Made,
  exchanges: Exchange[],
): Promise<ReferenceSource | undefined | "cannot tell"> {
  const list = wholeList(resource) ?? resource.list[0];
  if (list === undefined) return "cannot tell";
  const recipe = plainRecipe(probe, operationOf(probe.api, list), resource);
  const idOf = (source: ReferenceSource) => {
    const resolved = resolveReference({ kind: "reference", call: call.id, source }, exchanges);
    return resolved.ok ? resolved.value : null;
  };
  let looks = 0;
  const look = async (): Promise<ReferenceSource | undefined | "cannot tell"> => {
    const turn = ++looks;
    const answer = await probe.send(callFromRecipe(`list ${turn}`, recipe, made), exchanges);
    exchanges.push(answer);
    const listing = listingIn(answer);
    if (listing.kind !== "items") return "cannot tell";
    const isNamed = (item: Json) => (candidate: ReferenceSource) =>
      hasId(item, idOf(candidate), resource.idFields);
    const shown = (items: readonly Json[]) =>
      candidates.find((candidate) => items.some((item) => isNamed(item)(candidate)));
    let source = shown(listing.items);
    if (source === undefined && listing.paged) {
      const { found, whole } = await turnPages(
        answer,
        probe.api,
        async (one) => {
          const page = await probe.send({ ...one, id: `${one.id} ${turn}` }, exchanges);
          exchanges.push(page);
          return page;
        },
        (item) => candidates.some(isNamed(item)),
      );
      const page = found === undefined ? undefined : listingIn(found);
      source = page?.kind === "items" ? shown(page.items) : undefined;
      if (source === undefined && !whole) return "cannot tell";
    }
    return source;
  };
  let seen = await look();
  if (seen !== undefined || candidates.length === 0) return seen;
  const effects = [`${list} shows what ${call.operation} made`];
  for await (const _ of probe.patience.pauses(() => (seen === undefined ? effects : []))) {
    seen = await look();
    if (seen === "cannot tell") return seen;
  }
  if (seen !== undefined) probe.onSlow();
  return seen;
}

/** The service or the call says that this is the id: by its name, or by where it stands. */
function isCertain(source: ReferenceSource, { idParameter }: Resource): boolean {
  if (!("pointer" in source)) return true;
  const name = parsePointer(source.pointer).at(-1) ?? "";
  return sameName(name, "id") || (idParameter !== undefined && sameName(name, idParameter));
}

/** Where the id of what a call has just created stands, without asking the service again. */
export function namedIdentity(
  resource: Resource,
  create: Operation,
  exchange: Exchange,
): ReferenceSource | undefined {
  return placesOfId(resource, create, exchange).find(
    (source) =>
      isCertain(source, resource) &&
      resolveReference({ kind: "reference", call: exchange.call.id, source }, [exchange]).ok,
  );
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const keys = items.map(keyOf);
  return items.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

/** A read that found a thing: a success with something in it. Some services answer "not here" with `{}`. */
export function showsSomething({ outcome }: Pick<Exchange, "outcome">): boolean {
  if (outcome.kind === "none" || !isSuccess(outcome)) return false;
  if (outcome.body.kind !== "json") return outcome.body.kind !== "empty";
  const { value } = outcome.body;
  return value !== null && !(isObject(value) && Object.keys(value).length === 0);
}

/** The document's links from the create to what is done with one thing say where its id stands. */
function linkedPlaces(api: Api, resource: Resource, create: Operation): readonly ReferenceSource[] {
  const { idParameter, read, update, delete: remove } = resource;
  const onOne = new Set([...read, ...update, ...remove]);
  return linkEvidence(api).flatMap(({ from, to, input, source }) =>
    from === create.key && onOne.has(to) && input.in === "parameter" && input.name === idParameter
      ? [source]
      : [],
  );
}

/** The answer's own id first, since the service may replace the client's; then headers; then what was sent. */
function placesOfId(resource: Resource, create: Operation, exchange: Exchange): readonly ReferenceSource[] {
  const places: ReferenceSource[] = [];
  const own = resource.idParameter;
  if (
    own !== undefined &&
    Object.hasOwn(exchange.request.inputs.path, own) &&
    create.path.endsWith(`{${own}}`)
  ) {
    places.push({ in: "request parameter", place: "path", name: own });
  }
  const body =
    exchange.outcome.kind === "response" && exchange.outcome.body.kind === "json"
      ? exchange.outcome.body.value
      : undefined;
  const inBody = (pointer: readonly string[]): ReferenceSource => ({
    in: "response body",
    pointer: formatPointer(pointer),
  });
  for (const field of resource.idFields) {
    if (isId(member(body, field))) places.push(inBody([field]));
  }
  for (const [name, inner] of Object.entries(isObject(body) ? body : {})) {
    for (const field of resource.idFields) if (isId(member(inner, field))) places.push(inBody([name, field]));
  }
  places.push({ in: "location" });
  if (isId(body)) places.push(inBody([]));
  const sent = exchange.request.inputs.body?.content;
  const chosen = clientIdField(own, resource.name, isObject(sent) ? Object.keys(sent) : []);
  if (chosen !== undefined) places.push({ in: "request body", pointer: formatPointer([chosen]) });
  return places;
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isId(value: Json | undefined): boolean {
  return (typeof value === "string" && value !== "" && value.length <= 500) || typeof value === "number";
}
