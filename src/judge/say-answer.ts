import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { show } from "./show.js";

/** How messages begin that are about an answer: `POST /pets answers 201`. */
export function sayAnswer({ call, outcome }: Exchange): string {
  return outcome.kind === "response"
    ? `${call.operation} answers ${outcome.status}`
    : `${call.operation} is not answered`;
}

/** What became of a value that was sent: `/name, sent as "a", reads "b"`. */
export function sayStored(pointer: string, sent: Json | undefined, read: Json | undefined): string {
  const what = `${pointer}, sent as ${show(sent, 40)},`;
  return read === undefined
    ? `${what} is not shown afterwards`
    : `${what} reads ${show(read, 40)} afterwards`;
}

/** What a place held and what it holds now: `/name from "a" to "b"`. */
export function sayChange(pointer: string, before: Json | undefined, after: Json | undefined): string {
  return `${pointer} from ${show(before, 40)} to ${show(after, 40)}`;
}
