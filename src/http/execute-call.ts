import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import { describeReference } from "#calls/describe-call";
import type {
  Exchange,
  HttpResponse,
  NoResponseReason,
  Outcome,
  ResolvedInputs,
  SaidMeaning,
} from "#calls/exchange";
import { resolveCall } from "#calls/resolve-call";
import type { Fresh } from "#calls/template";
import type { Operation, OperationKey, Schemas } from "#openapi/api";
import { operationAmong } from "#openapi/operation-of";
import { buildRequest } from "./build-request.js";
import { headersAsRecord } from "./headers.js";
import { readAnswer } from "./read-answer.js";
import { isCredentialName } from "./redactor.js";
import type { ActorName } from "./sessions.js";
import type { Target } from "./target.js";

export interface CallContext {
  readonly target: Target;
  readonly operations: ReadonlyMap<OperationKey, Operation>;
  readonly schemas: Schemas;
  /** Draws a value that was not used before; asked once for each place that wants one. */
  readonly fresh: (fresh: Fresh) => Json;
  readonly runId: string;
  readonly caseId: string;
  /** What references may lead to. */
  readonly exchanges: readonly Exchange[];
  readonly actor?: ActorName;
  readonly signal?: AbortSignal;
  /** Sent although the budget is spent: what the run created must go. */
  readonly beyondBudget?: boolean;
  /** What an answer means in the way this service says it; undefined where its status says it. */
  readonly meaningIn?: (response: HttpResponse) => SaidMeaning | undefined;
  /** What of an answer is a secret from then on, besides what its place gives away. */
  readonly secretsIn?: (exchange: Exchange) => readonly string[];
}

/**
 * One call, from its templates to what came of it. Never throws for anything that a document, an input or a
 * service can cause: the outcome says it. An operation that the document does not have is called all the same,
 * as far as its path is known, since oracles ask for what is not declared.
 */
export async function executeCall(call: Call, context: CallContext): Promise<Exchange> {
  const { target } = context;
  const operation = operationAmong(context.operations, call.operation);
  const actor = call.actor === undefined ? context.actor : call.actor;
  const resolved = resolveCall(call, context);
  if (!resolved.ok) {
    const message = `${describeReference(resolved.reference)}: ${resolved.why}`;
    return notSent(call, operation, target, NO_INPUTS, "unresolved", message);
  }
  const inputs = resolved.value;
  learnCredentials(inputs, target);
  const built = buildRequest(operation, inputs, {
    schemas: context.schemas,
    boundarySeed: `${context.caseId} ${call.id}`,
  });
  if (!built.ok) return notSent(call, operation, target, inputs, "unsendable", built.message);

  const { request, result, redirects, milliseconds } = await target.send(built.value, {
    runId: context.runId,
    caseId: context.caseId,
    security: operation.security,
    operation: operation.key,
    ...(actor === undefined ? {} : { actor }),
    ...(context.signal === undefined ? {} : { signal: context.signal }),
    ...(context.beyondBudget === undefined ? {} : { beyondBudget: context.beyondBudget }),
  });
  const read =
    result.kind === "failure" ? result : await readAnswer(result, redirects, target.maxResponseBytes);
  const says = read.kind === "failure" ? undefined : context.meaningIn?.(read);
  const outcome: Outcome =
    read.kind === "failure"
      ? { kind: "none", reason: read.reason, message: read.message }
      : { ...read, ...(says === undefined ? {} : { says }) };
  const exchange: Exchange = {
    call,
    request: {
      method: request.method,
      url: `${request.origin}${request.path}`,
      headers: headersAsRecord(request.headers),
      inputs,
      ...(request.body === undefined ? {} : { bodyText: request.body }),
    },
    outcome,
    milliseconds: Math.round(milliseconds * 100) / 100,
  };
  for (const secret of context.secretsIn?.(exchange) ?? []) target.redactor.learn(secret);
  return exchange;
}

/** What a call is made to be somebody by, wherever it came from, is not for the record. */
function learnCredentials({ header }: ResolvedInputs, { redactor }: Target): void {
  for (const [name, value] of Object.entries(header)) {
    if (isCredentialName(name) && typeof value === "string")
      redactor.learn(value.replace(/^(?:Bearer|Basic) /i, ""));
  }
}

const NO_INPUTS: ResolvedInputs = { path: {}, query: {}, header: {}, cookie: {} };

function notSent(
  call: Call,
  operation: Operation,
  target: Target,
  inputs: ResolvedInputs,
  reason: NoResponseReason,
  message: string,
): Exchange {
  const request = {
    method: operation.method,
    url: `${target.url}${(operation.written?.operation ?? operation).path}`,
    headers: {},
    inputs,
  };
  const outcome = { kind: "none", reason, message } as const;
  return { call, request, outcome, milliseconds: 0 };
}
