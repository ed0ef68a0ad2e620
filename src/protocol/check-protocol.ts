import type { Diagnostic } from "#glacier/diagnostic";
import type { Api } from "#openapi/api";
import { checkAnswers } from "./check-answers.js";
import { checkAssertions } from "./check-assertions.js";
import { checkCalls, resolveCalls } from "./check-calls.js";
import { checkChoices } from "./check-choices.js";
import { checkNames } from "./check-names.js";
import { checkPaths } from "./check-paths.js";
import { checkTurns } from "./check-turns.js";
import { checkUnused } from "./check-unused.js";
import { Diagnosis } from "./diagnosing.js";
import { buildFlow } from "./flow-graph.js";
import { nameTypes } from "./named-types.js";
import type { Protocols } from "./protocol.js";
import { bindVariables } from "./variable-bindings.js";

export interface ProtocolCheckOptions {
  /** Names of the config file's generators; without them no name of a generator is doubted. */
  readonly generators?: ReadonlySet<string>;
  /** Names of the config file's functions. */
  readonly functions?: ReadonlySet<string>;
}

/**
 * What can be said about protocols before anything is sent, in the order of the text. An `error` says that they
 * cannot be walked as written; a `warning`, that they can, but probably do not say what is meant.
 */
export function checkProtocol(
  protocols: Protocols,
  api: Api,
  options: ProtocolCheckOptions = {},
): readonly Diagnostic[] {
  const diagnosis = new Diagnosis();
  const { report } = diagnosis;
  // 1. The shape: names, ways, turns, choices.
  checkNames(protocols, report);
  const graph = buildFlow(protocols);
  checkPaths(graph, report);
  checkChoices(graph, report);
  const answered = checkTurns(graph, report);
  // 2. Against the document: operations and arguments, answers, variables, assertions.
  const checking = {
    api,
    graph,
    answered,
    types: nameTypes(api),
    variables: bindVariables(graph),
    calls: resolveCalls(graph, api, report),
    generators: options.generators,
    functions: options.functions ?? new Set<string>(),
    report,
  };
  checkCalls(checking);
  checkAnswers(checking);
  checkAssertions(checking);
  checkUnused(checking);
  return diagnosis.problems();
}
