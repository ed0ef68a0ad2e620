import { parsePointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import type { ReferenceSource } from "#calls/template";
import type { Expression } from "#glacier/formula";
import type { Operation } from "#openapi/api";
import { requestSchema, successSchema } from "#openapi/media-type";
import { keywordOf, type Member, membersOf } from "#openapi/schema-shape";
import { clientIdField } from "#semantics/identity-names";
import { collectionOf, collectionsAlong, pathShape } from "#semantics/path-template";
import { isListed } from "#semantics/reference-places";
import type { ParentLink, Resource } from "#semantics/semantics";
import { at, name, ofThis } from "./build-formula.js";
import type { ContractContext } from "./contract-context.js";

/**
 * How a clause of an operation names things: ids in terms of the call's path, request and response. A bare name
 * is written wherever it means the right thing, because it falls through from the request to the response: an id
 * that the client may leave out is then the one that the server chose.
 */
export interface IdTerm {
  readonly term: Expression;
  /** An id that only the response has cannot stand in a precondition or in `previous(…)`. */
  readonly known: "before" | "after";
}

/** The id of the thing that a call is about; undefined where no formula can say it. */
export function ownId(
  context: ContractContext,
  resource: Resource,
  operation: Operation,
): IdTerm | undefined {
  const shapes = collectionShapes(resource);
  const own = collectionsAlong(operation.path).findLast(({ collection }) =>
    shapes.has(pathShape(collection)),
  );
  if (own !== undefined) return { term: name(own.parameter), known: "before" };
  const recipe = context.book?.creates.get(resource.name);
  return recipe?.operation === operation.key && recipe.found !== true
    ? seenId(context, operation, recipe.identity)
    : declaredId(context, resource, operation);
}

/** The shapes of the paths whose items are things of this resource. */
export function collectionShapes({ collection, itemPath }: Resource): ReadonlySet<string> {
  const ofItems = itemPath === undefined ? undefined : collectionOf(itemPath);
  return new Set([collection, ofItems ?? collection].map(pathShape));
}

function seenId(context: ContractContext, operation: Operation, source: ReferenceSource): IdTerm | undefined {
  switch (source.in) {
    case "request parameter":
      if (source.place === "path") return { term: name(source.name), known: "before" };
      return source.place === "query"
        ? { term: at(ofThis("query_param"), [source.name]), known: "before" }
        : undefined;
    case "request body":
      return { term: sent(context, operation, parsePointer(source.pointer)), known: "before" };
    case "response body":
      return { term: received(context, operation, parsePointer(source.pointer)), known: "after" };
    case "response header":
      return { term: at(ofThis("response_header"), [source.name]), known: "after" };
    // GLACIER cannot take the last segment off a URL.
    case "location":
    case "link":
    // Nor can it look for a thing in a list.
    case "listed":
      return undefined;
    default:
      return unreachable(source);
  }
}

function declaredId(context: ContractContext, resource: Resource, operation: Operation): IdTerm | undefined {
  const { schemas } = context.api;
  const writable = [...requestMembers(context, operation)].filter(
    ([, member]) => keywordOf(member.schema, "readOnly", schemas) !== true,
  );
  const chosen = clientIdField(
    resource.idParameter,
    resource.name,
    writable.map(([member]) => member),
  );
  if (chosen !== undefined) return { term: sent(context, operation, [chosen]), known: "before" };
  // An update by body says which thing it means, or nothing does.
  if (!resource.create.includes(operation.key)) return undefined;
  const answered = membersOf(successSchema(operation), schemas);
  const inner = [...answered].map(([member, { schema }]) => [member, membersOf(schema, schemas)] as const);
  const fields = context.view(resource.name)?.ids ?? [];
  for (const field of fields) {
    if (answered.has(field)) return { term: received(context, operation, [field]), known: "after" };
  }
  for (const field of fields) {
    const [envelope, other] = inner.filter(([, members]) => members.has(field));
    if (envelope !== undefined && other === undefined)
      return { term: received(context, operation, [envelope[0], field]), known: "after" };
  }
  return undefined;
}

export function requestMembers(context: ContractContext, operation: Operation): ReadonlyMap<string, Member> {
  return membersOf(requestSchema(operation), context.api.schemas);
}

/** A field of the request body: a bare name, unless that would mean a path parameter. */
export function sent(context: ContractContext, operation: Operation, way: readonly string[]): Expression {
  const [first, ...rest] = way;
  const plain =
    first !== undefined && !isParameter(operation, first) && requestMembers(context, operation).has(first);
  return plain ? at(name(first), rest) : at(ofThis("request_body"), way);
}

function received(context: ContractContext, operation: Operation, way: readonly string[]): Expression {
  const [first, ...rest] = way;
  const plain =
    first !== undefined &&
    rest.length === 0 &&
    !isParameter(operation, first) &&
    !requestMembers(context, operation).has(first);
  return plain ? name(first) : at(ofThis("response_body"), way);
}

function isParameter(operation: Operation, text: string): boolean {
  return operation.parameters.some((parameter) => parameter.in === "path" && parameter.name === text);
}

/** The id of the parent that a call to make a child names. */
export function parentId(
  context: ContractContext,
  child: Resource,
  operation: Operation,
  via: ParentLink["via"],
): IdTerm | undefined {
  switch (via.kind) {
    case "path":
      return isParameter(operation, via.parameter)
        ? { term: name(via.parameter), known: "before" }
        : undefined;
    case "id":
      return ownId(context, child, operation);
    case "body": {
      const way = parsePointer(via.pointer);
      return requestMembers(context, operation).has(way[0] ?? "") && !isListed(via.pointer)
        ? { term: sent(context, operation, way), known: "before" }
        : undefined;
    }
    default:
      return unreachable(via);
  }
}
