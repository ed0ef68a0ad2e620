import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { answerFor, answersAt, callsAt, goOn, startOf } from "#protocol/position";
import type { World } from "../world.js";
import { declaredBy, type Variables, withInput } from "./draw-call.js";
import type { KnownConversation } from "./follow-conversation.js";
import { captured } from "./judge-answer.js";

/**
 * Some calls of a conversation as a conversation of their own: whether the protocol allows them in a row, with
 * variables that hold what these calls give them. Undefined where it does not, or one of them has no value. The
 * service is taken to answer each as it did before.
 */
export function rebindCalls(
  calls: readonly Call[],
  { protocol, root, sends }: Pick<KnownConversation, "protocol" | "root" | "sends">,
  exchanges: readonly Exchange[],
  world: Pick<World, "api" | "draft">,
): readonly Call[] | undefined {
  const { graph } = protocol;
  const rebound: Call[] = [];
  let at = startOf(graph, root);
  let variables: Variables = new Map();
  for (const [index, call] of calls.entries()) {
    const way = callsAt(graph, at).find(({ send }) => send === sends.get(call.id));
    const resolved = way && protocol.calls.get(way.send);
    if (way === undefined || resolved === undefined) return undefined;
    let own: Call = call;
    for (const { argument, slot } of resolved.bound) {
      if (argument.value.kind !== "variable") continue;
      const value = variables.get(argument.value.name);
      if (value === undefined) return undefined;
      const inputs = withInput(own, slot, value, resolved.operation, { world, earlier: rebound });
      own = { ...own, ...inputs };
    }
    rebound.push(own);
    if (index === calls.length - 1) break;
    const outcome = exchanges.find((exchange) => exchange.call.id === call.id)?.outcome;
    const answer =
      outcome?.kind === "response"
        ? answerFor(answersAt(graph, goOn(graph, way.at)), outcome.status)
        : undefined;
    if (answer === undefined) return undefined;
    const known = new Map(declaredBy(call.id, resolved, variables));
    for (const capture of answer.receive.captures) known.set(capture.name, captured(call.id, capture));
    variables = known;
    at = answer.after;
  }
  return rebound;
}
