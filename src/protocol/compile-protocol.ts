import type { Diagnostic } from "#glacier/diagnostic";
import type { Api } from "#openapi/api";
import { resolveCalls } from "./check-calls.js";
import { checkProtocol, type ProtocolCheckOptions } from "./check-protocol.js";
import type { ResolvedCall } from "./checking.js";
import { buildFlow, type FlowGraph } from "./flow-graph.js";
import { type NamedTypes, nameTypes } from "./named-types.js";
import type { Protocols, Send } from "./protocol.js";
import { type FlowSurvey, surveyFlow } from "./survey-flow.js";

/** Protocols that can be walked: every name in them leads somewhere. */
export interface CompiledProtocol {
  readonly protocols: Protocols;
  readonly api: Api;
  readonly graph: FlowGraph;
  readonly calls: ReadonlyMap<Send, ResolvedCall>;
  readonly types: NamedTypes;
  /** What a walk can get to. */
  readonly survey: FlowSurvey;
}

export interface Compilation {
  /** Undefined where a problem is an error. */
  readonly compiled?: CompiledProtocol;
  readonly problems: readonly Diagnostic[];
}

export function compileProtocol(
  protocols: Protocols,
  api: Api,
  options: ProtocolCheckOptions = {},
): Compilation {
  const problems = checkProtocol(protocols, api, options);
  if (problems.some(({ severity }) => severity === "error")) return { problems };
  const graph = buildFlow(protocols);
  const calls = resolveCalls(graph, api, () => undefined);
  const survey = surveyFlow(graph, calls);
  return { compiled: { protocols, api, graph, calls, types: nameTypes(api), survey }, problems };
}
