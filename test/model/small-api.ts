import type { Json } from "#base/json";
import type { Api } from "#openapi/api";
import { loadApiFromJson } from "#openapi/load-api";

/**
 * A document from lines such as `POST /halls {name}` or `PUT /books/{isbn} {hallId, title}`: the words are
 * members of the body, all texts and required but for those with a question mark.
 */
export function apiOf(...lines: readonly string[]): Api {
  const paths: Record<string, Record<string, Json>> = {};
  for (const line of lines) {
    const [, method = "", path = "", members] = /^(\w+) (\S+)(?: \{(.*)\})?$/.exec(line) ?? [];
    const schema = objectOf((members ?? "").split(/,\s*/).filter((name) => name !== ""));
    const body =
      members === undefined ? {} : { requestBody: { content: { "application/json": { schema } } } };
    const answer = { description: "", content: { "application/json": { schema } } };
    paths[path] = { ...paths[path], [method.toLowerCase()]: { ...body, responses: { "200": answer } } };
  }
  const api = loadApiFromJson({ openapi: "3.0.3", info: { title: "Small", version: "1" }, paths });
  if (!api.ok) throw new Error(api.problems[0]?.message);
  return api.value;
}

function objectOf(members: readonly string[]): Json {
  const names = members.map((member) => member.replace(/[?#].*/, ""));
  return {
    type: "object",
    required: members.filter((member) => !member.includes("?")).map((member) => member.replace(/#.*/, "")),
    properties: Object.fromEntries(
      names.map((name, index) => [name, { type: members[index]?.includes("#") ? "integer" : "string" }]),
    ),
  };
}

/** The five operations of a collection, with these members in what is sent. */
export function collection(path: string, id: string, members: string): string[] {
  return [
    `POST ${path} {${members}}`,
    `GET ${path}/{${id}}`,
    `PUT ${path}/{${id}} {${members}}`,
    `DELETE ${path}/{${id}}`,
  ];
}
