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
  const { content } = body;
  if (content.kind === "value") {
    const { value } = content;
    const isMembers = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isMembers) return { ...call, path };
    const members = Object.entries(value).map(
      ([name, one]) => [name, { kind: "value", value: one }] as const,
    );
    return {
      ...call,
      path,
      body: { ...body, content: { kind: "object", members: { ...ids, ...Object.fromEntries(members) } } },
    };
  }
  if (content.kind !== "object") return { ...call, path };
  return {
    ...call,
    path,
    body: { ...body, content: { ...content, members: { ...ids, ...content.members } } },
  };
}
