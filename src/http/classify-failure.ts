import { isObject } from "#base/json";
import { TRUST, tlsFailure } from "./tls-failure.js";
import { type WireFailure, wireFailure } from "./wire.js";

const [CHECK_URL, CHECK_SERVICE] = [
  "Start the service, or check host and port of its URL.",
  "Look at the service's own log for this request.",
];
const ENDED_EARLY = "the connection was closed before the response was complete";

/**
 * What an error of the transport means for the call. A code that is not listed counts as a broken connection,
 * because the request may have been carried out.
 */
export function classifyFailure(error: unknown): WireFailure {
  const { name, code, message } = detailsOf(error);
  switch (code) {
    case "ECONNREFUSED":
      return wireFailure("unreachable", "the connection was refused", CHECK_URL);
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return wireFailure("unreachable", "the host name does not resolve", "Check the host name of the URL.");
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EADDRNOTAVAIL":
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
      return wireFailure("unreachable", "no connection could be made in time", CHECK_URL);
    case "UND_ERR_HEADERS_OVERFLOW":
      return wireFailure("too large", "the response headers are too large", CHECK_SERVICE);
    case "UND_ERR_RES_EXCEEDED_MAX_SIZE":
      return wireFailure("too large", "the response body is too large", CHECK_SERVICE);
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return wireFailure("reset", "the response is not as long as its content-length says", CHECK_SERVICE);
    case "UND_ERR_INVALID_ARG":
    case "UND_ERR_NOT_SUPPORTED":
      return /proxy/i.test(message)
        ? wireFailure("unreachable", `the proxy refused: ${message}`, "Check the proxy and its credentials.")
        : wireFailure("unsendable", message, "Change the input that HTTP cannot carry.");
    case "UND_ERR_ABORTED":
      return /proxy/i.test(message)
        ? wireFailure("unreachable", `the proxy refused: ${message}`, "Check the proxy and its credentials.")
        : wireFailure("cancelled", "the run was cancelled", "");
    case "UND_ERR_DESTROYED":
    case "UND_ERR_CLOSED":
      return wireFailure("cancelled", "the run has ended", "");
    case "UND_ERR_PRX_TLS":
      return wireFailure("unreachable", "TLS to the proxy failed", TRUST);
    case "UND_ERR_SOCKET":
      if (/^bad /.test(message)) {
        return wireFailure("garbage", "the service answered out of turn", CHECK_SERVICE);
      }
      break;
  }
  if (name === "HTTPParserError") {
    // Its code is empty in undici 7.30: the parser's reason stands in brackets at the end of the message.
    const why = /\(([^()]*)\)$/.exec(message)?.[1] ?? "no reason given";
    if (/EOF/.test(why)) return wireFailure("reset", ENDED_EARLY, CHECK_SERVICE);
    return wireFailure(
      "garbage",
      `what came is not HTTP: ${why}`,
      "Check that the port speaks HTTP, and that its URL should not begin with https://.",
    );
  }
  const tls = tlsFailure(code, message);
  if (tls !== undefined) return wireFailure("unreachable", tls.message, tls.hint);
  return wireFailure("reset", ENDED_EARLY, CHECK_SERVICE, isFirstByteMissing(error));
}

/**
 * A connection that has carried earlier answers and then closed on this request is the keep-alive race. One
 * that never carried a byte was closed on purpose.
 */
function isFirstByteMissing(error: unknown): boolean {
  const socket: unknown =
    typeof error === "object" && error !== null && "socket" in error ? error.socket : undefined;
  return !(isObject(socket) && socket.bytesRead === 0);
}

function detailsOf(error: unknown): { name: string; code: string; message: string } {
  if (!(error instanceof Error)) return { name: "", code: "", message: String(error) };
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "" && error.cause instanceof Error) return detailsOf(error.cause);
  return { name: error.name, code, message: error.message };
}
