import type { Call } from "#calls/call";
import type { Template } from "#calls/template";
import { isSafeMethod } from "#glacier/read-request";
import { pathSegments } from "#semantics/path-template";
import type { Semantics } from "#semantics/semantics";

/**
 * The first call that writes to something which the conversation did not make. Whoever walks a protocol has written it
 * and may name what is theirs; a fault file comes from anywhere, so there a write must lead to a thing of the run: a
 * fresh value, what an earlier call sent, or what the service answered to a write. An id that was read from a list, or
 * that stands in the file, may be anybody's.
 */
export function foreignWrite(calls: readonly Call[], { operations }: Semantics): Call | undefined {
  const earlier = new Map<string, Call>();
  const isOwn = (template: Template | undefined): boolean => {
    if (template?.kind === "fresh" || template === undefined) return true;
    if (template.kind !== "reference") return false;
    const call = earlier.get(template.call);
    const { source } = template;
    if (call === undefined) return false;
    if (source.in === "request parameter") return isOwn(inputOf(call, source.place, source.name));
    // What was sent in a body is a thing of the run where the call that sent it made one.
    return !isSafeMethod(methodOf(call));
  };
  return calls.find((call) => {
    // A POST that creates is refused where the id is taken; a PUT would replace what is there.
    const creates = methodOf(call) === "POST" && operations[call.operation]?.semantics === "CREATE";
    const isForeign = !isSafeMethod(methodOf(call)) && !creates && !isOwn(lastInPath(call));
    earlier.set(call.id, call);
    return isForeign;
  });
}

function methodOf({ operation }: Call): string {
  return operation.split(" ")[0] ?? "";
}

function lastInPath(call: Call): Template | undefined {
  const path = call.operation.split(" ")[1] ?? "";
  const last = pathSegments(path).findLast(({ parameter }) => parameter !== undefined)?.parameter;
  return last === undefined ? undefined : inputOf(call, "path", last);
}

function inputOf(call: Call, place: "path" | "query" | "header" | "cookie", name: string) {
  return Object.hasOwn(call[place], name) ? call[place][name] : undefined;
}
