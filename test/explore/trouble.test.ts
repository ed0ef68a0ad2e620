import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import type { Exploration } from "#explore/explore-api";
import { keysOf } from "./explore-against.js";
import { exploreLamps, exploreLampsAt } from "./explore-lamps.js";
import { type LampOptions, lampServer, listening } from "./lamps.js";

/** Enough to tell, and done soon. */
const OPERATIONS = ["GET /lamps", "POST /lamps", "DELETE /lamps/{id}", "GET /lamps/{id}"];
const WISH = { seed: 4, operations: OPERATIONS };

const busy: LampOptions["disturb"] = (count, _, response) => {
  if (count % 7 !== 0) return false;
  response.writeHead(429, { "retry-after": "0" }).end();
  return true;
};

const hangingUp: LampOptions["disturb"] = (count, request) => {
  if (count % 23 !== 0) return false;
  request.socket.destroy();
  return true;
};

const failing: LampOptions["disturb"] = (count, _, response) => {
  if (count % 29 !== 0) return false;
  response.writeHead(500, { "content-type": "application/json" }).end('{"message":"Oh."}');
  return true;
};

/** Nobody listens for two seconds, in the middle of the search. */
async function exploreWhileRestarting(): Promise<Exploration> {
  let server: Server | undefined;
  const goAway: LampOptions["disturb"] = (count, request) => {
    if (count !== 200 || server === undefined) return false;
    const { port } = server.address() as AddressInfo;
    const absent = server;
    absent.close();
    absent.closeAllConnections();
    setTimeout(() => absent.listen(port, "127.0.0.1"), 2_000);
    request.socket.destroy();
    return true;
  };
  server = lampServer({ disturb: goAway });
  const { url, close } = await listening(server);
  try {
    return await exploreLampsAt(url, WISH);
  } finally {
    close();
  }
}

let calm: readonly string[];
let found: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  const explored = await Promise.all([
    exploreLamps({}, WISH),
    exploreLamps({ disturb: busy }, WISH),
    exploreLamps({ disturb: hangingUp }, WISH),
    exploreLamps({ disturb: failing }, WISH),
    exploreWhileRestarting(),
  ]);
  const [first = [], ...others] = explored.map((one) => keysOf(one));
  calm = first;
  const [limited = [], resets = [], failures = [], absence = []] = others;
  found = { limited, resets, failures, absence };
});

describe("exploring a service that is not always there", () => {
  it.each(["limited", "resets", "failures", "absence"])("tells nothing that is not so: %s", (trouble) => {
    expect(found[trouble]?.filter((key) => !calm.includes(key))).toEqual([]);
  });

  it.each(["limited", "absence"])("finds all the same: %s", (trouble) => {
    expect(found[trouble]).toEqual(calm);
  });

  it.each(["resets", "failures"])("finds most of it all the same: %s", (trouble) => {
    expect(found[trouble]?.length).toBeGreaterThan(calm.length / 2);
  });
});
