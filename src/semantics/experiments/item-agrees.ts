import { aNoun } from "#base/a-noun";
import { ACCEPTED, answers, expecting, REFUSED } from "#calls/checks";
import type { OperationKey } from "#openapi/api";
import { callFromRecipe } from "../recipe.js";
import type { Rule } from "../rule.js";
import { answerOf } from "./answer.js";
import type { Lab } from "./lab.js";
import { deviation, ITEM } from "./norms.js";
import { declares, type Subject } from "./subject.js";
import { madeOf, type Parents } from "./thing.js";

type View = Extract<Rule, { kind: "shows-related" }>;

/** What the view says of one thing when it is asked for it: `GET /tournaments/{tid}/players/{pid}`. */
export interface Asked {
  readonly operation: OperationKey;
  readonly says: "yes" | "no";
  readonly said: string;
  readonly call: string;
  /** It says so by the status, and not by an empty answer. */
  readonly isByStatus: boolean;
}

/** Only where the document promises that what is not there is not found: else it may show what is elsewhere. */
export async function askFor(
  lab: Lab,
  subject: Subject,
  { operation: list }: View,
  parents: Parents,
): Promise<Asked | undefined> {
  const { api } = lab.bench;
  const item = api.operations.find(
    ({ method, key, path }) =>
      method === "GET" && `GET ${path.replace(/\/\{[^{}/]+\}$/, "")}` === list && key !== list,
  );
  if (item === undefined || !declares(api, item.key, "404")) return undefined;
  const exchange = await lab.perform(item.key, (id) =>
    callFromRecipe(id, lab.plain(item.key, subject.resource), madeOf(parents)),
  );
  const answer = answerOf(exchange);
  const { outcome } = exchange;
  const body = outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
  if (answer.kind === "unclear") return undefined;
  const says = answer.kind === "accepted" && body !== false && body !== null ? "yes" : "no";
  const isByStatus = says === "yes" || answer.kind !== "accepted";
  return { operation: item.key, says, said: answer.said, call: answer.call, isByStatus };
}

/** The list and the read of one of its items tell different stories. */
export function itemDisagrees(
  view: Pick<View, "operation" | "shown">,
  listed: { readonly call: string; readonly isShown: boolean | undefined },
  asked: Asked | undefined,
  evidence: readonly string[],
) {
  const { isShown: isListed } = listed;
  if (asked === undefined || isListed === undefined || (asked.says === "yes") === isListed) return [];
  return [
    deviation(ITEM, {
      operation: asked.operation,
      shape: isListed ? "listed" : "not listed",
      message: `${asked.operation} answers ${asked.said} for ${aNoun(view.shown.parent)} that ${view.operation} ${isListed ? "shows" : "does not show"}`,
      expected: isListed ? "success" : "404",
      got: asked.said,
      why: "The document says that what is not there is not found; the list and its item contradict each other.",
      call: asked.call,
      evidence: [...evidence, listed.call],
      ...(asked.isByStatus ? { check: expecting(answers(asked.call, isListed ? ACCEPTED : REFUSED)) } : {}),
    }),
  ];
}
