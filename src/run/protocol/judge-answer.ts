import { isObject } from "#base/json";
import { getAtPointer, type JsonPointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import type { Exchange, HttpResponse } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { resolveReference } from "#calls/resolve-template";
import type { Reference, ReferenceSource } from "#calls/template";
import { excerpt } from "#judge/content-type";
import type { Operation } from "#openapi/api";
import { whyUnlike } from "#protocol/compare-types";
import type { CompiledProtocol } from "#protocol/compile-protocol";
import { typeText } from "#protocol/parse-type";
import { placeIn } from "#protocol/place-in-body";
import type { ExpectedAnswer } from "#protocol/position";
import type { Capture, Receive } from "#protocol/protocol";
import { bodySchemasOf, responsesFor } from "#protocol/response-schemas";
import { whyRefused } from "#semantics/read-refusal";
import type { World } from "../world.js";

/** The three questions of the COTS paper, in its order. Their names stand in keys and reports. */
export const PROTOCOL_ORACLES = {
  status: "protocol-status",
  body: "protocol-body",
  assertion: "protocol-assertion",
} as const;

type About = Pick<Finding, "clause" | "message" | "expected" | "got" | "why" | "check"> & {
  readonly oracle: keyof typeof PROTOCOL_ORACLES;
  /** What tells this cause from others at the operation; no ids and no values. */
  readonly shape: string;
};

export function protocolFinding(
  { key }: Operation,
  exchange: Exchange,
  before: readonly Exchange[],
  { oracle, shape, ...about }: About,
): Finding {
  return {
    key: [key, PROTOCOL_ORACLES[oracle], shape].join(" · "),
    oracle: PROTOCOL_ORACLES[oracle],
    operation: key,
    verdict: "ERR",
    ...about,
    call: exchange.call.id,
    // A conversation is told as a whole: without a step of it the protocol says nothing of the last one.
    evidence: before.map(({ call }) => call.id),
  };
}

/** An answer that no branch expects. */
export function judgeStatus(
  operation: Operation,
  exchange: Exchange,
  before: readonly Exchange[],
  status: number,
  answers: readonly ExpectedAnswer[],
): Finding {
  const expected = answers.map(({ receive }) => receive.status).join(" or ");
  return protocolFinding(operation, exchange, before, {
    oracle: "status",
    shape: `${expected} expected, ${status} came`,
    clause: `the answer is ${expected}`,
    message: `${operation.key} answers ${status}, where the protocol expects ${expected}`,
    expected,
    got: whyRefused(exchange).replace(/^it answers /, ""),
    why: "No branch of the protocol goes on with this answer.",
    check: {
      looks: [],
      expect: {
        kind: "status",
        call: exchange.call.id,
        is: answers.map(({ receive }) => receive.status.toLowerCase()),
      },
    },
  });
}

/** Whether what a step takes of an answer is there, and of the type that it says. */
export function judgeCaptures(
  operation: Operation,
  exchange: Exchange,
  before: readonly Exchange[],
  receive: Receive,
  response: HttpResponse,
  protocol: CompiledProtocol,
  world: World,
): readonly Finding[] {
  return receive.captures.flatMap((capture) => {
    const about = (what: Omit<About, "oracle" | "clause">) =>
      protocolFinding(operation, exchange, before, {
        oracle: "body",
        clause: `the answer has \`${capture.name}\``,
        ...what,
      });
    const found = resolveReference(captured(exchange.call.id, capture), [exchange]);
    const place = placeText(capture);
    const schema = capture.type && protocol.types.schemaOf(capture.type);
    if (!found.ok) {
      // `Unit`: that there is nothing is what the protocol says.
      if (capture.from === undefined && isObject(schema) && schema.type === "null") return [];
      return about({
        shape: `${receive.status} without ${place}`,
        message: `${operation.key} answers ${response.status} without ${place}`,
        expected: `${place}, as \`${capture.name}\` of the protocol`,
        got: bodyText(response),
        why: "The protocol takes this value from the answer, and later steps need it.",
      });
    }
    if (schema === undefined || capture.type === undefined || isHeader(capture)) return [];
    if (isUnlikeDocument(operation, receive, capture, protocol)) return [];
    // As it came: a reference gives the digits of a number that is too large for one.
    const json =
      response.body.kind === "json" ? getAtPointer(response.body.value, pointerOf(capture)) : undefined;
    const [error] = json === undefined ? [] : (world.validatorFor(schema)?.(json) ?? []);
    if (error === undefined || error.keyword === "format") return [];
    const where = error.pointer === "" ? place : `${place}, at ${error.pointer},`;
    return about({
      shape: `${receive.status} ${place} ${error.keyword} ${error.pointer.replace(/\/\d+(?=\/|$)/g, "/*")}`,
      message: `${operation.key} answers ${response.status}, and ${where} ${error.message}`,
      expected: `${typeText(capture.type)}: ${error.message}`,
      got: excerpt(JSON.stringify(getAtPointer(json, error.pointer) ?? null)),
      why: "The protocol says that the value is of this type.",
    });
  });
}

/** The document says otherwise, and the check has told so: then it is the protocol that is wrong. */
function isUnlikeDocument(
  operation: Operation,
  { status }: Receive,
  capture: Capture,
  { types, api }: CompiledProtocol,
): boolean {
  const stated = capture.type && types.schemaOf(capture.type);
  const place = placeIn(bodySchemasOf(responsesFor(operation, status)), pointerOf(capture), api);
  if (stated === undefined || place.kind !== "declared") return false;
  return whyUnlike(stated, place.schemas, api.schemas) !== undefined;
}

/** A captured value as later calls send it. */
export function captured(call: string, { from }: Capture): Reference {
  return { kind: "reference", call, source: sourceOf(from) };
}

function sourceOf(from: Capture["from"]): ReferenceSource {
  switch (from?.kind) {
    case "header":
      return { in: "response header", name: from.name };
    case "location":
      return { in: "location" };
    case "body":
      return { in: "response body", pointer: from.pointer };
    case undefined:
      return { in: "response body", pointer: "" };
    default:
      return unreachable(from);
  }
}

function isHeader({ from }: Capture): boolean {
  return from?.kind === "header" || from?.kind === "location";
}

function pointerOf({ from }: Capture): JsonPointer {
  return from?.kind === "body" ? from.pointer : "";
}

function placeText({ from }: Capture): string {
  if (from?.kind === "header") return `the header ${from.name}`;
  if (from?.kind === "location") return "a location";
  return from?.pointer || "a body";
}

function bodyText({ body }: HttpResponse): string {
  if (body.kind === "json") return excerpt(JSON.stringify(body.value));
  return body.kind === "text" ? excerpt(body.text) : "no body";
}
