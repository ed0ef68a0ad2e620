import { describe, expect, it } from "vitest";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { Ledger } from "#run/ledger";

const undo: Call = {
  id: "undo",
  operation: "DELETE /buckets/{id}",
  path: { id: { kind: "value", value: "b1" } },
  query: {},
  header: {},
  cookie: {},
};
const bucket = { resource: "bucket", id: "b1", undo };

function answered(status: number, message = "you may not"): Exchange {
  const inputs = { path: { id: "b1" }, query: {}, header: {}, cookie: {} };
  const body = { kind: "json", value: { message }, text: JSON.stringify({ message }) } as const;
  return {
    call: undo,
    request: { method: "DELETE", url: "http://127.0.0.1/buckets/b1", headers: {}, inputs },
    outcome: { kind: "response", status, redirects: 0, headers: {}, body },
    milliseconds: 1,
  };
}

async function leftAfter(last: Exchange, tell: (ledger: Ledger) => void): Promise<number> {
  const ledger = new Ledger();
  tell(ledger);
  await ledger.cleanUp(
    async () => last,
    async () => {},
  );
  return ledger.summary().left.length;
}

describe("a way out", () => {
  const cancel = (of: Call): Call => ({
    ...of,
    id: `cancel ${of.id}`,
    operation: "POST /buckets/{id}/cancel",
  });
  const named = (id: string): Call => ({
    ...undo,
    id: `undo ${id}`,
    path: { id: { kind: "value", value: id } },
  });

  async function waysTried(isFree: (id: string) => boolean): Promise<number> {
    const ledger = new Ledger();
    let tried = 0;
    const cancelled = new Set<string>();
    for (let at = 1; at <= 12; at++) ledger.add({ resource: "bucket", id: `b${at}`, undo: named(`b${at}`) });
    await ledger.cleanUp(
      async (call) => {
        const id = call.id.split(" ").at(-1) ?? "";
        const isCancel = call.id.startsWith("cancel");
        const exchange = answered(isCancel ? 200 : cancelled.has(id) && isFree(id) ? 204 : 409);
        if (isCancel) tried++;
        if (isCancel) cancelled.add(id);
        const inputs = { ...exchange.request.inputs, path: { id } };
        return {
          ...exchange,
          request: { ...exchange.request, inputs, method: isCancel ? "POST" : "DELETE" },
        };
      },
      async () => {},
      (of) => [cancel(of)],
    );
    return tried;
  }

  it("is not tried on all of the things that it does not help", async () => {
    expect(await waysTried(() => false)).toBe(4);
  });

  it("is tried on all where it has helped one", async () => {
    expect(await waysTried((id) => id === "b10")).toBeGreaterThanOrEqual(12);
  });
});

describe("what counts as left behind", () => {
  it("is what the service refuses to delete", async () => {
    expect(await leftAfter(answered(403), (ledger) => ledger.add(bucket))).toBe(1);
  });

  it.each([
    [404, "no"],
    [500, "record not found"],
    [400, "the bucket does not exist"],
  ])("is not what it does not have: %i %s", async (status, message) => {
    expect(await leftAfter(answered(status, message), (ledger) => ledger.add(bucket))).toBe(0);
  });

  it.each([
    [500, "unknown error"],
    [403, "no permission"],
  ])("is what it says nothing of: %i %s", async (status, message) => {
    expect(await leftAfter(answered(status, message), (ledger) => ledger.add(bucket))).toBe(1);
  });

  it("is not what it has confirmed to delete, whatever it says to that later", async () => {
    const left = await leftAfter(answered(403), (ledger) => {
      ledger.add(bucket);
      ledger.branch().hear(answered(200));
    });
    expect(left).toBe(0);
  });

  it("is what came again after that", async () => {
    const left = await leftAfter(answered(403), (ledger) => {
      ledger.hear(answered(200));
      ledger.add(bucket);
    });
    expect(left).toBe(1);
  });
});

describe("a way out that becomes known later", () => {
  it("also frees what was kept by what could not go", async () => {
    const undoOf = (resource: string): Call => ({ ...undo, id: resource, operation: `DELETE /${resource}` });
    const cancel: Call = { ...undo, id: "cancel", operation: "POST /cancel" };
    const gone = new Set<string>();
    const send = async ({ id, operation }: Call) => {
      const isFree = id === "cancel" || (id === "order" ? gone.has("cancel") : gone.has("order"));
      if (isFree) gone.add(id);
      const answer = answered(isFree ? 204 : 409);
      return { ...answer, call: { ...answer.call, operation } };
    };
    const ledger = new Ledger();
    for (const resource of ["customer", "order"]) ledger.add({ resource, id: 1, undo: undoOf(resource) });
    await ledger.cleanUp(send, async () => {});
    expect(ledger.left()).toHaveLength(2);
    await ledger.cleanUp(
      send,
      async () => {},
      ({ id }) => (id === "order" ? [cancel] : []),
    );
    expect(ledger.left()).toEqual([]);
  });
});

