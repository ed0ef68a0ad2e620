import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { didYouMean } from "#base/did-you-mean";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";

/**
 * A bundled service: small, real HTTP, in memory. It is correct unless it is started with the name of one of
 * its faults, so that demo, tests and benchmark all know which single thing is wrong.
 */
export interface Service {
  readonly name: string;
  readonly title: string;
  /** Name of a fault to the wrong behaviour, in one line. */
  readonly faults: Readonly<Record<string, string>>;
  /**
   * A fresh instance. Throws on a fault that `faults` does not name: `startService` checks it. Services that do
   * things later go by `now`, in milliseconds.
   */
  createApp(fault?: string, now?: Now): ServiceApp;
}

export interface ServiceApp {
  fetch(request: Request): Response | Promise<Response>;
}

export type Now = () => number;

export interface RunningService {
  readonly url: string;
  close(): Promise<void>;
}

export interface StartOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly fault?: string;
  /** Another clock than the machine's, for tests that do not want to wait. */
  readonly now?: Now;
}

/** Starts a fresh instance on the loopback interface: a service with planted faults has no business elsewhere. */
export async function startService(
  service: Service,
  options: StartOptions = {},
): Promise<Result<RunningService>> {
  const { port = 0, fault, now } = options;
  if (fault !== undefined && !Object.hasOwn(service.faults, fault))
    return failed(unknownFault(service, fault));
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
  if (!isPort) return failed(portUnavailable(port, "a port is a whole number from 0 to 65535"));

  const app = service.createApp(fault, now);
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(failed(portUnavailable(port, error.message))));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address() as AddressInfo;
      resolve(ok({ url: `http://127.0.0.1:${address.port}`, close: () => closeServer(server) }));
    });
  });
}

/** Narrows a fault's name to those of one service. */
export function knownFault<Name extends string>(
  faults: Readonly<Record<Name, string>>,
  fault: string | undefined,
): Name | undefined {
  if (fault === undefined) return undefined;
  const names = Object.keys(faults) as Name[];
  const name = names.find((candidate) => candidate === fault);
  if (name === undefined) throw new Error(`no such fault: ${fault}`);
  return name;
}

function closeServer(server: ReturnType<typeof createAdaptorServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // Idle keep-alive connections of a client would hold `close` back until they time out.
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}

function unknownFault(service: Service, fault: string): Problem {
  const message = `The service ${service.name} has no fault "${fault}".`;
  return problem("service-fault-unknown", message, didYouMean(fault, Object.keys(service.faults)));
}

function portUnavailable(port: number, reason: string): Problem {
  const message = `The service cannot listen on port ${port}: ${reason}.`;
  return problem("service-port-unavailable", message, "Choose another port, or 0 for any free one.");
}
