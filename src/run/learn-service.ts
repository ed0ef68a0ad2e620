import type { Exchange } from "#calls/exchange";
import type { Fault } from "#calls/run-record";
import { confirmByRules } from "#semantics/confirm-by-rules";
import { withProofs } from "#semantics/revise";
import type { Rule } from "#semantics/rule";
import { withLinks } from "#semantics/with-links";
import type { KnownService } from "./known-service.js";
import { learnAccess } from "./learn-access.js";
import { learnOnwards } from "./learn-onwards.js";
import { type Learned, learnRecipes } from "./learn-recipes.js";
import { learnRefusals } from "./learn-refusals.js";
import { type Asked, learnRules } from "./learn-rules.js";
import { learnSemantics } from "./learn-semantics.js";
import { proveOperations } from "./prove-operations.js";
import { waysOut } from "./ways-out.js";
import type { World } from "./world.js";

export interface LearnedService extends Learned {
  /** The world with what is known now: semantics that were proven, signs of refusal. */
  readonly world: World;
  readonly rules: readonly Rule[];
  /** Where the service does otherwise than is usual: once each, shown twice. */
  readonly deviations: readonly Fault[];
  /** By the key of a deviation: the experiment that showed it. */
  readonly asked?: ReadonlyMap<string, Asked>;
  /** Whether any answer so far had an ETag. */
  readonly sendsEtags: boolean;
}

export interface LearnWish {
  /** `given`: somebody has said what the operations do, and they are believed. */
  readonly semantics: "proven" | "given";
  /** Nothing is sent that may write. */
  readonly readOnly: boolean;
  /** What an earlier run has found out: then nothing is tried again. */
  readonly known?: KnownService;
}

export const USUAL_WISH: LearnWish = { semantics: "proven", readOnly: false };

/** All that is found out by trying: what operations do, inputs that work, and the rules by which things live. */
export async function learnService(
  guessed: World,
  wish: LearnWish,
  onProgress: (text: string) => void,
): Promise<LearnedService> {
  const learned = await (wish.known === undefined
    ? findOut(guessed, wish, onProgress)
    : recall(guessed, wish.known));
  learned.world.signs.close();
  return learned;
}

async function findOut(
  guessed: World,
  wish: LearnWish,
  onProgress: (text: string) => void,
): Promise<LearnedService> {
  const learned =
    wish.semantics === "proven"
      ? await learnSemantics(guessed, { readOnly: wish.readOnly, onProgress })
      : await believe(guessed, wish, onProgress);
  const sendsEtags = learned.exchanges.some(hasEtag);
  if (wish.readOnly) return { ...learned, rules: [], deviations: [], sendsEtags };
  const seen = await learnRules(learned.world, learned.book, { onProgress });
  const semantics = confirmByRules(learned.world.semantics, seen.rules);
  return {
    ...learned,
    world: learned.world.knowing({ semantics, waysOut: waysOut(seen.rules, learned.book, learned.world) }),
    exchanges: [...learned.exchanges, ...seen.exchanges],
    rules: seen.rules,
    deviations: seen.faults,
    asked: seen.asked,
    sendsEtags,
  };
}

/** Only who somebody is must be found out again: a token does not last. */
async function recall(guessed: World, known: KnownService): Promise<LearnedService> {
  const { rules, book, signs, resources, sendsEtags } = known;
  const semantics = { ...guessed.semantics, resources };
  const world = guessed.knowing({
    semantics,
    waysOut: waysOut(rules, book, { ...guessed, semantics }),
  });
  world.signs.open(signs);
  const exchanges: Exchange[] = [];
  const { account } = await learnAccess(world, (exchange) => {
    exchanges.push(exchange);
  });
  const entered = account === undefined ? book : { ...book, account };
  return { world, book: entered, rules, exchanges, sendsEtags, faults: [], deviations: [] };
}

function hasEtag({ outcome }: Exchange): boolean {
  return outcome.kind === "response" && Object.hasOwn(outcome.headers, "etag");
}

async function believe(guessed: World, { readOnly }: LearnWish, onProgress: (text: string) => void) {
  await learnRefusals(guessed, () => {});
  const learned = await learnRecipes(guessed, onProgress, readOnly);
  const world = guessed.knowing({ semantics: withLinks(guessed.semantics, learned.book) });
  if (readOnly) return { ...learned, world };
  // What actions do in which status is a rule, and rules are learned anew: inputs that they accept are needed for it.
  const { tried, actions } = await proveOperations(world, learned.book, ({ kind }) => kind === "action", {
    readOnly,
    onProgress,
    onExchange: () => {},
  });
  const semantics = withProofs(world.api, world.semantics, world.semantics, tried, new Map());
  const known = { ...learned, book: { ...learned.book, actions } };
  return learnOnwards(world.knowing({ semantics }), known, {
    hypotheses: world.semantics,
    onProgress,
    onExchange: () => {},
  });
}
