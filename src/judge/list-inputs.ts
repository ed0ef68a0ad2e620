import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Template } from "#calls/template";
import type { Api, Operation, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { keywordOf, membersOf } from "#openapi/schema-shape";

/** Something that a list can be asked by: a query parameter, or a member of the body where it is asked by POST. */
export interface ListInput {
  readonly name: string;
  /** Where in the body it stands; undefined for a query parameter. */
  readonly path?: readonly string[];
  readonly schema: Schema;
  readonly required: boolean;
  /** Its description. */
  readonly says?: string;
}

/** The inputs of a list, those of the body also one object deep: `{"filter": {"status": …}}`. */
export function inputsOf(list: Operation, api: Api): readonly ListInput[] {
  const asked = list.parameters.filter((one) => one.in === "query" && one.contentType === undefined);
  const members = list.method === "GET" ? [] : [...membersOf(requestSchema(list), api.schemas)];
  return [
    ...asked.map(({ name, schema, required, description }) => ({
      name,
      schema,
      required,
      ...saying(description ?? keywordOf(schema, "description", api.schemas)),
    })),
    ...members.flatMap(([name, { schema, required }]): ListInput[] => {
      const inner = [...membersOf(schema, api.schemas)];
      return inner.length === 0
        ? [{ name, path: [name], schema, required, ...saying(keywordOf(schema, "description", api.schemas)) }]
        : inner.map(([own, member]) => ({
            name: own,
            path: [name, own],
            schema: member.schema,
            required: required && member.required,
          }));
    }),
  ];
}

/** The field that an input names by itself or, as JSON:API has it, in brackets: `filter[status]`. */
export function fieldNamedIn(name: string): string {
  return /^filters?\[([^[\]]+)\]$/i.exec(name.slice(0, 200))?.[1] ?? name;
}

function saying(description: Json | undefined): Pick<ListInput, "says"> {
  return typeof description === "string" ? { says: description } : {};
}

/** The call of a list, asked by this as well. */
export function askedBy(call: Call, list: Operation, { name, path }: ListInput, wanted: Template): Call {
  if (path === undefined) return { ...call, query: { ...call.query, [name]: wanted } };
  const contentType = call.body?.contentType ?? mediaTypeOf(list);
  return { ...call, body: { contentType, content: placed(call.body?.content, path, wanted) } };
}

function mediaTypeOf({ body }: Operation): string {
  const types = (body?.content ?? []).map(({ contentType }) => contentType);
  return types.find((type) => /json/i.test(type)) ?? types[0] ?? "application/json";
}

function placed(
  content: Template | undefined,
  [first, ...rest]: readonly string[],
  wanted: Template,
): Template {
  if (first === undefined) return wanted;
  const members = content?.kind === "object" ? content.members : {};
  const inner = Object.hasOwn(members, first) ? members[first] : undefined;
  return { kind: "object", members: { ...members, [first]: placed(inner, rest, wanted) } };
}
