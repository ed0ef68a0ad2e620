import { isObject } from "#base/json";
import { sendsNoBody } from "#base/sends-no-body";
import type { Call } from "./call.js";
import type { Template } from "./template.js";

/**
 * A call as it is written elsewhere: an id that the path of its operation does not have is sent in the query of a read or a
 * DELETE, and in the body of whatever else.
 */
export function asSent(call: Call, contentType = "application/json"): Call {
  const [method = "", template = ""] = call.operation.split(" ");
  const moved = Object.entries(call.path).filter(([name]) => !template.includes(`{${name}}`));
  if (moved.length === 0) return call;
  const path = Object.fromEntries(
    Object.entries(call.path).filter(([name]) => template.includes(`{${name}}`)),
  );
  const ids: Readonly<Record<string, Template>> = Object.fromEntries(moved);
  if (sendsNoBody(method)) return { ...call, path, query: { ...ids, ...call.query } };
  const body = call.body ?? { contentType, content: { kind: "object", members: {} } as const };
  const members = membersIn(body.content);
  if (members === undefined) return { ...call, path };
  return { ...call, path, body: { ...body, content: { kind: "object", members: { ...ids, ...members } } } };
}

function membersIn(content: Template): Readonly<Record<string, Template>> | undefined {
  if (content.kind === "object") return content.members;
  if (content.kind !== "value" || !isObject(content.value)) return undefined;
  const members = Object.entries(content.value).map(
    ([name, value]) => [name, { kind: "value", value }] as const,
  );
  return Object.fromEntries(members);
}
