import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Service, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { folderWith, piolet, type Ran } from "./run-piolet.js";

const EXAMPLES = join(import.meta.dirname, "../../examples/protocols");

export interface Asked {
  readonly protocol: string;
  readonly fault?: string;
  readonly more?: readonly string[];
  readonly spec?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** A service that also says what it was asked for. */
export function watched(service: Service): { service: Service; asked: string[] } {
  const asked: string[] = [];
  const createApp: Service["createApp"] = (fault, now) => {
    const app = service.createApp(fault, now);
    return {
      fetch: async (request) => {
        asked.push(`${request.method} ${new URL(request.url).pathname} ${await request.clone().text()}`);
        return app.fetch(request);
      },
    };
  };
  return { service: { ...service, createApp }, asked };
}

export async function onService<T>(
  service: Service,
  fault: string | undefined,
  use: (url: string) => Promise<T>,
): Promise<T> {
  // Time stands still, so that what is late stays late.
  const started = await startService(service, { now: () => 0, ...(fault === undefined ? {} : { fault }) });
  if (!started.ok) throw new Error("the service does not start");
  try {
    return await use(started.value.url);
  } finally {
    await started.value.close();
  }
}

export function walkAt(
  url: string,
  service: Service,
  { protocol, more = [], spec, files = {} }: Asked,
  cwd?: string,
) {
  const folder = cwd ?? folderWith({ "p.copen": protocol, ...files });
  const argv = ["protocol", "p.copen", "--spec", spec ?? documentPath(service.name), "--url", url];
  return piolet([...argv, "--seed", "5", ...more], { cwd: folder });
}

export function walk(service: Service, asked: Asked): Promise<Ran> {
  return onService(service, asked.fault, (url) => walkAt(url, service, asked));
}

export async function walkJson(service: Service, asked: Asked) {
  const { code, out } = await walk(service, { ...asked, more: [...(asked.more ?? []), "--json"] });
  return { code, ...JSON.parse(out) };
}

export const example = (name: string) => readFileSync(join(EXAMPLES, `${name}.copen`), "utf8");

export const operationsOf = (fault: { calls: { operation: string }[] }) =>
  fault.calls.map(({ operation }) => operation);
