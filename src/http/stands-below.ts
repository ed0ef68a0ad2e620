import type { Target } from "./target.js";

/** Paths that are asked at most; the first that tells decides. */
const MOST = 4;

/**
 * Whether an API is found below another base than the one that was given: where everything is unknown here and something
 * answers there. Only reads of these paths are sent. A page for people is no answer of an API.
 */
export async function standsBelow(
  here: Target,
  there: Target,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  for (const path of paths.slice(0, MOST)) {
    // Where nobody answers, whoever comes next says so: asking on would only make the user wait for it.
    if ((await knows(here, path, signal)) !== false) return false;
    if ((await knows(there, path, signal)) === true) return true;
  }
  return false;
}

/** Undefined where there is no answer. */
async function knows(
  target: Target,
  path: string,
  signal: AbortSignal | undefined,
): Promise<boolean | undefined> {
  const request = { method: "GET", path, headers: [["accept", "*/*"]] as const, cookies: [] };
  const { result } = await target.send(request, {
    ...{ runId: "piolet", caseId: "base path", security: [], operation: `GET ${path}` },
    ...(signal === undefined ? {} : { signal }),
  });
  if (result.kind === "failure") return undefined;
  if (result.status === 404) return false;
  return !result.headers.some(
    ([name, value]) => name.toLowerCase() === "content-type" && value.startsWith("text/html"),
  );
}
