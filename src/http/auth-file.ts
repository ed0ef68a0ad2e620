import { parse as parseYaml } from "yaml";
import { isArray, isObject, type Json, type JsonObject, property } from "#base/json";
import { appendToPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { substituteEnv } from "#base/substitute-env";
import { type Actor, actorOf, decodeActor } from "./actor.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Web Fuzzing Commons auth files, YAML or JSON. The template is merged into every user first and only then is
 * anything required, as the published schema says (`x-required`).
 */
export function parseAuthFile(text: string, env: Environment, source?: string): Result<readonly Actor[]> {
  const place = source === undefined ? {} : { source };
  const invalid = (message: string, pointer = ""): Problem =>
    problem("auth-file-invalid", message, "Compare it with the auth schema of Web Fuzzing Commons.", {
      ...place,
      pointer,
    });
  let document: Json;
  try {
    // Alias bombs are refused by the default `maxAliasCount`.
    document = parseYaml(text) as Json;
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return failed(invalid(`The auth file is neither YAML nor JSON: ${why}`));
  }
  const { json, missing } = substituteEnv(document, env);
  if (missing.length > 0) {
    return failed(
      ...missing.map(({ name, pointer }) =>
        problem("environment-missing", `The auth file uses \${${name}}, which is not set.`, `Set ${name}.`, {
          ...place,
          pointer,
        }),
      ),
    );
  }
  const entries = property(json, "auth");
  if (!isArray(entries) || entries.length === 0)
    return failed(invalid("The auth file names no users under auth."));
  const template = property(json, "authTemplate");
  const actors: Actor[] = [];
  const problems: Problem[] = [];
  entries.forEach((entry, index) => {
    const at = appendToPointer("/auth", index);
    const decoded = decodeActor(isObject(template) ? mergeTemplate(entry, template) : entry, at);
    if (!decoded.ok) {
      problems.push(
        ...decoded.mismatches.map(({ pointer, message }) => invalid(`At ${pointer} ${message}.`, pointer)),
      );
      return;
    }
    const actor = actorOf(decoded.value);
    if (typeof actor === "string") problems.push(invalid(`At ${at} ${actor}.`, at));
    else if (actors.some((other) => other.name === actor.name)) {
      problems.push(invalid(`Two users have the name "${actor.name}".`, at));
    } else actors.push(actor);
  });
  return problems.length > 0 ? failed(...problems) : ok(actors);
}

/** One of each group counts; a template must not bring back what the entry has put otherwise. */
const ALTERNATIVES = [
  ["endpoint", "externalEndpointURL"],
  ["payloadRaw", "payloadUserPwd"],
];

function mergeTemplate(entry: Json, template: JsonObject): Json {
  if (!isObject(entry)) return entry;
  const merged = new Map(Object.entries(entry));
  for (const [name, value] of Object.entries(template)) {
    const own = merged.get(name);
    const replaced = ALTERNATIVES.some(
      (group) => group.includes(name) && group.some((other) => other !== name && Object.hasOwn(entry, other)),
    );
    if (own === undefined || own === null) {
      if (!replaced) merged.set(name, value);
    } else if (isObject(own) && isObject(value)) merged.set(name, mergeTemplate(own, value));
  }
  return Object.fromEntries(merged);
}
