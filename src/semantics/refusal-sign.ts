import { isArray, isObject, type Json, property } from "#base/json";
import type { HttpResponse } from "#calls/exchange";

/**
 * How a service says no with a success for its status: a member of the body, and what it then holds. Which members
 * could be such a sign is common knowledge; that they are one is learned, because a job with `status: "failed"` is an
 * ordinary thing to read.
 */
export interface RefusalSign {
  readonly member: string;
  readonly says: "false" | "something" | "a word of failure" | "an error's number";
}

/** `{"ok": false}`, `{"error": "…"}`, `{"status": "error"}`, `{"code": 404}`. */
export function signsIn(body: Json | undefined): readonly RefusalSign[] {
  return CANDIDATES.filter((sign) => holds(sign, body));
}

const CANDIDATES: readonly RefusalSign[] = [
  ...["ok", "success", "succeeded", "successful"].map((member) => ({ member, says: "false" }) as const),
  ...["error", "errors"].map((member) => ({ member, says: "something" }) as const),
  ...["status", "result", "state"].map((member) => ({ member, says: "a word of failure" }) as const),
  ...["code", "status", "statusCode", "errorCode"].map(
    (member) => ({ member, says: "an error's number" }) as const,
  ),
];

/** Whether an answer is a refusal by any of these signs. */
export function saysRefused(signs: readonly RefusalSign[], { status, body }: HttpResponse): boolean {
  if (signs.length === 0 || status < 200 || status >= 300 || body.kind !== "json") return false;
  return signs.some((sign) => holds(sign, body.value));
}

function holds({ member, says }: RefusalSign, body: Json | undefined): boolean {
  const value = property(body, member);
  switch (says) {
    case "false":
      return value === false;
    case "something":
      return isTold(value);
    case "a word of failure":
      return typeof value === "string" && /^(error|errors|fail|failed|failure|ko|nok)$/i.test(value);
    case "an error's number":
      return typeof value === "number" && value >= 400 && value < 600;
  }
}

function isTold(value: Json | undefined): boolean {
  if (isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== "" && value !== false && value !== 0;
}
