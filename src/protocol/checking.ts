import type { Api, Operation, Schema } from "#openapi/api";
import type { BoundArgument } from "./bind-arguments.js";
import type { Answered } from "./check-turns.js";
import type { Report } from "./diagnosing.js";
import type { FlowGraph } from "./flow-graph.js";
import type { NamedTypes } from "./named-types.js";
import { placeIn } from "./place-in-body.js";
import type { Receive, Send } from "./protocol.js";
import { bodySchemasOf, responsesFor } from "./response-schemas.js";
import type { Binding, VariableBindings } from "./variable-bindings.js";

/** What the checks against the document know. */
export interface Checking {
  readonly api: Api;
  readonly graph: FlowGraph;
  readonly types: NamedTypes;
  readonly variables: VariableBindings;
  readonly answered: Answered;
  readonly calls: ReadonlyMap<Send, ResolvedCall>;
  /** Names of the config file's generators; undefined where they are not known. */
  readonly generators: ReadonlySet<string> | undefined;
  /** Names of its functions. */
  readonly functions: ReadonlySet<string>;
  readonly report: Report;
}

export interface ResolvedCall {
  readonly operation: Operation;
  readonly bound: readonly BoundArgument[];
}

/** The operations whose answer is awaited at a step. */
export function operationsAnswered(step: Receive, { answered, calls }: Checking): readonly Operation[] {
  const operations = (answered.get(step) ?? []).flatMap((call) => calls.get(call)?.operation ?? []);
  return [...new Set(operations)];
}

/** What the document says about a place in the answer; none where it leaves that open. */
export function answerSchemas(step: Receive, pointer: string, checking: Checking): readonly Schema[] {
  return operationsAnswered(step, checking).flatMap((operation) => {
    const place = placeIn(bodySchemasOf(responsesFor(operation, step.status)), pointer, checking.api);
    return place.kind === "declared" ? place.schemas : [];
  });
}

/** What a variable holds: by the document where it says so, otherwise by its type. */
export function schemasOfBinding(binding: Binding, checking: Checking): readonly Schema[] {
  const { type } = binding.by;
  const stated = type && checking.types.schemaOf(type);
  if (binding.kind === "declared") return stated === undefined ? [] : [stated];
  const { from } = binding.by;
  const declared =
    from !== undefined && from.kind !== "body"
      ? []
      : answerSchemas(binding.step, from?.pointer ?? "", checking);
  return declared.length > 0 ? declared : stated === undefined ? [] : [stated];
}
