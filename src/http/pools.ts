import { type Dispatcher, Pool, ProxyAgent } from "undici";
import { proxyFor } from "./proxy-for.js";
import { type WireFailure, wireFailure } from "./wire.js";

export interface PoolOptions {
  readonly connections: number;
  readonly connectTimeout: number;
  readonly tls: TlsOptions;
  readonly proxy?: string;
  readonly noProxy?: string;
}

export interface TlsOptions {
  /** False: any certificate is accepted. */
  readonly verify?: boolean;
  /** PEM texts. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface Pools {
  /** The connections to an origin, or why there are none. */
  at(origin: string): { readonly kind: "open"; readonly dispatcher: Dispatcher } | WireFailure;
  close(): Promise<void>;
}

/** The target, an identity provider, and a few that redirects lead to. */
const MAX_ORIGINS = 12;

/** Response headers beyond this are an attack or a mistake; common servers allow 8 to 16 KiB. */
const MAX_HEADER_BYTES = 65_536;

/**
 * How long an idle connection is kept. Services close idle connections on their own, and a request that is on
 * its way just then is lost; for a POST nobody can tell whether it was carried out. We therefore hang up first.
 */
const IDLE_MILLISECONDS = 1_000;

export function openPools(options: PoolOptions): Pools {
  let closed = false;
  const open = new Map<string, Dispatcher>();
  const proxies = new Map<string, Dispatcher>();
  const usedAt = new Map<string, number>();
  const tls = {
    ...(options.tls.verify === false ? { rejectUnauthorized: false } : {}),
    ...(options.tls.ca === undefined ? {} : { ca: options.tls.ca }),
    ...(options.tls.cert === undefined ? {} : { cert: options.tls.cert }),
    ...(options.tls.key === undefined ? {} : { key: options.tls.key }),
  };
  const common = {
    connections: options.connections,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: IDLE_MILLISECONDS,
    keepAliveMaxTimeout: 4 * IDLE_MILLISECONDS,
  };
  const connect = { ...tls, timeout: options.connectTimeout };

  const throughProxy = (uri: string): Dispatcher => {
    // Plain HTTP goes through a proxy as it is: many refuse to tunnel to any port but 443.
    const agent =
      proxies.get(uri) ??
      new ProxyAgent({ ...common, uri, requestTls: connect, proxyTls: connect, proxyTunnel: false });
    proxies.set(uri, agent);
    return agent;
  };

  return {
    at: (origin) => {
      if (closed) return wireFailure("cancelled", "the run has ended", "");
      const known = open.get(origin);
      const isStale = performance.now() - (usedAt.get(origin) ?? 0) > IDLE_MILLISECONDS;
      usedAt.set(origin, performance.now());
      if (known !== undefined && (!isStale || proxies.size > 0)) return { kind: "open", dispatcher: known };
      // Where this process stood still, its own clock was late to hang up: what is idle may be closed at the other end.
      if (known !== undefined) {
        open.delete(origin);
        void known.close();
      }
      if (open.size >= MAX_ORIGINS) return wireFailure("unreachable", "redirects lead to too many hosts", "");
      const proxy = proxyFor(origin, options.proxy, options.noProxy);
      const made = proxy === undefined ? new Pool(origin, { ...common, connect }) : throughProxy(proxy);
      open.set(origin, made);
      return { kind: "open", dispatcher: made };
    },
    close: async () => {
      const all = new Set([...open.values(), ...proxies.values()]);
      closed = true;
      await Promise.allSettled([...all].map((dispatcher) => dispatcher.destroy()));
    },
  };
}
