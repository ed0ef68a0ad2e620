import type { Call } from "#calls/call";
import type { Condition } from "#calls/check";
import { answers, differs, equal, inAnswer } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Fault } from "#calls/run-record";
import { callFromRecipe, type Made, type MadeThing, SELF } from "#semantics/recipe";
import { undoCall } from "#semantics/undo-call";
import { cardFor, type Ground } from "./ground.js";
import { bodyOf } from "./look-around.js";
import { statusOf } from "./properties/answers.js";
import { referredIn } from "./script.js";
import type { Find } from "./trove.js";

/**
 * An example in the form that the exports render: what they write as "gone when" is here what the example shows, so the
 * test passes as long as the service behaves so. What only Piolet can tell (sizes, what changes by itself) is left out.
 */
export function exampleAsFault(
  { key, property, shown, observation }: Find,
  id: string,
  ground: Ground,
  state: readonly string[],
): Fault {
  const { given, acts, candidate } = observation;
  const exchanges = [...given, ...acts];
  const looks = property.watches === true ? looksFor(state, exchanges, ground) : [];
  const statuses = acts.map((act): Condition => answers(act.call.id, String(statusOf(act))));
  const claims = [
    ...statuses,
    ...answerClaims(shown.claim, acts, shown.ignored ?? []),
    ...stateClaims(shown, looks),
  ];
  const first = acts[0]?.call.id ?? "";
  const last = acts.at(-1)?.call.id ?? "";
  return {
    id,
    key,
    oracle: property.id,
    operation: shown.operation,
    verdict: "NOTE",
    clause: property.title,
    message: `${shown.operation}: ${property.title}`,
    expected: shown.says,
    got: shown.says,
    why: "It was seen when the service was explored.",
    call: last,
    evidence: [],
    sequence: { id: key, purpose: property.title, calls: [...candidate.given, ...candidate.acts] },
    exchanges,
    check: {
      looks: looks.flatMap(({ before, after }) => [{ call: before, before: first }, { call: after }]),
      expect: { kind: "all", of: claims },
    },
    undo: exchanges.flatMap((exchange) => undoOf(exchange, ground)),
    replay: {},
    reproduced: 1,
    tried: 1,
    count: 1,
    operations: [shown.operation],
  };
}

function answerClaims(
  claim: Find["shown"]["claim"],
  acts: readonly Exchange[],
  ignored: readonly string[],
): readonly Condition[] {
  const [first, last] = [acts[0], acts.at(-1)];
  if (first === undefined || last === undefined || ignored.length > 0) return [];
  const [left, right] = [inAnswer(first.call.id, ""), inAnswer(last.call.id, "")];
  if (bodyOf(first) === null || bodyOf(last) === null) return [];
  if (claim === "equal responses") return [equal(left, right)];
  return claim === "other response" && statusOf(first) === statusOf(last) ? [differs(left, right)] : [];
}

function stateClaims(
  { claim, ignored = [] }: Find["shown"],
  looks: readonly { before: Call; after: Call }[],
): readonly Condition[] {
  if (ignored.length > 0) return [];
  const pairs = looks.map(({ before, after }) => [inAnswer(before.id, ""), inAnswer(after.id, "")] as const);
  if (claim === "same state") return pairs.map(([left, right]) => equal(left, right));
  if (claim !== "other state" || pairs.length === 0) return [];
  return [{ kind: "any", of: pairs.map(([left, right]) => differs(left, right)) }];
}

/** A look before and one after, for each query that needs nothing of ours. */
function looksFor(
  state: readonly string[],
  exchanges: readonly Exchange[],
  ground: Ground,
): readonly { before: Call; after: Call }[] {
  const cards = state.map((key) => cardFor(ground, key)).filter((card) => card !== undefined);
  if (exchanges.length === 0) return [];
  return cards
    .filter((card) => referredIn(card).size === 0)
    .map((card, index) => {
      const look = (name: string) =>
        callFromRecipe(
          `${name} ${index + 1}`,
          { operation: card.operation.key, inputs: card.inputs },
          new Map(),
        );
      return { before: look("state before"), after: look("state after") };
    });
}

function undoOf({ call }: Exchange, ground: Ground): readonly { after: string; call: Call }[] {
  const card = cardFor(ground, call.operation);
  const identity = card && ground.book.creates.get(card.resource.name)?.identity;
  if (card?.semantics !== "CREATE" || identity === undefined) return [];
  const parents = card.resource.parents.flatMap(({ resource, via }): readonly [string, MadeThing][] =>
    via.kind === "path" && Object.hasOwn(call.path, via.parameter)
      ? [
          [
            resource,
            { call: call.id, identity: { in: "request parameter", place: "path", name: via.parameter } },
          ],
        ]
      : [],
  );
  const made: Made = new Map<string, MadeThing>([...parents, [SELF, { call: call.id, identity }]]);
  const undo = undoCall(ground.world, card.resource, made);
  return undo === undefined ? [] : [{ after: call.id, call: undo }];
}
