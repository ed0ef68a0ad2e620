import type { Json } from "#base/json";
import type { HttpResponse } from "#calls/exchange";
import { holdsSign, type RefusalSign } from "#calls/refusal-sign";

/** `{"ok": false}`, `{"error": "…"}`, `{"status": "error"}`, `{"code": 404}`. */
export function signsIn(body: Json | undefined): readonly RefusalSign[] {
  return CANDIDATES.filter((sign) => holdsSign(sign, body));
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
  return signs.some((sign) => holdsSign(sign, body.value));
}
