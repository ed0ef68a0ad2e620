import { isObject, type Json, property } from "#base/json";
import { unreachable } from "#base/unreachable";
import type { Outcome } from "#calls/exchange";
import type { Message, MessagePart, Name, Position } from "./formula.js";
import { findBinding, type Scope } from "./scope.js";
import { known, undefinedBecause, type Value } from "./value.js";

/** A part of the judged call. */
export function thisValue(message: Message, scope: Scope): Value {
  const at = message.span.start;
  if (!scope.call) return undefinedBecause("there is no call that `this` could mean", at);
  const { inputs, response } = scope.call;
  switch (message.part) {
    case "request_body":
      return inputs.body ? known(inputs.body.content) : undefinedBecause("the request has no body", at, true);
    case "path_param":
      return known(inputs.path, true);
    case "query_param":
      return known(inputs.query, true);
    case "request_header":
      return known(inputs.header, true);
    case "response_body":
    case "response_code":
    case "response_header":
      if (!response || scope.moment === "before") return undefinedBecause("the call has no response yet", at);
      return responseValue(message.part, response, at, "the call");
    default:
      return unreachable(message.part);
  }
}

/** A part of what a read found. */
export function readValue(part: MessagePart, outcome: Outcome, at: Position, what: string): Value {
  if (part === "response_body" || part === "response_code" || part === "response_header") {
    return responseValue(part, outcome, at, what);
  }
  return undefinedBecause("a read has no request of its own", at);
}

function responseValue(
  part: "response_body" | "response_code" | "response_header",
  outcome: Outcome,
  at: Position,
  what: string,
): Value {
  if (outcome.kind === "none") return undefinedBecause(`${what} got no response (${outcome.reason})`, at);
  const refused = outcome.status >= 200 && outcome.status < 300 ? undefined : outcome.status;
  if (part === "response_code") return known(outcome.status);
  if (part === "response_header") return known(outcome.headers, true, refused);
  const { body } = outcome;
  if (body.kind === "json") return known(body.value, false, refused);
  if (body.kind === "text") return known(body.text, true, refused);
  const reason = body.kind === "empty" ? "has no body" : "has a body that is neither JSON nor text";
  return undefinedBecause(`${what} answered ${outcome.status} and ${reason}`, at, refused === undefined);
}

/**
 * What a bare name stands for: a quantified variable; else a path parameter of the call; else a field of its
 * request body; else, after the call, of its response body. The published generator writes `{pid}` for all of
 * the last three: in `POST /players` it is a field of what is sent, and where the server gives the id, it is
 * known only from the response.
 */
export function nameValue(node: Name, scope: Scope): Value {
  const bound = findBinding(scope, node.name);
  if (bound) return bound;
  const { call } = scope;
  if (call) {
    const parameter = property(call.inputs.path, node.name);
    if (parameter !== undefined) return known(parameter, true);
    const sent = property(call.inputs.body?.content, node.name);
    if (sent !== undefined) return known(sent);
    const received = scope.moment === "now" ? receivedField(call.response, node.name) : undefined;
    if (received !== undefined) return known(received);
  }
  return undefinedBecause(
    `\`${node.name}\` is neither a variable, a path parameter nor a field`,
    node.span.start,
  );
}

function receivedField(response: Outcome | undefined, name: string): Json | undefined {
  if (response?.kind !== "response" || response.body.kind !== "json") return undefined;
  if (response.status < 200 || response.status >= 300) return undefined;
  return property(response.body.value, name);
}

/** A header's name has no case. */
export function headerField(headers: Json, name: string): Json | undefined {
  if (!isObject(headers)) return undefined;
  const wanted = name.toLowerCase();
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === wanted);
  return key === undefined ? undefined : headers[key];
}
