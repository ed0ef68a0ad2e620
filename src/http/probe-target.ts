import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { SecurityRequirement } from "#openapi/api";
import type { Target } from "./target.js";
import type { WireAnswer, WireFailure } from "./wire.js";

/** What the first contact may ask for. */
export interface Contact {
  /** Paths without ids that the API has and that only read. */
  readonly reads?: readonly string[];
  /** How calls of the run are to be secured. */
  readonly security?: readonly (readonly SecurityRequirement[])[];
  readonly signal?: AbortSignal;
}

/** No API has it: what is answered to it is what this server says of any unknown path. */
const NOBODY_HAS = "/piolet-asks-for-what-is-not-there";

/** Reads that are asked for at most, and at least before they show that the whole API is somewhere else. */
const [MOST_READS, FEWEST_READS] = [4, 2];

/**
 * First contact: does anything that speaks HTTP answer, is it the API, and can everybody log in. As nobody first, so that
 * a wrong password is not mistaken for a service that is down. 401 will do, and 404 as long as it may be about what is asked for.
 */
export async function probeTarget(
  target: Target,
  runId: string,
  { reads = [], security = [], signal }: Contact = {},
): Promise<Result<undefined>> {
  const ask = async (path: string) => {
    const request = { method: "GET", path, headers: [["accept", "*/*"]] as const, cookies: [] };
    const { result } = await target.send(request, {
      ...{ runId, caseId: "probe", security: [], operation: `GET ${path}`, actor: null },
      ...(signal === undefined ? {} : { signal }),
    });
    return result;
  };
  const contact = await ask(reads[0] ?? "/");
  if (contact.kind === "failure" && contact.reason !== "too large") {
    const message = `${target.url} does not answer: ${contact.message}.`;
    return failed(problem("target-unreachable", message, contact.hint));
  }
  const elsewhere = await whatIsThere(ask, contact, reads);
  if (elsewhere !== undefined) {
    const message = `There is no API at ${target.url}: ${elsewhere}.`;
    return failed(problem("target-refuses", message, "Check that --url has the right host and base path."));
  }
  for (const wanted of security.length === 0 ? [[]] : security) {
    for (const actor of [...target.actors, undefined]) {
      const refused = await target.logIn(actor, wanted);
      if (refused === undefined) continue;
      const [who, hint] =
        actor === undefined
          ? ["With the given credentials", "Check them, and the token URL of their security scheme."]
          : [`As ${actor}`, "Check endpoint, payload and token of the auth file."];
      return failed(problem("auth-login-failed", `${who} the login failed: ${refused}.`, hint));
    }
  }
  return ok(undefined);
}

type Answer = WireAnswer | WireFailure;

/**
 * In words, where it is not the API: every read is answered like a path that nobody has, with 404 or with a page for people.
 * A single list may well be answered with 404 while there is nothing in it.
 */
async function whatIsThere(
  ask: (path: string) => Promise<Answer>,
  first: Answer,
  reads: readonly string[],
): Promise<string | undefined> {
  if (reads.length === 0 || !isUnknown(first)) return undefined;
  const unknown = await ask(NOBODY_HAS);
  const asked = reads.slice(0, MOST_READS);
  for (const [index, path] of asked.entries()) {
    const answer = index === 0 ? first : await ask(path);
    if (!isUnknown(answer) || !isAlike(answer, path, unknown)) return undefined;
  }
  if (isPage(first)) return `GET ${asked[0]} is answered with a web page, like any other path`;
  return asked.length < FEWEST_READS
    ? undefined
    : `${asked.map((path) => `GET ${path}`).join(", ")} are answered 404, like any other path`;
}

function isUnknown(answer: Answer): boolean {
  return (answer.kind === "answer" && answer.status === 404) || isPage(answer);
}

/** The same status, and the same words but for the path that was asked for. */
function isAlike(answer: Answer, path: string, unknown: Answer): boolean {
  if (answer.kind === "failure" || unknown.kind === "failure") return false;
  if (answer.status !== unknown.status || isPage(answer) !== isPage(unknown)) return false;
  return isPage(answer) || saidOf(answer, path) === saidOf(unknown, NOBODY_HAS);
}

/** Times and request ids differ in any two answers. */
function saidOf({ body }: WireAnswer, path: string): string {
  return new TextDecoder()
    .decode(body)
    .replaceAll(path.slice(1), "")
    .replaceAll(/\d+|[0-9a-f-]{16,}/gi, "");
}

/** What it says, not what it is called: some services call their JSON a page. */
function isPage(answer: Answer): boolean {
  if (answer.kind === "failure" || answer.status >= 400) return false;
  return /^\s*<(!doctype html|html)/i.test(new TextDecoder().decode(answer.body.subarray(0, 1000)));
}
