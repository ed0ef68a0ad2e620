import type { Json } from "#base/json";
import type { Outcome, ResolvedInputs } from "#calls/exchange";
import type { Formula } from "#glacier/formula";
import type { Observer } from "#glacier/observation-point";
import { parseFormula } from "#glacier/parse-formula";
import { type ReadRequest, requestKey } from "#glacier/read-request";
import type { ThisCall } from "#glacier/scope";

/** A state of a service, by path; a number is a status without a body, anything else a 200 with that body. */
export type World = Readonly<Record<string, Json | Outcome>>;

export function answer(status: number, body?: Json, headers: Record<string, string> = {}): Outcome {
  const content =
    body === undefined
      ? ({ kind: "empty" } as const)
      : ({ kind: "json", value: body, text: JSON.stringify(body) } as const);
  return { kind: "response", status, headers, body: content, redirects: 0 };
}

export const silence: Outcome = { kind: "none", reason: "timeout", message: "no answer" };

/** Observes a world, and writes down what it was asked for. */
export function observe(world: World): Observer & { readonly asked: string[] } {
  const asked: string[] = [];
  const read = async (request: ReadRequest): Promise<Outcome> => {
    asked.push(requestKey(request));
    const url = request.query === undefined ? request.path : `${request.path}?${request.query}`;
    if (!Object.hasOwn(world, url)) return answer(404, { message: "not found" });
    const found = world[url] as Json | Outcome;
    return isOutcome(found) ? found : answer(200, found);
  };
  return { read, asked };
}

function isOutcome(value: Json | Outcome): value is Outcome {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    (value.kind === "response" || value.kind === "none")
  );
}

export function call(inputs: Partial<ResolvedInputs> & { json?: Json }, response?: Outcome): ThisCall {
  const { json, ...rest } = inputs;
  const body = json === undefined ? {} : { body: { contentType: "application/json", content: json } };
  const resolved = { path: {}, query: {}, header: {}, cookie: {}, ...rest, ...body };
  return response ? { inputs: resolved, response } : { inputs: resolved };
}

export function formula(text: string): Formula {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problems[0]?.message}`);
  return parsed.value;
}
