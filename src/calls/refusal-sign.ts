import { arrayOf, type Decoder, number, object, oneOf, string } from "#base/decode-json";
import { isArray, isObject, type Json, property } from "#base/json";
import type { HttpResponse } from "./exchange.js";
import { meaningOfStatus } from "./meaning.js";

/**
 * How a service says no with a success for its status: a member of the body, and what it then holds. Which members
 * could be such a sign is common knowledge; that they are one is learned, because a job with `status: "failed"` is an
 * ordinary thing to read.
 */
export interface RefusalSign {
  readonly member: string;
  readonly says: "false" | "something" | "a word of failure" | "an error's number";
  /** Only this word, in lower case: known from the document, or from refusals with a status of their own. */
  readonly word?: string;
  /** The members that refusals have; a body with others is not one. Any, where it is left out. */
  readonly among?: readonly string[];
}

/** What the service answers where it has no such thing, beside 404 and 410: a status and the words, without values. */
export interface AbsenceSign {
  readonly status: number;
  readonly saying: string;
}

/** How a service says no, where the status does not tell. */
export interface Signs {
  readonly refusals: readonly RefusalSign[];
  readonly absences: readonly AbsenceSign[];
}

export const NO_SIGNS: Signs = { refusals: [], absences: [] };

export const decodeRefusalSigns: Decoder<readonly RefusalSign[]> = arrayOf(
  object(
    {
      member: string,
      says: oneOf("false", "something", "a word of failure", "an error's number"),
    },
    { word: string, among: arrayOf(string) },
  ),
);

export const decodeAbsenceSigns: Decoder<readonly AbsenceSign[]> = arrayOf(
  object({ status: number, saying: string }),
);

/** In lower case. */
export const FAILURES = ["error", "errors", "fail", "failed", "failure", "ko", "nok"] as const;

export function holdsSign(sign: RefusalSign, body: Json | undefined): boolean {
  return says(sign, property(body, sign.member)) && isAmong(body, sign.among);
}

function says({ says, word }: RefusalSign, value: Json | undefined): boolean {
  switch (says) {
    case "false":
      return value === false;
    case "something":
      return isTold(value);
    case "a word of failure":
      return typeof value === "string" && isFailure(value.toLowerCase(), word);
    case "an error's number":
      return typeof value === "number" && value >= 400 && value < 600;
  }
}

function isFailure(said: string, word: string | undefined): boolean {
  return word === undefined ? FAILURES.some((failure) => failure === said) : said === word;
}

function isAmong(body: Json | undefined, members: RefusalSign["among"]): boolean {
  return (
    members === undefined || (isObject(body) && Object.keys(body).every((name) => members.includes(name)))
  );
}

function isTold(value: Json | undefined): boolean {
  if (isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== "" && value !== false && value !== 0;
}

/** What a check takes for the status: a refusal in a body is one, whatever stands above it. */
export function tellingStatus({ status, says }: Pick<HttpResponse, "status" | "says">): number {
  return says !== undefined && meaningOfStatus(status) === "done" ? REFUSED_IN_BODY : status;
}

/** Exported scripts and tests say so, too. */
export const REFUSED_IN_BODY = 400;
