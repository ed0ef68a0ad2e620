import type { Api, Operation, OperationKey } from "#openapi/api";
import { requestSchema, successSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { itemsOf, membersOf } from "#openapi/schema-shape";
import { resourceOfParameter } from "./parent-links.js";
import { collectionsAlong, lastStaticSegment } from "./path-template.js";
import { resourcePath } from "./resource-path.js";
import type { Rule, RuleContent } from "./rule.js";
import { type ParentLink, type Resource, resourceNamed, type Semantics } from "./semantics.js";
import { resourceName } from "./singular.js";

/** What the document suggests of how things live, before anything was tried. */
export function guessRules(api: Api, semantics: Semantics): readonly Rule[] {
  return semantics.resources.flatMap((resource) => [
    ...lifeOf(api, resource),
    ...linksOf(api, semantics, resource),
    ...manyOf(api, semantics, resource),
    ...relatedViews(api, semantics, resource),
  ]);
}

function lifeOf(api: Api, resource: Resource): Rule[] {
  const { name } = resource;
  const operation = (key: string) => operationOf(api, key);
  const [read, list] = [resource.read[0], ownList(resource)];
  const shown = read ?? list;
  return [
    ...resource.create.flatMap((key) => [
      ...(shown === undefined
        ? []
        : [guess({ kind: "creates", resource: name, operation: key }, "what was created can be read")]),
      ...echo(api, resource, key),
      ...(resource.idSource === "client" ? [duplicate(resource, operation(key))] : []),
    ]),
    ...(list === undefined
      ? []
      : [guess({ kind: "lists", resource: name, operation: list }, "GET on the collection")]),
    ...resource.update.flatMap((key) => [
      ...echo(api, resource, key),
      guess(
        { kind: "absent", resource: name, operation: key, effect: "refuse" },
        "there is nothing to update",
      ),
    ]),
    ...resource.delete.flatMap((key) => [
      guess({ kind: "removes", resource: name, operation: key, how: "gone" }, "what was deleted is gone"),
      guess(
        { kind: "absent", resource: name, operation: key, effect: "refuse" },
        "there is nothing to delete",
      ),
    ]),
  ];
}

/**
 * The list of the collection itself, as far as a GET shows it: a search or a part beside it may leave things out.
 * Formulas can ask for nothing else.
 */
export function ownList(resource: Resource): string | undefined {
  return resource.list.find((key) => key.startsWith("GET ") && isOnCollection(resource, key));
}

/** The same, whatever verb it is asked with: `POST /parts/list`. */
export function wholeList(resource: Resource): string | undefined {
  return ownList(resource) ?? resource.list.find((key) => isOnCollection(resource, key));
}

function isOnCollection({ collection }: Resource, key: OperationKey): boolean {
  const path = key.slice(key.indexOf(" ") + 1);
  const plain = resourcePath(path).path;
  if (path === collection || plain === collection) return true;
  // `GET /messages.list` says elsewhere in which channel.
  const nounOf = (one: string) => resourceName(lastStaticSegment(one) ?? "");
  return plain !== path && !path.includes("{") && nounOf(plain) === nounOf(collection);
}

/** Only where what is sent and what is read have members in common: other writes are commands, not records. */
function echo(api: Api, resource: Resource, key: string): Rule[] {
  const read = resource.read[0];
  if (read === undefined) return [];
  const sent = membersOf(requestSchema(operationOf(api, key)), api.schemas);
  const shown = membersOf(successSchema(operationOf(api, read)), api.schemas);
  return [...sent.keys()].some((name) => shown.has(name))
    ? [
        guess(
          { kind: "echoes", resource: resource.name, operation: key, except: [] },
          "what is sent and what is read have the same members",
        ),
      ]
    : [];
}

function duplicate(resource: Resource, create: Operation): Rule {
  const rule = { kind: "duplicate", resource: resource.name, operation: create.key } as const;
  return create.method === "PUT"
    ? guess({ ...rule, effect: "replace" }, "PUT replaces what is there")
    : guess({ ...rule, effect: "refuse" }, "two things cannot have one id");
}

function linksOf(api: Api, semantics: Semantics, child: Resource): Rule[] {
  return child.parents.flatMap((link) => {
    const parent = resourceNamed(semantics, link.resource);
    if (parent === undefined) return [];
    const about = { child: child.name, parent: parent.name, via: link.via };
    return [
      guess({ kind: "dangling", ...about, effect: "refuse" }, "what is named must be there"),
      ...(parent.delete.length === 0 ? [] : [onParentDelete(api, parent, link, about)]),
    ];
  });
}

/** A conflict declared for the delete speaks of children; what lives below a path goes with it. */
function onParentDelete(
  api: Api,
  parent: Resource,
  { via }: ParentLink,
  about: { child: string; parent: string; via: ParentLink["via"] },
): Rule {
  const conflict = parent.delete.some((key) =>
    operationOf(api, key).responses.some(({ status }) => status === "409" || status === "423"),
  );
  const rule = { kind: "parent-delete", ...about } as const;
  if (conflict) return guess({ ...rule, effect: "restrict" }, "the delete declares a conflict");
  return via.kind === "body"
    ? guess({ ...rule, effect: "orphan" }, "nothing says what becomes of it")
    : guess({ ...rule, effect: "cascade" }, "its path runs through the parent");
}

/** An operation on the same resource whose body is a list of what the create takes one of. */
function manyOf(api: Api, semantics: Semantics, resource: Resource): Rule[] {
  const creates = resource.create.map((key) => requestSchema(operationOf(api, key)));
  return api.operations.flatMap((operation) => {
    const meaning = semantics.operations[operation.key];
    if (meaning?.resource !== resource.name || !["CREATE", "OTHER"].includes(meaning.semantics)) return [];
    if (resource.create.includes(operation.key)) return [];
    const items = itemsOf(requestSchema(operation), api.schemas);
    if (items === undefined || membersOf(items, api.schemas).size === 0) return [];
    const names = (schema: typeof items | undefined) => [...membersOf(schema, api.schemas).keys()].join(" ");
    return creates.some((create) => names(create) === names(items))
      ? [
          guess(
            { kind: "creates-many", resource: resource.name, operation: operation.key, at: "" },
            "its body is a list of what the create takes one of",
          ),
        ]
      : [];
  });
}

/** A nested list without a create of its own, under one parent of the child, of another parent of it. */
function relatedViews(api: Api, semantics: Semantics, child: Resource): Rule[] {
  if (child.parents.length < 2) return [];
  return api.operations.flatMap((operation) => {
    const meaning = semantics.operations[operation.key];
    if (operation.method !== "GET" || meaning?.semantics !== "READ_MULTI") return [];
    const target = resourceNamed(semantics, meaning.resource);
    if (target?.idParameter === undefined || resourcePath(operation.path).path === target.collection)
      return [];
    const along = [
      ...collectionsAlong(operation.path),
      { collection: operation.path, parameter: target.idParameter },
    ];
    if (along.length !== 2 || collectionsAlong(`${operation.path}/{x}`).length !== 2) return [];
    const [under, shown] = along.map(({ collection, parameter }) => {
      const target = resourceOfParameter(collection, parameter, semantics.resources);
      return child.parents.find((link) => link.resource === target?.name);
    });
    if (under === undefined || shown === undefined || under.resource === shown.resource) return [];
    const field = idFieldOfItems(api, operation, resourceNamed(semantics, shown.resource));
    return [
      guess(
        {
          kind: "shows-related",
          operation: operation.key,
          child: child.name,
          under: { parent: under.resource, via: under.via },
          shown: { parent: shown.resource, via: shown.via },
          ...(field === undefined ? {} : { field }),
        },
        "its path joins the two",
      ),
    ];
  });
}

function idFieldOfItems(api: Api, list: Operation, shown: Resource | undefined): string | undefined {
  const members = membersOf(itemsOf(successSchema(list), api.schemas), api.schemas);
  return shown?.idFields.find((field) => members.has(field));
}

function guess(rule: RuleContent, reason: string): Rule {
  return { ...rule, source: "hypothesis", reason };
}