describe("what only seems to be left", () => {
  it("counts as deleted once it is seen to be gone, in whichever books it stands", async () => {
    const ledger = new Ledger();
    const nothing = async () => answered(500);
    const kept = { resource: "bucket", id: "b2" };
    for (const books of [ledger, ledger.branch()]) {
      books.add(books === ledger ? { resource: "bucket", id: "b1" } : kept);
      await books.cleanUp(nothing, async () => {});
    }
    expect(ledger.left().map(({ id }) => id)).toEqual(["b1", "b2"]);
    ledger.forget(kept);
    expect(ledger.left().map(({ id }) => id)).toEqual(["b1"]);
    expect(ledger.summary().deleted).toBe(1);
  });
});

describe("a deletion that was only promised", () => {
  it.each([
    [202, true],
    [204, false],
    [403, false],
  ])("%i: %s", async (status, expected) => {
    const ledger = new Ledger();
    ledger.branch().hear(answered(status));
    expect(ledger.deletesLater).toBe(expected);
  });

  it("is noticed as well where the books are cleared", async () => {
    const ledger = new Ledger();
    ledger.add(bucket);
    await ledger.cleanUp(
      async () => answered(202),
      async () => {},
    );
    expect(ledger.deletesLater).toBe(true);
  });
});

describe("what is refused when the books are cleared", () => {
  const named = (id: string) => ({
    resource: "bucket",
    id,
    undo: { ...undo, id: `undo ${id}`, path: { id: { kind: "value" as const, value: id } } },
  });

  /** The things that were asked to be deleted, in order; each goes once those that it waits for have gone. */
  async function asked(made: readonly string[], waitsFor: Readonly<Record<string, string>>) {
    const ledger = new Ledger();
    const gone = new Set<string>();
    const calls: string[] = [];
    for (const id of made) ledger.add(named(id));
    await ledger.cleanUp(
      async (call) => {
        const id = call.id.replace("undo ", "");
        calls.push(id);
        const first = waitsFor[id];
        const isInUse = first !== undefined && !gone.has(first);
        if (!isInUse) gone.add(id);
        const answer = isInUse ? answered(409, "it is in use") : answered(204);
        const inputs = { ...answer.request.inputs, path: { id } };
        return { ...answer, request: { ...answer.request, inputs } };
      },
      async () => {},
    );
    return { calls, left: ledger.summary().left.map(({ id }) => id) };
  }

  it("is tried again where something has gone since", async () => {
    expect(await asked(["a", "b"], { b: "a" })).toEqual({ calls: ["b", "a", "b"], left: [] });
  });

  it("is left where nothing has: it would be refused again", async () => {
    expect(await asked(["a", "b"], { a: "never" })).toEqual({ calls: ["b", "a"], left: ["a"] });
  });
});

describe("what was left is tried again at last", () => {
  const undoOf = (id: string): Call => ({ ...undo, id, path: { id: { kind: "value", value: id } } });
  const add = (ledger: Ledger, ...ids: string[]) => {
    for (const id of ids) ledger.add({ resource: "bucket", id, undo: undoOf(id) });
  };
  const none = async () => {};
  const always = (status: number) => async (call: Call) => {
    const answer = answered(status);
    const inputs = { ...answer.request.inputs, path: { id: call.id } };
    return { ...answer, call, request: { ...answer.request, inputs } };
  };

  it("where the service deletes later than it says, and as long as that helps", async () => {
    const ledger = new Ledger();
    const branch = ledger.branch();
    add(branch, "site", "asset");
    await branch.cleanUp((call) => always(call.id === "asset" ? 202 : 409)(call), none);
    expect(ledger.left().map(({ id }) => id)).toEqual(["site"]);
    expect(ledger.reopen()).toBe(true);
    await ledger.cleanUp(always(204), none);
    expect(ledger.summary()).toEqual({ deleted: 2, left: [] });
    expect(ledger.reopen()).toBe(false);
  });

  it("where one that was left found its way out: it may have been in the way of others", async () => {
    const ledger = new Ledger();
    const [other, branch] = [ledger.branch(), ledger.branch()];
    add(other, "asset");
    add(branch, "loan");
    for (const one of [other, branch]) await one.cleanUp(always(409), none);
    expect(ledger.reopen()).toBe(false);
    const waysOut = (call: Call) => (call.id === "loan" ? [{ ...call, id: "give back" }] : []);
    let isBack = false;
    const send = async (call: Call) => {
      const status = call.id === "loan" && !isBack ? 409 : 200;
      isBack ||= call.id === "give back";
      return always(status)(call);
    };
    await branch.cleanUp(send, none, waysOut);
    expect(ledger.left().map(({ id }) => id)).toEqual(["asset"]);
    expect(ledger.reopen()).toBe(true);
    await ledger.cleanUp(send, none, waysOut);
    expect(ledger.summary().left).toEqual([]);
  });

  it("not where nothing speaks for it", async () => {
    const ledger = new Ledger();
    add(ledger, "kept");
    await ledger.cleanUp(always(403), none);
    expect(ledger.reopen()).toBe(false);
    expect(ledger.summary().left.map(({ id }) => id)).toEqual(["kept"]);
  });
});
