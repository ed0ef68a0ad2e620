import type { Json } from "#base/json";
import type { Outcome, ResolvedInputs } from "#calls/exchange";
import { meaningOf } from "#calls/meaning";
import { capturePrevious } from "#glacier/capture-previous";
import type { Clause } from "#glacier/clause";
import { type Evaluation, evaluate, type Truth } from "#glacier/evaluate";
import { findOperation } from "#glacier/find-operation";
import { allHold, type ExecutionVerdict, judgeExecution } from "#glacier/judge-execution";
import { createObservationPoint } from "#glacier/observation-point";
import { isSafeMethod } from "#glacier/read-request";
import type { Api } from "#openapi/api";
import { pathSegments } from "#semantics/path-template";
import type { Service } from "#services/service";
import { formula } from "../glacier/world.js";
import { type Answer, type Client, type Step, withService } from "../services/client.js";

export interface JudgedStep {
  readonly request: string;
  readonly status: number;
  readonly verdict: ExecutionVerdict;
  /** The texts of the clauses that do not hold. */
  readonly broken: readonly string[];
}

/** Sends the steps to a fresh instance and judges every write by the clauses of its operation. */
export function judgeSteps(
  service: Service,
  fault: string | undefined,
  steps: readonly Step[],
  clauses: readonly Clause[],
  api: Api,
): Promise<readonly JudgedStep[]> {
  return withService(service, fault, async (client) => {
    const judged: JudgedStep[] = [];
    for (const step of steps) {
      const [request] = step;
      if (isSafeMethod(request.split(" ")[0] ?? "")) await client.send(step);
      else judged.push(await judgeStep(client, step, clauses, api));
    }
    return judged;
  });
}

async function judgeStep(
  client: Client,
  step: Step,
  clauses: readonly Clause[],
  api: Api,
): Promise<JudgedStep> {
  const [request, , circumstances] = step;
  const headers = circumstances?.headers ?? {};
  const observe = () =>
    createObservationPoint(async ({ method, path, query }) =>
      outcomeOf(
        await client.send([
          `${method} ${path}${query === undefined ? "" : `?${query}`}`,
          undefined,
          { headers },
        ]),
      ),
    );
  const { operation, inputs } = callOf(step, api);
  const of = (kind: Clause["kind"]) =>
    clauses.filter((clause) => clause.kind === kind && (clause.operation ?? operation) === operation);
  const before = observe();
  const required = await all(of("requires"), (clause) =>
    evaluate(clause.formula, { observer: before, call: { inputs } }),
  );
  const captured = new Map(
    await Promise.all(
      of("ensures").map(
        async (clause) =>
          [clause, await capturePrevious(clause.formula, { before, call: { inputs } })] as const,
      ),
    ),
  );
  const answer = await client.send(step);
  const after = { observer: observe(), call: { inputs, response: outcomeOf(answer) } };
  const ensured = await all(of("ensures"), (clause) =>
    evaluate(clause.formula, { ...after, previous: captured.get(clause) }),
  );
  const kept = await all(of("invariant"), (clause) => evaluate(clause.formula, { observer: after.observer }));
  // A generated precondition is necessary, and whether all of them suffice nobody knows.
  const requires = required.truth === "true" ? "unknown" : required.truth;
  const verdict = judgeExecution({
    requires,
    ensures: ensured.truth,
    invariants: kept.truth,
    meaning: meaningOf(outcomeOf(answer)),
  });
  return {
    request,
    status: answer.status,
    verdict,
    broken: [required, ensured, kept].flatMap(({ broken }) => broken),
  };
}

async function all(
  clauses: readonly Clause[],
  judge: (clause: Clause) => Promise<Evaluation>,
): Promise<{ truth: Truth; broken: string[] }> {
  const judged = await Promise.all(clauses.map(async (clause) => ({ clause, ...(await judge(clause)) })));
  return {
    truth: allHold(judged.map(({ truth }) => truth)),
    broken: judged
      .filter(({ truth }) => truth === "false")
      .map(({ clause }) => `${clause.kind} ${clause.text}`),
  };
}

function callOf([request, body]: Step, api: Api): { operation: string | undefined; inputs: ResolvedInputs } {
  const [method = "", url = ""] = request.split(" ");
  const [path = ""] = url.split("?");
  const read = formula(`response_code(${method} ${path})`);
  const found = read.kind === "message" && read.of.kind === "read" ? findOperation(api, read.of) : undefined;
  const operation = found?.kind === "found" ? found.operation : undefined;
  const values = path.split("/").filter((part) => part !== "");
  const parameters = pathSegments(operation?.path ?? "").flatMap(({ parameter }, index): [string, Json][] =>
    parameter === undefined ? [] : [[parameter, decodeURIComponent(values[index] ?? "")]],
  );
  const content = body === undefined ? {} : { body: { contentType: "application/json", content: body } };
  return {
    operation: operation?.key,
    inputs: { path: Object.fromEntries(parameters), query: {}, header: {}, cookie: {}, ...content },
  };
}

function outcomeOf({ status, body }: Answer): Outcome {
  return {
    kind: "response",
    status,
    headers: {},
    redirects: 0,
    body: body === undefined ? { kind: "empty" } : { kind: "json", value: body, text: JSON.stringify(body) },
  };
}
