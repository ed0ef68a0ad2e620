import { formatPointer } from "#base/json-pointer";
import type { Api } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { keywordOf, membersOf } from "#openapi/schema-shape";
import { collectionOf, collectionsAlong, lastStaticSegment, pathShape } from "./path-template.js";
import type { ParentLink, Resource } from "./semantics.js";
import { sameName } from "./singular.js";

type Draft = Omit<Resource, "parents">;

/** What a thing needs before it can be created: by the path it is created under, or by ids in its body. */
export function parentLinks(resource: Draft, all: readonly Draft[], api: Api): readonly ParentLink[] {
  const create = api.operations.find((operation) => operation.key === resource.create[0]);
  if (create === undefined) return [];
  const byPath = collectionsAlong(create.path).flatMap(({ collection, parameter }): ParentLink[] => {
    const own = resource.itemPath === undefined ? undefined : collectionOf(resource.itemPath);
    if (
      [resource.collection, own].some(
        (path) => path !== undefined && pathShape(path) === pathShape(collection),
      )
    ) {
      return [];
    }
    const parent = resourceOfParameter(collection, parameter, all);
    return parent === undefined ? [] : [{ resource: parent.name, via: { kind: "path", parameter } }];
  });
  const named = associated(resource, all);
  if (named !== undefined) byPath.push({ resource: named.name, via: { kind: "id" } });
  const byBody = [...membersOf(requestSchema(create), api.schemas)].flatMap(
    ([name, member]): ParentLink[] => {
      if (keywordOf(member.schema, "readOnly", api.schemas) === true) return [];
      const parent = all.find(
        (other) => other !== resource && other.create.length > 0 && refersTo(name, other),
      );
      if (parent === undefined || byPath.some((link) => link.resource === parent.name)) return [];
      return [
        {
          resource: parent.name,
          via: { kind: "body", pointer: formatPointer([name]), required: member.required },
        },
      ];
    },
  );
  return [...byPath, ...byBody];
}

/**
 * The resource whose id a nested one borrows: `/configurations/{c}/features/{feature}` puts a feature, which
 * was made under `/features/{feature}`, into a configuration. The shallower path owns the id.
 */
export function associated<R extends Draft>(resource: Draft, all: readonly R[]): R | undefined {
  const { idParameter, collection } = resource;
  if (idParameter === undefined || resource.idSource !== "client") return undefined;
  const depth = (path: string) => path.split("/").length;
  return all.find(
    (other) =>
      other.create.length > 0 &&
      other.idParameter !== undefined &&
      depth(other.collection) < depth(collection) &&
      lastStaticSegment(other.collection) === lastStaticSegment(collection) &&
      namesTheId(idParameter, other.idParameter, other.name),
  );
}

/** The resource that a path parameter picks from: by the collection before it, else by the parameter's name. */
export function resourceOfParameter<R extends Draft>(
  collection: string,
  parameter: string,
  all: readonly R[],
): R | undefined {
  const shape = pathShape(collection);
  const byPlace = all.find(
    ({ collection: own, itemPath }) =>
      pathShape(own) === shape || (itemPath !== undefined && pathShape(itemPath) === `${shape}/{}`),
  );
  if (byPlace !== undefined && byPlace.create.length > 0) return byPlace;
  const byName = all.find(
    (resource) =>
      resource.create.length > 0 &&
      resource.idParameter !== undefined &&
      namesTheId(parameter, resource.idParameter, resource.name),
  );
  return byName ?? byPlace;
}

/** A bare `id` names nothing; `pid` or `petId` names the resource whose item path uses it. */
function namesTheId(name: string, idParameter: string, resource: string): boolean {
  if (sameName(name, `${resource}Id`)) return true;
  return (
    sameName(name, idParameter) && !["id", "name", "key", "slug", "code", "uuid"].includes(name.toLowerCase())
  );
}

function refersTo(member: string, resource: Draft): boolean {
  return resource.idParameter !== undefined && namesTheId(member, resource.idParameter, resource.name);
}
