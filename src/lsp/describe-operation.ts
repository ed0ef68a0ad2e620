import { stringProperty } from "#base/json";
import { parsePointer } from "#base/json-pointer";
import type { Api, Operation, Schema } from "#openapi/api";
import { itemsOf, membersOf, typesOf } from "#openapi/schema-shape";

/** An operation in a few lines of Markdown: what it is, takes and answers. */
export function describeOperation(operation: Operation, api: Api): string {
  const { key, operationId, summary, parameters, body, responses } = operation;
  const takes = [
    ...parameters.map(
      ({ name, in: place, required, schema }) =>
        `${code(name)} ${place}${required ? "" : ", optional"}, ${typeName(schema, api)}`,
    ),
    ...(body === undefined
      ? []
      : [`body${body.required ? "" : ", optional"}, ${typeName(body.content[0]?.schema, api)}`]),
  ];
  const answers = responses.map(({ status, content }) =>
    content[0]?.schema === undefined ? status : `${status} ${typeName(content[0].schema, api)}`,
  );
  return [
    `**${escaped(key)}**${operationId === undefined ? "" : ` · ${code(operationId)}`}${operation.deprecated ? " · deprecated" : ""}`,
    ...(summary === undefined ? [] : [escaped(summary)]),
    ...(takes.length === 0 ? [] : [`Takes\n${takes.map((line) => `- ${line}`).join("\n")}`]),
    ...(answers.length === 0 ? [] : [`Answers ${answers.join(", ")}`]),
  ].join("\n\n");
}

/** So many members fit on a hover. */
const MOST_MEMBERS = 30;

/** A named type and its members. */
export function describeType(name: string, schema: Schema, api: Api): string {
  const members = [...membersOf(schema, api.schemas)];
  const rows = members
    .slice(0, MOST_MEMBERS)
    .map(
      ([member, { schema: of, required }]) =>
        `- ${code(member)} ${typeName(of, api)}${required ? "" : ", optional"}`,
    );
  const more = members.length > MOST_MEMBERS ? [`- and ${members.length - MOST_MEMBERS} more`] : [];
  const head = `**${escaped(name)}**${members.length === 0 ? ` ${plainType(schema, api)}` : ""}`;
  return [head, ...(rows.length === 0 ? [] : [[...rows, ...more].join("\n")])].join("\n\n");
}

/** A schema in a word: its name, or the JSON types it allows. */
export function typeName(schema: Schema | undefined, api: Api): string {
  const ref = stringProperty(schema, "$ref");
  if (ref !== undefined) return code(parsePointer(ref.slice(ref.indexOf("#") + 1)).at(-1) ?? "");
  return plainType(schema, api);
}

function plainType(schema: Schema | undefined, api: Api): string {
  const types = [...typesOf(schema, api.schemas)];
  if (types.length !== 1 || types[0] !== "array") return types.join(" or ") || "anything";
  const items = itemsOf(schema, api.schemas);
  const ref = stringProperty(items, "$ref");
  return ref === undefined ? "array" : `array of ${typeName(items, api)}`;
}

/** What a document says is text, and no Markdown of ours. */
export function escaped(text: string): string {
  return text.slice(0, 2_000).replace(/[\\`*_{}[\]<>#|!~]/g, "\\$&");
}

export function code(text: string): string {
  return `\`${text.replaceAll(/[`\n]/g, "ʼ").slice(0, 200)}\``;
}
