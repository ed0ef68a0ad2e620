import type { Api, Method, Operation } from "#openapi/api";
import { nameWords } from "#values/name-words";
import { type Intent, intentOfId } from "./intent.js";
import { resourcePath } from "./resource-path.js";

/** An operation as its names describe it: on a path of things alone, by the verb that a textbook would use. */
export interface PlacedOperation {
  readonly operation: Operation;
  /** Without verbs: `/parts` for `/parts/list`. */
  readonly path: string;
  /** `DELETE` for `GET /parts/{no}/remove`; the operation's own where its names say nothing. */
  readonly method: Method;
  readonly intent?: Intent;
  /** Where the intent stands. */
  readonly saidBy?: "path" | "operationId";
}

export function placeOperations(api: Api): readonly PlacedOperation[] {
  return api.operations.map(placeOperation);
}

export function placeOperation(operation: Operation): PlacedOperation {
  const { path, intent: said, onThing } = resourcePath(operation.path);
  // What is added or submitted below a thing changes that thing: `POST /orders/{id}/submit`.
  const isAction = onThing && (said === "create" || said === "signup");
  const byPath: Intent | undefined = isAction ? "action" : said;
  const intent = byPath ?? intentOfId(operation);
  // A command below a thing stays where it is: without it the path would name the thing itself.
  const placed = byPath === "action" && onThing ? operation.path : path;
  if (intent === undefined) return { operation, path: placed, method: operation.method };
  const saidBy = byPath === undefined ? "operationId" : "path";
  return { operation, path: placed, method: methodFor(intent, operation.method), intent, saidBy };
}

function methodFor(intent: Intent, method: Method): Method {
  switch (intent) {
    case "create":
    case "signup":
      return method === "PUT" || method === "PATCH" ? "POST" : method === "DELETE" ? method : "POST";
    case "read":
    case "list":
    case "search":
      return "GET";
    case "update":
      return method === "PATCH" ? "PATCH" : "PUT";
    case "delete":
      return "DELETE";
    case "login":
    case "logout":
    case "action":
      return method;
  }
}

/** A call that may change something, whatever its verb: GET is safe only where its names agree. */
export function looksSafe(operation: Operation): boolean {
  if (!["GET", "HEAD", "OPTIONS"].includes(operation.method)) return readsByName(operation);
  const { method, intent } = placeOperation(operation);
  return method === operation.method && intent !== "logout" && intent !== "action" && !commands(operation);
}

/** Its names do not speak against it that it keeps what it is sent: `POST /requests/remove` keeps nothing. */
export function mayKeep(operation: Operation): boolean {
  const byPath = resourcePath(operation.path).intent;
  const intents = [byPath, intentOfId(operation)].filter((intent) => intent !== undefined);
  return !commands(operation) && intents.every((intent) => KEEPS.has(intent));
}

const KEEPS: ReadonlySet<Intent> = new Set(["create", "update", "signup"]);

/** Verbs that order something to be done. Old services take such orders by GET, too. */
const COMMANDS = new Set(
  [
    "activate deactivate enable disable approve reject cancel start stop restart reset resume suspend pause",
    "clear purge flush wipe drop kill terminate revoke restore trigger execute send resend publish unpublish",
    "unlock unblock ban unban pay refund ship confirm accept decline toggle sync merge increment decrement",
    "finish complete expire invalidate rotate regenerate reindex rebuild delete remove destroy erase",
  ].flatMap((words) => words.split(" ")),
);

/** Words that may be a thing as well: an order where they stand below one, or say that all are meant. */
const DOUBTFUL = new Set(
  "archive lock block close open run import empty move subscribe unsubscribe".split(" "),
);

/** The last word of its path orders something to be done to what is there. */
export function commands({ path }: Operation): boolean {
  const [last = "", before = ""] = path.split("/").filter(Boolean).reverse();
  const [verb = "", ...rest] = nameWords(last);
  const isOfThings = before.startsWith("{") || rest.includes("all");
  return COMMANDS.has(verb) || (isOfThings && DOUBTFUL.has(verb));
}

/** `POST /parts/list`, `POST /catalog/search`: the path itself says that nothing is written. */
function readsByName(operation: Operation): boolean {
  const { intent } = resourcePath(operation.path);
  return operation.method === "POST" && (intent === "list" || intent === "search" || intent === "read");
}
