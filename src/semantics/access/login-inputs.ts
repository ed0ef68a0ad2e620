import { isObject, type Json } from "#base/json";
import type { CallInputs } from "#calls/call";
import { type Template, value } from "#calls/template";
import { chooseMediaType } from "#http/choose-media-type";
import type { Api, Operation } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { membersOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { sameName } from "../singular.js";

/** Whether an input is what somebody proves by who they are. */
export function isPassword(name: string): boolean {
  return (
    nameWords(name).some((word) => /^(password|passwd|passphrase|pwd|secret|pin)$/.test(word)) ||
    sameName(name, "pass")
  );
}

const NAMES = ["username", "user", "login", "email", "name", "identifier"];

/** The names of what a login or registration takes, wherever it takes it. */
export function inputNames(operation: Operation, api: Api): readonly string[] {
  const asked = operation.parameters.filter(({ in: place }) => place === "query").map(({ name }) => name);
  return [...asked, ...membersOf(requestSchema(operation), api.schemas).keys()];
}

/** A login with what was registered, or undefined where it asks for something that was not. */
export function loginInputs(
  operation: Operation,
  api: Api,
  registered: Json | undefined,
  change: (password: Json) => Json = (password) => password,
): CallInputs | undefined {
  const members = Object.entries(isObject(registered) ? registered : {}).map(([name, given]) => [
    name,
    value(isPassword(name) ? change(given) : given),
  ]);
  return loginWith(operation, api, Object.fromEntries(members));
}

/** The same with what will be registered, by the names of its members. */
export function loginWith(
  operation: Operation,
  api: Api,
  registered: Readonly<Record<string, Template>>,
): CallInputs | undefined {
  const names = Object.keys(registered);
  const known = (name: string): Template | undefined => {
    const wanted = isPassword(name)
      ? names.find(isPassword)
      : (names.find((other) => sameName(other, name)) ?? names.find((other) => isName(other)));
    return wanted === undefined ? undefined : registered[wanted];
  };
  const query: Record<string, Template> = {};
  for (const parameter of operation.parameters) {
    const given = parameter.in === "query" ? known(parameter.name) : undefined;
    if (given !== undefined) query[parameter.name] = given;
  }
  const members = [...membersOf(requestSchema(operation), api.schemas).keys()];
  const entries = members.flatMap((name): [string, Template][] => {
    const given = known(name);
    return given === undefined ? [] : [[name, given]];
  });
  const hasPassword = [...Object.keys(query), ...entries.map(([name]) => name)].some(isPassword);
  if (!hasPassword) return undefined;
  const inputs = { path: {}, query, header: {}, cookie: {} };
  const media = operation.body === undefined ? undefined : chooseMediaType(operation.body);
  if (media === undefined) return inputs;
  const content: Template = { kind: "object", members: Object.fromEntries(entries) };
  return { ...inputs, body: { contentType: media.contentType, content } };
}

function isName(name: string): boolean {
  return NAMES.some((known) => sameName(known, name) || name.toLowerCase() === known);
}
