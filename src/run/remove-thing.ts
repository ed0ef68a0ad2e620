import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { whyRefused } from "#semantics/read-refusal";
import type { WaysOut } from "./ways-out.js";

export interface RemovalOptions {
  readonly waysOut: WaysOut;
  readonly onTried: (undo: Call, way: Call, helped: boolean) => void;
  /** The same deletion was answered with success before: the thing has been deleted already. */
  readonly wasDone: (refused: Exchange) => boolean;
}

/**
 * What became of a thing that was to be deleted. `deleted`: the service says so. `absent`: it says that there is no such
 * thing, which is also what it says of a thing that never was, or that it does not find.
 */
export type Removal =
  | { readonly kind: "deleted" }
  | { readonly kind: "absent"; readonly said: string }
  | { readonly kind: "left"; readonly reason: string };

export async function removeThing(
  undo: Call | undefined,
  send: (call: Call) => Promise<Exchange>,
  { waysOut, onTried, wasDone }: RemovalOptions,
): Promise<Removal> {
  if (undo === undefined) return { kind: "left", reason: "the API has no operation that deletes it" };
  const remove = async () => removalSaidBy(await send(undo), wasDone);
  let removal = await remove();
  for (const way of removal.kind === "left" ? waysOut(undo) : []) {
    if (means(await send(way), "done")) removal = await remove();
    onTried(undo, way, removal.kind !== "left");
    if (removal.kind !== "left") break;
  }
  return removal;
}

function removalSaidBy(exchange: Exchange, wasDone: (refused: Exchange) => boolean): Removal {
  const { outcome } = exchange;
  if (outcome.kind === "none") return { kind: "left", reason: outcome.message };
  if (means(exchange, "done")) return { kind: "deleted" };
  const reason = whyRefused(exchange);
  // A refusal without a status of its own says in words that there is nothing to delete.
  const isSaidGone = outcome.says !== undefined && SAYS_GONE.test(reason);
  const isAbsent = isSaidGone || means(exchange, "absent") || SAYS_NOT_THERE.test(reason);
  if (wasDone(exchange) && (isAbsent || !means(exchange, "broken"))) return { kind: "deleted" };
  return isAbsent ? { kind: "absent", said: reason } : { kind: "left", reason };
}

/** With any status: `500: record not found`. Less loose than where the status says success: `unknown error` is no answer. */
const SAYS_NOT_THERE = /\b(not (be )?found|does ?n[o']t exist|no such [a-z]+)\b/i;

const SAYS_GONE = /\b(not (be )?found|does ?n[o']t exist|unknown|no (such )?[a-z]+)\b/i;
