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

export function takesPassword(operation: Operation, api: Api): boolean {
  return inputNames(operation, api).some(isPassword);
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
  const at = (name: string | undefined) => (name === undefined ? undefined : registered[name]);
  const known = (name: string, isRequired: boolean): Template | undefined => {
    if (sameName(name, "grant_type")) return value("password");
    if (!isRequired && isOfProgram(name)) return undefined;
    if (isPassword(name)) return at(names.find(isPassword));
    // What is neither demanded nor a name for somebody (a scope, a tenant) has its reasons to be optional.
    const anyName = isRequired || isName(name) ? names.find(isName) : undefined;
    return at(names.find((other) => sameName(other, name)) ?? anyName);
  };
  const query: Record<string, Template> = {};
  for (const parameter of operation.parameters) {
    const given = parameter.in === "query" ? known(parameter.name, parameter.required) : undefined;
    if (given !== undefined) query[parameter.name] = given;
  }
  const members = [...membersOf(requestSchema(operation), api.schemas)];
  const entries = members.flatMap(([name, { required }]): [string, Template][] => {
    const given = known(name, required);
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

/** What the program that asks proves itself by, and not the one who uses it: `client_secret`. */
function isOfProgram(name: string): boolean {
  return nameWords(name).includes("client");
}

function isName(name: string): boolean {
  return NAMES.some((known) => sameName(known, name) || name.toLowerCase() === known);
}
