import type { ReferenceSource } from "#calls/template";
import type { Api, Operation, Schema } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { type Member, membersOf, typesOf } from "#openapi/schema-shape";
import { ownList } from "#semantics/guess-rules";
import { seenIdField } from "#semantics/id-fields";
import { listPlace } from "#semantics/list-place";
import type { Resource } from "#semantics/semantics";
import { sameName } from "#semantics/singular";
import { nameWords } from "#values/name-words";

/** How the things of a resource can be looked at, as far as the document tells: all that a formula can rest on. */
export interface ResourceView {
  readonly resource: Resource;
  /** The names that an id surely has in a body, the most likely first. */
  readonly ids: readonly string[];
  readonly item?: ItemView;
  readonly list?: ListView;
}

/** The answer to a GET of one thing. */
export interface ItemView {
  readonly path: string;
  /** The way to the thing in the answer: empty, or the name of its envelope. */
  readonly within: readonly string[];
  readonly members: ReadonlyMap<string, Member>;
  /** The members of the answer itself; the same where there is no envelope. */
  readonly rootMembers: ReadonlyMap<string, Member>;
  /** The statuses that say that the thing is there, and that it is not. */
  readonly present: readonly number[];
  readonly absent: readonly number[];
}

/** The answer to a GET of many. */
export interface ListView {
  readonly path: string;
  readonly within: readonly string[];
  readonly members: ReadonlyMap<string, Member>;
  /** Where in an item its id stands: the item itself, or a field of it; undefined where no field is known. */
  readonly key?: readonly string[];
  /** It shows everything there is. A list with pages shows some, and what it leaves out says nothing. */
  readonly whole: boolean;
}

/** `absentAs` is the status with which a read was seen to say that there is no such thing. */
export function viewOf(
  api: Api,
  resource: Resource,
  identity: ReferenceSource | undefined,
  absentAs?: number,
): ResourceView {
  const ids = idNames(resource, identity);
  const list = ownList(resource);
  const listed = list === undefined ? undefined : listViewOf(api, operationOf(api, list), ids);
  const read = resource.read.map((key) => operationOf(api, key)).find(isAskedByPathAlone);
  const view = read === undefined ? undefined : itemViewOf(api, read, ids);
  const item = view === undefined || absentAs === undefined ? view : asSeen(view, absentAs);
  return {
    resource,
    ids,
    ...(item === undefined ? {} : { item }),
    ...(listed === undefined ? {} : { list: listed }),
  };
}

/**
 * The names that an id surely has in a body: the one that was seen first, then those that say it. A `name` or
 * `code` may be one, too, but only where the path parameter calls it that: otherwise it is just a name.
 */
function idNames(resource: Resource, identity: ReferenceSource | undefined): readonly string[] {
  const seen = seenIdField(identity);
  const { idParameter = "id" } = resource;
  const says = [
    idParameter,
    nameWords(idParameter).at(-1) ?? "",
    `${resource.name}Id`,
    "id",
    "uuid",
    "guid",
    "uid",
  ];
  const sure = resource.idFields.filter((field) => says.some((name) => sameName(field, name)));
  return [...new Set([...(seen === undefined ? [] : [seen]), ...sure])];
}

export function listViewOf(api: Api, operation: Operation, ids: readonly string[]): ListView | undefined {
  const place = listPlace(operation, api);
  if (place === undefined || !isAskedByPathAlone(operation)) return undefined;
  const members = membersOf(place.items, api.schemas);
  const field = ids.find((name) => members.has(name));
  const key = field !== undefined ? [field] : isScalar(place.items, api) ? [] : undefined;
  const { path } = operation;
  return {
    path,
    within: place.within,
    members,
    ...(key === undefined ? {} : { key }),
    whole: !isPaged(operation, api),
  };
}

function itemViewOf(api: Api, operation: Operation, ids: readonly string[]): ItemView {
  const rootMembers = membersOf(successSchema(operation), api.schemas);
  const isThing = (members: ReadonlyMap<string, Member>) => ids.some((name) => members.has(name));
  const inner = [...rootMembers].map(
    ([name, member]) => [name, membersOf(member.schema, api.schemas)] as const,
  );
  const things = isThing(rootMembers) ? [] : inner.filter(([, members]) => isThing(members));
  const [envelope] = things.length === 1 ? things : [];
  return {
    path: operation.path,
    within: envelope === undefined ? [] : [envelope[0]],
    members: envelope?.[1] ?? rootMembers,
    rootMembers,
    ...statusesOf(operation),
  };
}

/** Where one status says both that a thing is there and that it is not, a formula cannot tell by it. */
function asSeen(view: ItemView, absentAs: number): ItemView | undefined {
  const present = view.present.filter((status) => status !== absentAs);
  return present.length === 0 ? undefined : { ...view, present, absent: [absentAs] };
}

/** Some services answer "there is none" with an empty success: 204 beside a 200 that has a body. */
function statusesOf({ responses }: Operation): Pick<ItemView, "present" | "absent"> {
  const declared = responses.map(({ status }) => Number(status)).filter(Number.isInteger);
  const withBody = responses.filter(({ content }) => content.length > 0).map(({ status }) => Number(status));
  const successes = declared.filter((status) => status >= 200 && status < 300);
  const saysNone = (status: number) => status === 204 && successes.some((other) => withBody.includes(other));
  const empty = successes.filter(saysNone);
  const present = successes.filter((status) => !saysNone(status));
  const absent = [...empty, ...declared.filter((status) => status === 404 || status === 410)];
  return {
    present: present.length === 0 ? [200] : present,
    absent: absent.length === 0 ? [404] : absent,
  };
}

/** A read that demands a query or a header asks for more than a formula knows. */
function isAskedByPathAlone({ parameters }: Operation): boolean {
  return !parameters.some((parameter) => parameter.required && parameter.in !== "path");
}

function isScalar(schema: Schema, api: Api): boolean {
  const types = [...typesOf(schema, api.schemas)].filter((type) => type !== "null");
  return types.length > 0 && types.every((type) => ["string", "integer", "number"].includes(type));
}

/** Words that only paging uses, in the names of query parameters and of members of an envelope. */
const PAGING = new Set(
  "page pages paging limit offset cursor skip take top size count rows max marker continue continuation start after next".split(
    " ",
  ),
);

function isPaged(operation: Operation, api: Api): boolean {
  const asked = operation.parameters.filter((parameter) => parameter.in === "query");
  const told = [...membersOf(successSchema(operation), api.schemas).keys()];
  return [...asked.map((parameter) => parameter.name), ...told].some((name) =>
    nameWords(name).some((word) => PAGING.has(word)),
  );
}
