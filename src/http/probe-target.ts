import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Target } from "./target.js";

/**
 * First contact: does anything that speaks HTTP answer, and can we log in. Whatever it answers will do, 404
 * included. As nobody first, so that a wrong password is not mistaken for a service that is down.
 */
export async function probeTarget(
  target: Target,
  runId: string,
  signal?: AbortSignal,
): Promise<Result<undefined>> {
  const request = { method: "GET", path: "/", headers: [["accept", "*/*"]] as const, cookies: [] };
  const options = {
    runId,
    caseId: "probe",
    security: [],
    operation: "GET /",
    ...(signal === undefined ? {} : { signal }),
  };
  const { result: contact } = await target.send(request, { ...options, actor: null });
  if (contact.kind === "failure") {
    const message = `${target.url} does not answer: ${contact.message}.`;
    return failed(problem("target-unreachable", message, contact.hint));
  }
  if (target.actors.length === 0) return ok(undefined);
  const { result: login } = await target.send(request, options);
  if (login.kind === "failure" && login.reason === "unauthenticated") {
    const message = `As ${target.actors[0]} ${login.message}.`;
    return failed(
      problem("auth-login-failed", message, "Check endpoint, payload and token of the auth file."),
    );
  }
  return ok(undefined);
}
