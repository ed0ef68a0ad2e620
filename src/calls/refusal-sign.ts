import { arrayOf, type Decoder, object, oneOf, string } from "#base/decode-json";
import { isArray, isObject, type Json, property } from "#base/json";
import type { HttpResponse } from "./exchange.js";

/**
 * How a service says no with a success for its status: a member of the body, and what it then holds. Which members
 * could be such a sign is common knowledge; that they are one is learned, because a job with `status: "failed"` is an
 * ordinary thing to read.
 */
export interface RefusalSign {
  readonly member: string;
  readonly says: "false" | "something" | "a word of failure" | "an error's number";
}

export const decodeRefusalSigns: Decoder<readonly RefusalSign[]> = arrayOf(
  object({
    member: string,
    says: oneOf("false", "something", "a word of failure", "an error's number"),
  }),
);

/** In lower case. */
export const FAILURES = ["error", "errors", "fail", "failed", "failure", "ko", "nok"] as const;

export function holdsSign({ member, says }: RefusalSign, body: Json | undefined): boolean {
  const value = property(body, member);
  switch (says) {
    case "false":
      return value === false;
    case "something":
      return isTold(value);
    case "a word of failure":
      return typeof value === "string" && FAILURES.some((word) => word === value.toLowerCase());
    case "an error's number":
      return typeof value === "number" && value >= 400 && value < 600;
  }
}

function isTold(value: Json | undefined): boolean {
  if (isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== "" && value !== false && value !== 0;
}

/** What a check takes for the status: a refusal in a body is one, whatever stands above it. */
export function tellingStatus({ status, refused }: Pick<HttpResponse, "status" | "refused">): number {
  return refused === true ? REFUSED_IN_BODY : status;
}

/** Exported scripts and tests say so, too. */
export const REFUSED_IN_BODY = 400;
