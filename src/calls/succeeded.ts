import type { Exchange, HttpResponse } from "./exchange.js";

/** Whether an answer says that what was asked for was done: 2xx, and no refusal in its body. */
export function isSuccess({ status, refused }: Pick<HttpResponse, "status" | "refused">): boolean {
  return status >= 200 && status < 300 && refused !== true;
}

/** Whether a call was made and answered with success. */
export function succeeded(exchange: Exchange | undefined): boolean {
  return exchange?.outcome.kind === "response" && isSuccess(exchange.outcome);
}
