import { countOf } from "#base/count-of";
import type { Exchange } from "#calls/exchange";
import type { Fault } from "#calls/run-record";
import { deviation, STORES_NOTHING } from "#semantics/experiments/norms";
import { withLinks } from "#semantics/with-links";
import { learnRecipes } from "./learn-recipes.js";
import type { LearnedService } from "./learn-service.js";
import type { NoStorage } from "./storage-evidence.js";
import type { World } from "./world.js";

/**
 * All there is to learn about a service that stores nothing: inputs that it accepts. What the document suggests is
 * believed, because nothing that an operation does could be seen.
 */
export async function learnAnswers(
  guessed: World,
  evidence: NoStorage,
  onProgress: (text: string) => void,
): Promise<LearnedService> {
  const asked = guessed.knowing({ storesNothing: true });
  const learned = await learnRecipes(asked, onProgress);
  const world = asked.knowing({ semantics: withLinks(asked.semantics, learned.book) });
  return { ...learned, world, rules: [], deviations: [toldOnce(evidence)], sendsEtags: false };
}

function toldOnce({ strangers, creates }: NoStorage): Fault {
  const exchanges = [...creates, ...strangers];
  const last = exchanges.at(-1);
  if (last === undefined) throw new Error("there is no evidence");
  const found = [
    `${countOf(strangers.length, "operation")} ${strangers.length === 1 ? "shows" : "show"} a thing for an id that was never given (${operationsOf(strangers)})`,
    ...(creates.length === 0
      ? []
      : [
          `nothing that ${countOf(creates.length, "create")} sent was ever read again (${operationsOf(creates)})`,
        ]),
  ];
  const finding = deviation(STORES_NOTHING, {
    operation: last.call.operation,
    message: `the service stores nothing, as a mock server does: ${found.join(", and ")}`,
    expected: "404 for an id that was never given, and what was created can be read",
    got: found.join("; "),
    why: "So only its answers are judged: status, content type, schema and server errors. Everything that needs stored things is left out.",
    call: last.call.id,
    evidence: exchanges.map(({ call }) => call.id),
  });
  return {
    ...finding,
    id: "",
    sequence: {
      id: STORES_NOTHING.id,
      purpose: "see whether anything is stored",
      calls: exchanges.map(({ call }) => call),
    },
    exchanges,
    reproduced: 1,
    tried: 1,
    count: 1,
    operations: [...new Set(exchanges.map(({ call }) => call.operation))],
  };
}

function operationsOf(exchanges: readonly Exchange[]): string {
  return exchanges.map(({ call }) => call.operation).join(", ");
}
