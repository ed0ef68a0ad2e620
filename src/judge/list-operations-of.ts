import { type Template, value } from "#calls/template";
import type { Api, Operation, Parameter } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { itemsOf, keywordOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import type { Ground } from "./oracle.js";
import type { Kind } from "./situation.js";

/** The operations that show several things of a kind by GET: its lists, and searches elsewhere. */
export function listOperationsOf(ground: Ground, kind: Kind): readonly Operation[] {
  return askableListsOf(ground, kind).filter(({ method }) => method === "GET");
}

/** The same, also those that are asked by POST: what they are to show stands in their body. */
export function askableListsOf({ known }: Ground, { resource }: Kind): readonly Operation[] {
  const { api, semantics } = known;
  const elsewhere = Object.values(semantics.operations)
    .filter((meaning) => meaning.semantics === "READ_MULTI" && meaning.resource === resource.name)
    .map(({ operation }) => operation);
  return [...new Set([...resource.list, ...elsewhere])]
    .map((key) => operationOf(api, key))
    .filter(({ method }) => method === "GET" || method === "POST");
}

/** Query parameters that an operation cannot do without, but for these: what they mean is not known. */
export function demandsOthers({ parameters }: Operation, names: readonly string[]): boolean {
  return parameters.some(
    ({ in: place, name, required, schema }) =>
      place === "query" && required && !names.includes(name) && schema !== undefined,
  );
}

const SIZES = new Set(
  "limit, size, per page, page size, page limit, max results, top, rows, take, first, count".split(", "),
);

/** The parameter that says how many items a page has. */
export function sizeParameter({ parameters }: Operation, api: Api): Parameter | undefined {
  return parameters.find(
    (parameter) =>
      parameter.in === "query" &&
      SIZES.has(nameWords(parameter.name).join(" ")) &&
      isWholeNumber(parameter, api),
  );
}

/** A page as large as the document says that there are: what others have put into a list is not in the way then. */
export function largestPage(list: Operation, api: Api): Readonly<Record<string, Template>> {
  const size = sizeParameter(list, api);
  const most = size && keywordOf(size.schema, "maximum", api.schemas);
  return size === undefined || typeof most !== "number" ? {} : { [size.name]: value(Math.min(most, 1_000)) };
}

export function isWholeNumber({ schema }: Parameter, api: Api): boolean {
  return typesOf(schema, api.schemas).has("integer") || typesOf(schema, api.schemas).has("number");
}

/** The values that a schema, or that of its items, is limited to. */
export function choicesOf({ schema }: Parameter, api: Api): readonly string[] {
  const choices =
    keywordOf(schema, "enum", api.schemas) ?? keywordOf(itemsOf(schema, api.schemas), "enum", api.schemas);
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === "string") : [];
}
