import type { Exchange } from "./exchange.js";

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether a call was made and answered with 2xx. */
export function succeeded(exchange: Exchange | undefined): boolean {
  return exchange?.outcome.kind === "response" && isSuccess(exchange.outcome.status);
}
