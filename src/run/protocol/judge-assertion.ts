import type { Exchange } from "#calls/exchange";
import { capturePrevious } from "#glacier/capture-previous";
import { type Environment, evaluate, evaluateValue } from "#glacier/evaluate";
import { createObservationPoint, type Observer } from "#glacier/observation-point";
import type { Observations } from "#glacier/run-passes";
import type { ThisCall, Variables } from "#glacier/scope";
import { isScala } from "#protocol/check-assertions";
import { functionNamed, type ProtocolFunctions } from "#protocol/functions";
import type { Assertion } from "#protocol/protocol";
import { readCall } from "../read-call.js";
import type { CaseRun, World } from "../world.js";

export type AssertionResult =
  | { readonly kind: "holds" }
  | { readonly kind: "broken"; readonly got: string }
  /** Nobody can tell: it is Scala, its function is not there, or something that it asks for is not. */
  | { readonly kind: "open"; readonly why: string };

const HOLDS: AssertionResult = { kind: "holds" };

/** The state of the service at one moment, read as the run reads everything. */
export function observe(world: World, run: CaseRun): Observer {
  return createObservationPoint(
    async (request) => (await world.send(readCall(request, world.api), [], run)).outcome,
  );
}

/** What assertions on the answer to a call will ask of the state before it. */
export async function observeBefore(
  assertions: readonly Assertion[],
  before: Observer,
  call: ThisCall,
  variables: Variables,
): Promise<Observations> {
  const all = new Map<string, Exchange["outcome"]>();
  for (const assertion of assertions) {
    if (assertion.kind !== "formula") continue;
    const observed = await capturePrevious(assertion.formula, { before, call, variables });
    for (const [key, outcome] of observed) all.set(key, outcome);
  }
  return all;
}

export async function judgeAssertion(
  assertion: Assertion,
  environment: Environment,
  functions: ProtocolFunctions,
): Promise<AssertionResult> {
  switch (assertion.kind) {
    case "opaque":
      return { kind: "open", why: "it is not GLACIER" };
    case "formula": {
      if (isScala(assertion.formula)) return { kind: "open", why: "it is not GLACIER" };
      const { truth, because, missing } = await evaluate(assertion.formula, environment);
      if (truth === "true") return HOLDS;
      return truth === "false"
        ? { kind: "broken", got: because[0]?.message ?? "it does not hold" }
        : { kind: "open", why: missing?.reason ?? "something that it asks for is not there" };
    }
    case "call": {
      const judge = functionNamed(functions, assertion.name);
      if (judge === undefined) return { kind: "open", why: "the config file has no such function" };
      const values = await Promise.all(
        assertion.arguments.map((argument) => evaluateValue(argument, environment)),
      );
      return judgeByFunction(() => judge(...values));
    }
  }
}

/** The function is the user's: whatever it does, the run goes on. */
async function judgeByFunction(judge: () => unknown): Promise<AssertionResult> {
  try {
    const holds = await judge();
    if (typeof holds === "boolean") return holds ? HOLDS : { kind: "broken", got: "it says no" };
    return { kind: "open", why: "the function says neither true nor false" };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: "open", why: `the function failed: ${why}` };
  }
}
