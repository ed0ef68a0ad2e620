import type { Call } from "./call.js";
import type { ResolvedInputs } from "./exchange.js";
import { type ResolveContext, type Resolved, resolveMembers, resolveTemplate } from "./resolve-template.js";

/** All inputs of a call filled in, or the first reference that leads nowhere. */
export function resolveCall(call: Call, context: ResolveContext): Resolved<ResolvedInputs> {
  const path = resolveMembers(call.path, context);
  if (!path.ok) return path;
  const query = resolveMembers(call.query, context);
  if (!query.ok) return query;
  const header = resolveMembers(call.header, context);
  if (!header.ok) return header;
  const cookie = resolveMembers(call.cookie, context);
  if (!cookie.ok) return cookie;
  const inputs = { path: path.value, query: query.value, header: header.value, cookie: cookie.value };
  if (call.body === undefined) return { ok: true, value: inputs };
  const content = resolveTemplate(call.body.content, context);
  if (!content.ok) return content;
  const body = { ...call.body, content: content.value };
  return { ok: true, value: { ...inputs, body } };
}
