import { ownVersion } from "#base/own-version";
import { failed, ok, type Result } from "#base/result";
import type { SecurityRequirement } from "#openapi/api";
import { addSecrets } from "./add-secrets.js";
import type { BuiltRequest } from "./build-request.js";
import { systemClock } from "./clock.js";
import { createDeliverer, type Delivered } from "./deliver.js";
import { type HeaderList, mergeHeaders } from "./headers.js";
import { isNameIn } from "./names-in-document.js";
import { createPacing } from "./pacing.js";
import { percentEncode } from "./percent-encode.js";
import { openPools } from "./pools.js";
import { readAnswer } from "./read-answer.js";
import { createRedactor, isCredentialName, type Redactor } from "./redactor.js";
import { type ActorName, createSessions } from "./sessions.js";
import { checkTargetOptions, type TargetOptions, tokenUrlOf } from "./target-options.js";
import { type WireRequest, wireFailure } from "./wire.js";

/** The service under test. The only thing in the house that opens connections to it. */
export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  readonly actors: readonly string[];
  readonly maxResponseBytes: number;
  readonly redactor: Redactor;
  /** Requests sent so far, with logins, redirects and retries. */
  readonly requests: number;
  /** Whether the user gave anything to be somebody by. */
  readonly hasCredentials: boolean;
  send(request: BuiltRequest, options: SendOptions): Promise<Delivered>;
  /** Undefined where this actor can be, else why not, as a clause. What was obtained once is not asked for again. */
  logIn(actor: ActorName, security: readonly SecurityRequirement[]): Promise<string | undefined>;
  /** Makes calls, where no actor is named, as whoever holds this token: one that the service itself has given. */
  useToken(token: string): void;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly runId: string;
  readonly caseId: string;
  readonly security: readonly SecurityRequirement[];
  /** Names the operation, to remember where a new login does not help. */
  readonly operation: string;
  readonly actor?: ActorName;
  readonly signal?: AbortSignal;
  /** Sent although the budget is spent: what the run created must go. */
  readonly beyondBudget?: boolean;
}

/** So often a 401 of one operation is answered by a new login; after that it is the operation's answer. */
const MAX_USELESS_RENEWALS = 2;

export function openTarget(options: TargetOptions): Result<Target> {
  const problems = checkTargetOptions(options);
  if (problems.length > 0) return failed(...problems);
  const base = new URL(options.url);
  const basePath = base.pathname.replace(/\/+$/, "");
  const { clock = systemClock, headers = [], credentials = {}, actors = [], api, tls = {} } = options;
  const { concurrency = 8, maxResponseBytes = 10_000_000, requestTimeout = 10_000 } = options;

  const redactor = createRedactor(isNameIn(api));
  addSecrets(redactor, options);
  const pools = openPools({
    connections: concurrency,
    connectTimeout: Math.min(options.connectTimeout ?? 5_000, requestTimeout),
    tls,
    ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
    ...(options.noProxy === undefined ? {} : { noProxy: options.noProxy }),
  });
  const { rateLimit } = options;
  const deliverer = createDeliverer({
    pools,
    pacing: createPacing(clock, { concurrency, ...(rateLimit === undefined ? {} : { rateLimit }) }),
    clock,
    redactor,
    limits: { milliseconds: requestTimeout, bytes: maxResponseBytes },
    maxRequests: options.maxRequests ?? Number.POSITIVE_INFINITY,
    maxRedirects: options.maxRedirects ?? 5,
    maxRetries: options.maxRetries ?? 3,
    maxRetryWait: options.maxRetryWait ?? 30_000,
  });
  const userAgent: HeaderList = [["user-agent", `piolet/${options.version ?? ownVersion()}`]];
  const sessions = createSessions({
    origin: base.origin,
    actors,
    given: credentials,
    schemes: api?.securitySchemes ?? {},
    securityDeclared: api?.operations.some((operation) => operation.security.length > 0) === true,
    clientCertificate: tls.cert !== undefined,
    clock,
    redactor,
    tokenUrl: (client, scheme) => tokenUrlOf(options, base, client, scheme),
    sendWith: (jar) => async (request) => {
      const own = { ...request, headers: mergeHeaders(userAgent, request.headers) };
      const { result, redirects } = await deliverer.deliver(own, [], jar);
      return result.kind === "failure" ? result : readAnswer(result, redirects, maxResponseBytes);
    },
  });
  const uselessRenewals = new Map<string, number>();

  const compose = (request: BuiltRequest, added: HeaderList, options: SendOptions): WireRequest => {
    // With an explicit actor, the credentials among the user's own headers would make it somebody else.
    const extra = options.actor === undefined ? headers : headers.filter(([name]) => !isCredentialName(name));
    const ids: HeaderList = [
      ["x-piolet-run-id", headerSafe(options.runId)],
      ["x-piolet-case-id", headerSafe(options.caseId)],
    ];
    return {
      method: request.method,
      origin: base.origin,
      path: `${basePath}${request.path}`,
      headers: mergeHeaders(userAgent, ids, request.headers, added, extra),
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(options.beyondBudget === true ? { beyondBudget: true } : {}),
    };
  };

  const send = async (request: BuiltRequest, sendOptions: SendOptions): Promise<Delivered> => {
    const { actor, security, operation, signal } = sendOptions;
    for (let attempt = 0; ; attempt++) {
      const access = await sessions.accessFor(actor, security);
      if (!access.ok) {
        const failure = wireFailure(
          "unauthenticated",
          `the login failed: ${access.message}`,
          "Check the credentials.",
        );
        return { request: compose(request, [], sendOptions), result: failure, redirects: 0, milliseconds: 0 };
      }
      const { headers: added, query, cookies } = access.credentials;
      const wire = compose({ ...request, path: addQuery(request.path, query) }, added, sendOptions);
      const delivered = await deliverer.deliver(wire, [...request.cookies, ...cookies], access.jar, signal);
      const refused = delivered.result.kind === "answer" && delivered.result.status === 401;
      const useless = uselessRenewals.get(operation) ?? 0;
      if (attempt > 0) uselessRenewals.set(operation, refused ? useless + 1 : 0);
      if (!refused || attempt > 0 || useless >= MAX_USELESS_RENEWALS || !(await access.renew()))
        return delivered;
    }
  };

  return ok({
    url: `${base.origin}${basePath}`,
    actors: actors.map((actor) => actor.name),
    maxResponseBytes,
    redactor,
    get requests() {
      return deliverer.requests;
    },
    hasCredentials: hasCredentials(options),
    send,
    logIn: async (actor, security) => {
      const access = await sessions.accessFor(actor, security);
      return access.ok ? undefined : access.message;
    },
    useToken: (token) => {
      redactor.learn(token);
      sessions.useToken(token);
    },
    close: () => pools.close(),
  });
}

/** Whether these options hold anything to be somebody by. */
export function hasCredentials({
  actors = [],
  credentials = {},
  headers = [],
}: Pick<TargetOptions, "actors" | "credentials" | "headers">): boolean {
  return (
    actors.length > 0 ||
    Object.keys(credentials).length > 0 ||
    headers.some(([name]) => isCredentialName(name))
  );
}

function addQuery(path: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return path;
  const query = pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join("&");
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** Ids may come from a file and hold anything. */
function headerSafe(id: string): string {
  return id.slice(0, 200).replace(/[^\x20-\x7e]/gu, percentEncode);
}
