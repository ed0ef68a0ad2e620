import { EventEmitter } from "node:events";
import type { Dispatcher } from "undici";
import { classifyFailure } from "./classify-failure.js";
import type { HeaderList } from "./headers.js";
import { type WireFailure, type WireRequest, type WireResult, wireFailure } from "./wire.js";

export interface WireLimits {
  /** For the whole exchange, from the first byte sent to the last received. */
  readonly milliseconds: number;
  /** Of the body as it comes, and again after decompression. */
  readonly bytes: number;
}

const MAX_HEADERS = 500;

/**
 * One request, one answer, always settled, also where the run ends meanwhile: nobody knows what a request that was broken
 * off has made. The limits are kept here and not by undici: its own timers measure
 * pauses, so that a service which sends a byte a second would hold a call for ever, and an abort does not
 * reach a request whose connection is still being made.
 */
export function sendOnWire(
  dispatcher: Dispatcher,
  request: WireRequest,
  limits: WireLimits,
): Promise<WireResult> {
  return new Promise((resolve) => {
    // An emitter, which undici takes as well: making a real signal was 5 % of a call in the profile.
    const stop = new EventEmitter();
    let settled = false;
    let status: number | undefined;
    const settle = (result: WireResult): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      resolve(result);
    };
    const giveUp = (failure: WireFailure): void => {
      settle(failure);
      stop.emit("abort");
    };
    const timer = setTimeout(() => {
      const seconds = `${limits.milliseconds / 1000} s`;
      const what =
        status === undefined
          ? `no answer within ${seconds}`
          : `an answer began (status ${status}) and did not end within ${seconds}`;
      giveUp(wireFailure("timeout", what, "Raise --request-timeout if the service needs longer."));
    }, limits.milliseconds);

    dispatcher
      .request({
        origin: request.origin,
        method: request.method,
        path: request.path,
        headers: request.headers.flat(),
        body: request.body ?? null,
        signal: stop,
        responseHeaders: "raw",
        // Ours are shorter and count everything.
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      .then(
        ({ statusCode, headers: raw, body }) => {
          status = statusCode;
          const headers = pairUp(raw);
          const chunks: Buffer[] = [];
          let size = 0;
          body
            .on("error", (error) => settle({ ...classifyFailure(error), unanswered: false }))
            .on("close", () =>
              settle(wireFailure("reset", "the connection was closed in the middle of the response", "")),
            )
            .on("data", (chunk: Buffer) => {
              size += chunk.length;
              if (size <= limits.bytes) chunks.push(chunk);
              else
                giveUp(
                  wireFailure("too large", `the response body is larger than ${limits.bytes} bytes`, ""),
                );
            })
            .on("end", () =>
              settle({ kind: "answer", status: statusCode, headers, body: Buffer.concat(chunks) }),
            );
          if (headers.length > MAX_HEADERS) {
            giveUp(wireFailure("too large", `the response has more than ${MAX_HEADERS} headers`, ""));
          }
        },
        (error) => settle(classifyFailure(error)),
      );
  });
}

/** With `responseHeaders: "raw"` undici gives a flat list, though its types say otherwise. */
function pairUp(raw: unknown): HeaderList {
  if (!Array.isArray(raw)) return [];
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([String(raw[index]).toLowerCase(), String(raw[index + 1])]);
  }
  return pairs;
}
