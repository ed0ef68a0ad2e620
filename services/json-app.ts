import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { JsonObject } from "#base/json";

/** Far above any honest body; it keeps an in-memory service from being filled by one request. */
const MAX_BODY_BYTES = 1_000_000;

/** What a handler throws to answer with an error: every service words its errors in its own shape. */
export class Refusal extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
  ) {
    super(message);
  }
}

export type ErrorShape = (status: number, message: string) => JsonObject;

/**
 * What the services share: errors as JSON, a limit on bodies, 404 for an unknown path and 405 with `Allow`
 * for an unknown method of a known one.
 */
export function createJsonApp(errorShape: ErrorShape, addRoutes: (app: Hono) => void): Hono {
  const app = new Hono();
  const refuse = (c: Context, status: ContentfulStatusCode, message: string) =>
    c.json(errorShape(status, message), status);

  app.onError((error, c) =>
    error instanceof Refusal
      ? refuse(c, error.status, error.message)
      : refuse(c, 500, `Unexpected error: ${error.message}`),
  );
  app.notFound((c) => refuse(c, 404, "There is nothing at this path."));
  app.use(
    limitBody((c) => {
      // The rest of the body is never read, so the connection cannot carry another request.
      c.header("Connection", "close");
      return refuse(c, 413, "The body is too large.");
    }),
  );
  addRoutes(app);
  refuseOtherMethods(app, (c) => refuse(c, 405, "This path does not have this method."));
  return app;
}

/** A non-negative whole number in the path, as exact as a JSON number can be. */
export function readPathInteger(c: Context, name: string, maximum = Number.MAX_SAFE_INTEGER): number {
  const text = c.req.param(name) ?? "";
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= maximum)) throw new Refusal(400, `${name} is not a whole number from 0 to ${maximum}.`);
  return number;
}

function limitBody(tooLarge: (c: Context) => Response): MiddlewareHandler {
  const limitStream = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge });
  return async (c, next) => {
    // With a length in the header there is no need to touch the stream, which would cost every request.
    if (c.req.header("transfer-encoding") !== undefined) return limitStream(c, next);
    return Number(c.req.header("content-length") ?? 0) > MAX_BODY_BYTES ? tooLarge(c) : next();
  };
}

/** Comes after all other routes, and so only meets what they have left over. */
function refuseOtherMethods(app: Hono, refuse: (c: Context) => Response): void {
  const methodsOf = new Map<string, string[]>();
  for (const { path, method } of app.routes) {
    const methods = method === "GET" ? ["GET", "HEAD"] : [method];
    if (method !== "ALL") methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...methods]);
  }
  for (const [path, methods] of methodsOf) {
    app.all(path, (c) => {
      c.header("Allow", methods.join(", "));
      return refuse(c);
    });
  }
}
