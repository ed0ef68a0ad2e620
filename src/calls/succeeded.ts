import type { Exchange, HttpResponse } from "./exchange.js";
import { meaningOf, means } from "./meaning.js";

/** Whether an answer says that what was asked for was done: 2xx, and no refusal in its body. */
export function isSuccess(response: HttpResponse): boolean {
  return meaningOf(response) === "done";
}

/** Whether a call was made and answered with success. */
export function succeeded(exchange: Exchange | undefined): boolean {
  return means(exchange, "done");
}
