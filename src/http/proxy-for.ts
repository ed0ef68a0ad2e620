/**
 * Which proxy a request goes through. Loopback never does, as nearly every service under test runs beside
 * Piolet and a proxy elsewhere cannot reach it. `noProxy` is the usual list: host names, `.domains`,
 * `host:port`, `*` for all.
 */
export function proxyFor(origin: string, proxy: string | undefined, noProxy = ""): string | undefined {
  if (proxy === undefined || proxy === "") return undefined;
  const url = new URL(origin);
  const host = url.hostname.toLowerCase();
  if (isLoopback(host)) return undefined;
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  const exempt = noProxy
    .split(/[,\s]+/)
    .filter((entry) => entry !== "")
    .some((entry) => matches(entry.toLowerCase(), host, port));
  return exempt ? undefined : proxy;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127\.|^\[?::1\]?$/.test(host);
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const [, name = "", wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (wantedPort !== undefined && wantedPort !== port) return false;
  const domain = name.replace(/^\*?\./, "");
  return host === domain || host.endsWith(`.${domain}`);
}
