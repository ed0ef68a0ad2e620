import { isObject, type Json } from "#base/json";
import type { Call, Sequence } from "#calls/call";
import { referencesOf } from "#calls/references";
import { resolveTemplate } from "#calls/resolve-template";
import { type Fresh, type Template, value } from "#calls/template";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { mapLeaves } from "#shrink/map-leaves";
import { shrinkSequence } from "#shrink/shrink-sequence";
import { type Simpler, simplerInputs } from "#shrink/simpler-inputs";
import { type Candidate, repeats } from "./candidate.js";
import type { Ground } from "./ground.js";
import type { Observation } from "./observation.js";
import { validatorOf } from "./smallest-value.js";
import { type Find, findsIn, isSubsequence, stepsOf } from "./trove.js";

/** Candidates that are played to make one example small. */
const MOST_ATTEMPTS = 30;

/**
 * The smallest sequence that still shows the same: calls that only prepare, calls in between and inputs that do not
 * matter go. References stay references, so that the example can be played again.
 */
export async function shrinkFind(
  find: Find,
  ground: Ground,
  play: (candidate: Candidate) => Promise<Observation | undefined>,
  isSmallest: (call: Call) => boolean,
): Promise<Find> {
  let best = find;
  const { candidate } = find.observation;
  const given = new Set(candidate.given.map(({ id }) => id));
  const replay = async ({ calls }: Sequence) => {
    const smaller = {
      given: calls.filter(({ id }) => given.has(id)),
      acts: calls.filter(({ id }) => !given.has(id)),
    };
    if (smaller.acts.length < leastActs(find)) return "passes";
    const observation = await play(smaller);
    const same =
      observation && findsIn(observation, [find.property]).find((other) => saysTheSame(other, find));
    if (same === undefined) return "passes";
    best = same;
    return "fails";
  };
  await shrinkSequence(
    { id: find.key, purpose: find.property.title, calls: [...candidate.given, ...candidate.acts] },
    {
      replay,
      maxAttempts: MOST_ATTEMPTS,
      evidence: candidate.acts.map(({ id }) => id),
      simpler: simplerCalls(ground, find.observation, isSmallest),
    },
  );
  return best;
}

/** Fewer acts than this have another shape: they need not be played. */
function leastActs({ property, observation: { acts } }: Find): number {
  if (property.shapes.includes("once")) return 1;
  return property.shapes.some((shape) => shape === "planned" || shape === "swapped") ? acts.length : 2;
}

/**
 * The same property of the same operation, by steps that were among those before, up to the same last one: what is left
 * out was not needed. What repeats its first call keeps that.
 */
function saysTheSame(other: Find, find: Find): boolean {
  if (other.shown.operation !== find.shown.operation || other.shown.about !== find.shown.about) return false;
  const [now, before] = [stepsOf(other.observation), stepsOf(find.observation)];
  const isRepetition = !find.property.shapes.includes("sequence");
  if (now.at(-1) !== before.at(-1) || (isRepetition && now[0] !== before[0])) return false;
  return isSubsequence(now, before);
}

/** First what was drawn becomes a small value, then values become smaller; what is known to be smallest stays. */
function simplerCalls(
  ground: Ground,
  observation: Observation,
  isSmallest: (call: Call) => boolean,
): Simpler {
  const exchanges = [...observation.given, ...observation.acts];
  const { fresh } = ground.world.startCase("what a value may be");
  const isValid = (call: Call): boolean => {
    const schema = requestSchema(operationOf(ground.world.api, call.operation));
    if (schema === undefined || call.body === undefined) return true;
    const content = resolveTemplate(call.body.content, { exchanges, fresh });
    return content.ok && validatorOf(ground.world.api, schema)(content.value);
  };
  const plainer = simplerInputs({ isFixed: () => false, isValid });
  return function* simpler(call, sequence) {
    if (isSmallest(call)) return;
    // What is known to be the least that is taken spares all the steps to it.
    const least = leastBody(call, ground);
    if (least !== undefined) yield { ...call, body: least };
    for (const isKept of [() => false, isLearned]) {
      for (const small of SMALL) {
        const settled = settledLeaves(call, small, fresh, isKept);
        if (settled !== undefined && isValid(settled)) yield settled;
      }
    }
    // A repetition has whatever the first call has: it keeps nothing from becoming simpler.
    yield* plainer(call, { ...sequence, calls: sequence.calls.filter((other) => !repeats(other, call)) });
  };
}

/** The body of the smallest create that is known, where it refers to nothing. */
function leastBody(call: Call, { book, smallest }: Ground): Call["body"] {
  const recipe = [...book.creates.values()].find(({ operation }) => operation === call.operation);
  const body = recipe && smallest.get(recipe.resource)?.body;
  const refers = body && referencesOf({ ...call, body }).some(({ input }) => input.startsWith("/body"));
  return refers === true ? undefined : body;
}

/** What drawn values are replaced by, the smallest first. */
const SMALL: readonly { readonly text: string; readonly number: number }[] = [
  { text: "", number: 0 },
  { text: "0", number: 1 },
  { text: "00", number: 2 },
];

/** Its range was found out from refusals: what is small for the document may be too small for the service. */
function isLearned({ sample, schema }: Fresh): boolean {
  return typeof sample === "number" && isObject(schema) && schema.allOf !== undefined;
}

/** What is drawn, settled for small values, or for what is known to work where that is to be kept. */
function settledLeaves(
  call: Call,
  small: (typeof SMALL)[number],
  fresh: (leaf: Fresh) => Json,
  isKept: (leaf: Fresh) => boolean,
): Call | undefined {
  let isChanged = false;
  const settled = mapLeaves(call, (leaf: Template): Template => {
    const drawn = leaf.kind === "fresh" ? fresh(leaf) : undefined;
    if (typeof drawn !== "string" && typeof drawn !== "number") return leaf;
    isChanged = true;
    if (leaf.kind === "fresh" && isKept(leaf)) return value(leaf.sample);
    return value(typeof drawn === "string" ? small.text : small.number);
  });
  return isChanged ? settled : undefined;
}
