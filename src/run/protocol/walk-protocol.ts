import type { Fault } from "#calls/run-record";
import { succeeded } from "#calls/succeeded";
import { BranchChooser, type ChoiceWay } from "#protocol/choose-branch";
import type { CompiledProtocol } from "#protocol/compile-protocol";
import { WalkCoverage } from "#protocol/walk-coverage";
import type { Generators } from "#values/generators";
import { FaultBook } from "../fault-book.js";
import { silenceAtEnd } from "../with-free-ids.js";
import type { World } from "../world.js";
import type { ConversationResult } from "./conversation-result.js";
import { followConversation, type KnownConversation } from "./follow-conversation.js";
import { objectsToValues, ValueStyles } from "./value-styles.js";
import { type WalkedConversation, walkConversation } from "./walk-conversation.js";

export interface WalkOptions {
  readonly protocol: CompiledProtocol;
  readonly world: World;
  readonly generators: Generators;
  readonly choices: ChoiceWay;
  /** Exactly so many conversations; without it, until nothing new comes of them. */
  readonly runs?: number;
  readonly maxSteps: number;
  readonly onFault?: (fault: Fault) => void;
  readonly onProgress: (done: number, coverage: WalkCoverage, faults: readonly Fault[]) => void;
}

/** What the conversations came to. */
export interface Walked {
  /** Those that count: where drawn values were refused, others were had instead. */
  readonly conversations: readonly ConversationResult[];
  readonly coverage: WalkCoverage;
  readonly book: FaultBook;
  readonly witnesses: ReadonlyMap<string, ConversationResult>;
  /** Operations that refused some of what their schema allows, and took the rest. */
  readonly choosy: readonly string[];
  /** The service no longer answers. */
  readonly lostContact: boolean;
}

/** Conversations, unless somebody says how many: enough for large protocols, and seconds for most services. */
const MOST_RUNS = 100;

/** Conversations in a row that take nothing new: what is left, the service does not do. */
const FRUITLESS = 15;

/** Has conversations until every branch and every pair of operations that can be reached was taken. */
export async function walkProtocol(options: WalkOptions): Promise<Walked> {
  const { protocol, world, generators, choices, runs, maxSteps } = options;
  const coverage = new WalkCoverage(protocol.survey);
  const chooser = new BranchChooser(protocol, coverage, choices);
  const styles = new ValueStyles();
  const walking = { protocol, world, generators, chooser, styles, maxSteps };
  const book = new FaultBook(options.onFault);
  const witnesses = new Map<string, ConversationResult>();
  const conversations: ConversationResult[] = [];
  const { roots } = protocol.graph;
  let fruitless = 0;
  let isOver = false;
  let lostContact = false;
  let started = 0;
  const isEnough = (): boolean => {
    const done = conversations.length;
    if (runs !== undefined) return done >= runs;
    const hadAll = done >= roots.length && coverage.isComplete;
    return hadAll || done >= MOST_RUNS || fruitless >= FRUITLESS * roots.length;
  };
  while (!isOver && !isEnough()) {
    const root = roots[conversations.length % roots.length] ?? "";
    const result = await walkConversation(root, `conversation ${++started}`, walking);
    await world.cleanUp();
    const silence = silenceAtEnd(result);
    lostContact = silence === "unreachable";
    isOver = lostContact || silence === "cancelled" || silence === "unauthenticated";
    if (noteValues(result, styles)) continue;
    const before = coverage.branches.covered + coverage.pairs.covered;
    cover(coverage, result);
    fruitless = coverage.branches.covered + coverage.pairs.covered > before ? 0 : fruitless + 1;
    conversations.push(result);
    await book.take(result, async (turn) => {
      const again = await followConversation(
        knownFrom(result, protocol),
        world,
        `${result.planned.sequence.id} again ${turn}`,
      );
      await world.cleanUp();
      return again;
    });
    for (const { key } of result.findings) if (book.witnessOf(key) === result) witnesses.set(key, result);
    options.onProgress(conversations.length, coverage, book.errors);
  }
  return { conversations, coverage, book, witnesses, choosy: styles.choosy, lostContact };
}

export function knownFrom(result: ConversationResult, protocol: CompiledProtocol): KnownConversation {
  const { root, planned, sends, fixed } = result;
  return { protocol, root, sequence: planned.sequence, sends, fixed };
}

/** Whether a conversation ended only because values were refused that nobody chose, and others may do. */
function noteValues({ drawn, trace, findings }: WalkedConversation, styles: ValueStyles): boolean {
  const last = trace.exchanges.at(-1);
  const isRefused = findings.some(({ call }) => call === last?.call.id);
  for (const exchange of trace.exchanges) {
    if (!drawn.has(exchange.call.id)) continue;
    if (exchange === last && isRefused) {
      if (objectsToValues(exchange) && styles.refuse(exchange.call.operation)) return true;
    } else if (succeeded(exchange)) {
      const { body } = exchange.request.inputs;
      if (body !== undefined) styles.accept(exchange.call.operation, body.content);
    }
  }
  return false;
}

function cover(coverage: WalkCoverage, { branches, trace }: ConversationResult): void {
  for (const branch of branches) coverage.takeBranch(branch);
  const operations = trace.exchanges
    .filter(({ outcome }) => outcome.kind === "response")
    .map(({ call }) => call.operation);
  for (const [index, operation] of operations.entries()) {
    const before = operations[index - 1];
    if (before !== undefined) coverage.takePair(before, operation);
  }
}
