import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Call } from "#calls/call";
import type { FaultFile } from "#calls/fault-file";
import type { PlannedSequence } from "#cover/planned-sequence";
import { isSafeMethod } from "#glacier/read-request";
import type { Api } from "#openapi/api";
import { anyOperation, operationsByKey } from "#openapi/operation-of";
import { pathSegments } from "#semantics/path-template";
import type { Resource } from "#semantics/semantics";
import { decodeReplayFor, type StoredReplay } from "./decode-replay.js";
import { readConversation } from "./protocol/replay-conversation.js";
import type { ReplayPlan } from "./replay-plan.js";

/**
 * How to run the fault of a file again, checked for what running it relies on: that the document describes what is to
 * be called, and that nothing is written to but what the run itself makes.
 */
export function readReplay({ fault }: FaultFile, api: Api): Result<StoredReplay> {
  const decoded = decodeReplayFor(fault.sequence)(fault.replay, "/fault/replay");
  if (!decoded.ok) {
    const [first] = decoded.mismatches;
    const message = `The fault file is damaged: at ${first?.pointer} ${first?.message}.`;
    return failed(problem("fault-file-invalid", message, "Run the test again to write it anew."));
  }
  const { plan, resources, meanings = [] } = decoded.value;
  const known = operationsByKey(api);
  const unknown = [...operationsIn(plan, resources), ...meanings.map(({ operation }) => operation)].find(
    (key) => !known.has(key),
  );
  if (unknown !== undefined) {
    const message = `The fault file calls ${unknown}, which the document does not describe.`;
    return failed(problem("fault-file-invalid", message, "Give the document of that time with --spec."));
  }
  if (plan.kind === "protocol") {
    const conversation = readConversation(plan, api);
    return conversation.ok ? ok(decoded.value) : conversation;
  }
  const foreign = callsIn(plan).find((call) => !isOurs(call, creationsOf(plan), api));
  if (foreign !== undefined) {
    const message = `The fault file writes by ${foreign.operation} to something that the run does not make.`;
    return failed(problem("fault-file-invalid", message, "Run the test again to write it anew."));
  }
  return ok(decoded.value);
}

function callsIn(plan: ReplayPlan): readonly Call[] {
  return plan.kind === "study" ? [] : plan.planned.sequence.calls;
}

function creationsOf(plan: ReplayPlan): PlannedSequence["creations"] {
  return plan.kind === "study" ? new Map() : plan.planned.creations;
}

/** A write names last what it writes to: a thing of the run, or one that it creates. */
export function isOurs(call: Call, creations: PlannedSequence["creations"], api: Api): boolean {
  const { method, path } = anyOperation(api, call.operation);
  const last = pathSegments(path).findLast(({ parameter }) => parameter !== undefined)?.parameter;
  if (isSafeMethod(method) || last === undefined) return true;
  const template = Object.hasOwn(call.path, last) ? call.path[last] : undefined;
  return template?.kind !== "value" || creations.has(call.id);
}

function operationsIn(plan: ReplayPlan, resources: readonly Resource[]): readonly string[] {
  const named = resources.flatMap(({ create, read, list, update, delete: remove }) =>
    [create, read, list, update, remove].flat(),
  );
  const undone =
    plan.kind === "study"
      ? []
      : [...plan.planned.creations.values()].flatMap((made) => made.flatMap(({ undo }) => undo ?? []));
  const rules = plan.kind === "tour" ? plan.rules : plan.kind === "study" ? (plan.alone?.rules ?? []) : [];
  const recipes =
    plan.kind === "tour" || plan.kind === "study"
      ? [plan.book.creates, plan.book.updates, plan.book.actions ?? new Map()].flatMap((of) => [
          ...of.values(),
        ])
      : [];
  // What an oracle tries may be nothing that the document describes.
  const isSituation = plan.kind === "sequence" && plan.planned.oracle !== undefined;
  const calls = [...(isSituation ? [] : callsIn(plan)), ...undone, ...recipes].map(
    ({ operation }) => operation,
  );
  return [...calls, ...named, ...rules.flatMap((rule) => ("operation" in rule ? [rule.operation] : []))];
}
