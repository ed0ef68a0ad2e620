import type { Operation } from "#openapi/api";
import { nameWords } from "#values/name-words";

/**
 * What a word in a path or an operationId says that an operation does. Verbs of HTTP lie in a fifth of real operations
 * (37 % of those that read), and where they do, the name usually tells: `POST /parts/list`, `GET /parts/{no}/remove`.
 */
export type Intent =
  | "create"
  | "read"
  | "list"
  | "search"
  | "update"
  | "delete"
  | "login"
  | "logout"
  | "signup"
  | "action";

const WORDS: Readonly<Record<Exclude<Intent, "action">, string>> = {
  create: "create add insert submit",
  read: "get read fetch retrieve details info",
  list: "list all browse",
  search: "search find query filter lookup",
  update: "update edit modify change patch replace rename",
  delete: "delete remove destroy erase",
  login: "login signin logon authenticate",
  logout: "logout signout logoff",
  signup: "register signup registration",
};

const INTENTS: ReadonlyMap<string, Intent> = new Map(
  Object.entries(WORDS).flatMap(([intent, words]) =>
    words.split(" ").map((word): [string, Intent] => [word, intent as Intent]),
  ),
);

/** Words of a path that make a segment of several words a command on what stands before it: `findByStatus`, `getAll`. */
const JOINTS = new Set("by all with one many bulk batch from in on of list only".split(" "));

/** Words that speak of an account, and not of a thing that is kept. */
const VERIFIES = new Set("verification verify activation activate confirmation confirm".split(" "));

/** A verb that no noun begins with, however the segment is written: `create-user`, `get_users`. */
const PLAIN = new Set("get create delete fetch remove".split(" "));

/** What a segment of a path says: an intent, a noun that names a resource, or both. */
export interface SegmentWords {
  readonly intent?: Intent;
  readonly noun?: string;
}

/** `remove` is an intent, `findByStatus` too; `createUser` is an intent with a noun; `players` only a noun. */
export function readSegment(segment: string): SegmentWords {
  const words = nameWords(segment);
  const [first = "", second = ""] = words;
  const whole = INTENTS.get(words.join(""));
  if (whole !== undefined) return { intent: whole };
  if (words.length < 2) return VERIFIES.has(first) ? { intent: "action" } : { noun: segment };
  const intent = INTENTS.get(first);
  if (intent !== undefined && JOINTS.has(second))
    return { intent: second === "all" && intent === "read" ? "list" : intent };
  const isCamel = /^[a-z]+[A-Z]/.test(segment);
  if (intent !== undefined && (isCamel || PLAIN.has(first))) return { intent, noun: restOf(segment, first) };
  // `users.list`: the thing, a dot, what to do with it.
  const dotted = /^([^.]+)\.([^.]+)$/.exec(segment);
  const after = dotted?.[2] === undefined ? undefined : INTENTS.get(nameWords(dotted[2]).join(""));
  if (dotted?.[1] !== undefined && after !== undefined) return { intent: after, noun: dotted[1] };
  return words.some((word) => VERIFIES.has(word)) ? { intent: "action" } : { noun: segment };
}

function restOf(segment: string, verb: string): string {
  return segment.slice(verb.length).replace(/^[^A-Za-z0-9]+/, "");
}

/**
 * What an operationId says: by its first word (`addPart`, `listTrash`), by that of its last part
 * (`UserController_findAll`), or by its last word (`players_destroy`).
 */
export function intentOfId({ operationId, method, path }: Operation): Intent | undefined {
  if (operationId === undefined) return undefined;
  const name = withoutNoun(operationId.replace(/(Using|_)(GET|POST|PUT|PATCH|DELETE)(_\d+)?$/i, ""), path);
  const parts = [name, ...name.split(/[_.#:/-]+/).reverse()];
  const found =
    parts.map(leading).find((intent) => intent !== undefined) ?? INTENTS.get(nameWords(name).at(-1) ?? "");
  // A DELETE deletes whatever it is called, and a GET that is called `new…` shows a form.
  if (method === "DELETE") return undefined;
  if (method === "GET" && (found === "create" || found === "update")) return undefined;
  return found;
}

/** `joinWaitingList` of `/waiting-list` lists nothing: its last words are what the path calls such things. */
function withoutNoun(name: string, path: string): string {
  const segment = path.split("/").findLast((one) => one !== "" && !one.startsWith("{")) ?? "";
  const [words, noun] = [nameWords(name), nameWords(segment)];
  const isNoun = noun.length > 1 && words.slice(-noun.length).join() === noun.join();
  if (!isNoun) return name;
  const [first = "", ...rest] = words.slice(0, -noun.length);
  return first + rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}

function leading(part: string): Intent | undefined {
  const [first = "", second = ""] = nameWords(part);
  const joined = INTENTS.get(first + second);
  if (joined === "login" || joined === "logout" || joined === "signup") return joined;
  const intent = INTENTS.get(first);
  return (intent === "read" || intent === "search") && second === "all" ? "list" : intent;
}
