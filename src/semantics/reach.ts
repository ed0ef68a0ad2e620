import { appendToPointer, formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Api, Operation, Parameter, Schema } from "#openapi/api";
import { commonQueries } from "#openapi/common-queries";
import { requestSchema, successSchema } from "#openapi/media-type";
import { payloadOf } from "#openapi/payload";
import { itemsOf, membersOf, typesOf } from "#openapi/schema-shape";
import { cornerOf } from "./corner-path.js";
import { identityNames } from "./identity-names.js";
import { lastStaticSegment, pathSegments } from "./path-template.js";
import { commands, looksSafe, placeOperation } from "./placed-operation.js";
import { bareName, resourceName } from "./singular.js";

/**
 * What a call of an operation can change at most:
 * - `nothing`: it only reads;
 * - `new`: it makes something that was not there, or begins or ends a session;
 * - `named`: the thing that an input names, or what belongs to it. An input that a call can do without names nothing: a
 *   service that misses it, or does not know it, takes everything;
 * - `caller`: what whoever calls has;
 * - `others`: what nobody has named.
 */
export type Reach =
  | { readonly kind: "nothing" | "new" | "caller" }
  | { readonly kind: "named"; readonly by: readonly [Naming, ...Naming[]] }
  | { readonly kind: "others"; readonly why: string };

/** An input that names a thing; of several, each does. */
export type Naming =
  | { readonly in: "path" | "query"; readonly name: string }
  /** `isList`: its items do, each one thing. */
  | { readonly in: "body"; readonly pointer: JsonPointer; readonly isList?: true };

/** What a call that is made of an operation is known by. */
export interface SentCall {
  /** Whether the input is there, and names things of this run and nothing else. */
  readonly namesOurs: (naming: Naming) => boolean;
  /** It is made as somebody whom this run has registered. */
  readonly isOwnCaller: boolean;
}

/** What any call of the operation can reach; with what is sent, what that one can. */
export function reachOf(
  operation: Operation,
  api: Pick<Api, "schemas" | "operations">,
  sent?: SentCall,
): Reach {
  const reach = reachByShape(operation, api);
  if (sent === undefined) return reach;
  if (reach.kind === "caller" && !sent.isOwnCaller)
    return others("it changes what whoever calls has, and that was there before this run");
  if (reach.kind === "named" && !reach.by.some(sent.namesOurs))
    return others("what it names is not of this run's making");
  return reach;
}

/** Why no run may call the operation, whatever is sent; undefined where a call can keep to what the run has made. */
export function whyOutOfReach(operation: Operation, api: Api): string | undefined {
  if (api.isOwnService === true) return undefined;
  const reach = reachOf(operation, api);
  return reach.kind === "others" ? reach.why : undefined;
}

function reachByShape(operation: Operation, api: Pick<Api, "schemas" | "operations">): Reach {
  if (looksSafe(operation)) return { kind: "nothing" };
  const id = pathSegments(operation.path).findLast(({ parameter }) => parameter !== undefined)?.parameter;
  if (id !== undefined) return { kind: "named", by: [{ in: "path", name: id }] };
  if (cornerOf(operation.path) !== undefined) return { kind: "caller" };
  const { method, intent } = placeOperation(operation);
  if (intent === "login" || intent === "logout" || intent === "signup") return { kind: "new" };
  const bulk = listOfIds(operation, api);
  if (method === "POST" && bulk === undefined && !commands(operation)) return { kind: "new" };
  return reachOfCollection(operation, api, bulk);
}

/** Of a write whose path names nothing in particular. */
function reachOfCollection(
  operation: Operation,
  api: Pick<Api, "schemas" | "operations">,
  bulk: { readonly pointer: JsonPointer; readonly required: boolean } | undefined,
): Reach {
  const filter = operation.parameters.find((one) => mayFilter(one, api));
  if (filter !== undefined)
    return others(`it may change whatever is there: its parameter ${filter.name} can be left out`);
  const asked = operation.parameters
    .filter((one) => one.in === "query" && one.required && isId(one.schema, api))
    .map(({ name }): Naming => ({ in: "query", name }));
  const [first, ...more] = [...asked, ...namedByBody(operation, api, bulk)];
  if (first !== undefined) return { kind: "named", by: [first, ...more] };
  return others("it may change whatever is there: no required input names a single thing");
}

/**
 * What may say which things are meant, and need not be sent. What every call of the API may carry, also where the path names
 * one thing, says nothing of that.
 */
function mayFilter(
  { in: place, name, required }: Parameter,
  { operations }: Pick<Api, "operations">,
): boolean {
  const isEverywhere = () =>
    commonQueries(operations).allowed.has(name) && operations.some(({ path }) => path.includes("{"));
  return place === "query" && !required && !isEverywhere();
}

/**
 * The members that name the thing. A PUT replaces one thing by what it is sent, so the id in it says which, also where the
 * document does not demand it: many are written with no member required. A PATCH or DELETE of a collection is often about
 * everything that a filter finds, and an id in its body may be what all of them are to have.
 */
function namedByBody(
  operation: Operation,
  api: Pick<Api, "schemas">,
  bulk: { readonly pointer: JsonPointer; readonly required: boolean } | undefined,
): readonly Naming[] {
  if (bulk !== undefined) return bulk.required ? [{ in: "body", pointer: bulk.pointer, isList: true }] : [];
  // What answers with a list was about more than one.
  if (itemsOf(successSchema(operation), api.schemas) !== undefined) return [];
  const { path, members } = payloadOf(requestSchema(operation), api.schemas);
  const isCommand = placeOperation(operation).method === "POST";
  const known = new Set(identityNames(undefined, kindOf(operation), members.keys()).map(bareName));
  return [...members].flatMap(([name, { required, schema }]): readonly Naming[] => {
    const isNaming = isId(schema, api) && (isCommand || known.has(bareName(name)));
    return isNaming && (required || operation.method === "PUT")
      ? [{ in: "body", pointer: formatPointer([...path, name]) }]
      : [];
  });
}

/** `ids` of `POST /tickets/close`: many at once. */
function listOfIds(operation: Operation, { schemas }: Pick<Api, "schemas">) {
  const { path, members } = payloadOf(requestSchema(operation), schemas);
  for (const [name, { schema, required }] of members) {
    const items = itemsOf(schema, schemas);
    if (bareName(name) === "ids" && items !== undefined && membersOf(items, schemas).size === 0)
      return { pointer: appendToPointer(formatPointer(path), name), required };
  }
  return undefined;
}

function kindOf(operation: Operation): string {
  return resourceName(lastStaticSegment(placeOperation(operation).path) ?? "");
}

function isId(schema: Schema, { schemas }: Pick<Api, "schemas">): boolean {
  const types = typesOf(schema, schemas);
  return ["string", "integer", "number"].some((type) => types.has(type));
}

function others(why: string): Reach {
  return { kind: "others", why };
}
