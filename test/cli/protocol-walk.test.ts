import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { features } from "#services/features/features";
import type { Service } from "#services/service";
import { documentPath } from "#services/service-files";
import { shop } from "#services/shop/shop";
import { tournaments } from "#services/tournaments/tournaments";
import { CLINIC_DOCUMENT, CLINIC_PROTOCOL, clinic } from "../protocol/clinic-service.js";
import { runShell } from "../report/exported.js";
import { example, onService, operationsOf, walk, walkAt, walkJson, watched } from "./protocol-runs.js";
import { folderWith, piolet, type Ran } from "./run-piolet.js";

const SERVICES = { shop, features } as const;

describe("the models of the COTS paper", () => {
  it.each([
    ["shop", 4],
    ["features", 9],
  ] as const)("pass on the %s that is right, with all %i branches taken", async (name, total) => {
    const ran = await walkJson(SERVICES[name], { protocol: example(name) });
    expect(ran).toMatchObject({ code: 0, failed: 0, branches: { total, covered: total }, faults: [] });
    expect(ran.pairs.covered).toBe(ran.pairs.total);
    expect(ran.cleanup.left).toEqual([]);
  });

  const CUSTOMER = "/customers/{customerId}";
  const PRODUCT = "/products/{productName}";
  const CONFIGURATION = `${PRODUCT}/configurations/{configurationName}`;
  it.each([
    ["shop", "customer-readable-late", ["POST /customers", `GET ${CUSTOMER}`]],
    [
      "features",
      "required-feature-can-go",
      [
        `POST ${PRODUCT}`,
        `POST ${CONFIGURATION}`,
        `POST ${PRODUCT}/features/{featureName}`,
        `POST ${PRODUCT}/features/{featureName}`,
        `POST ${PRODUCT}/constraints/requires`,
        `POST ${CONFIGURATION}/features/{featureName}`,
        `DELETE ${CONFIGURATION}/features/{featureName}`,
      ],
    ],
    [
      "features",
      "list-products-misses-newest",
      [`POST ${PRODUCT}`, `POST ${CONFIGURATION}`, "GET /products"],
    ],
  ] as const)(
    "find a planted fault of the %s, in the smallest conversation: %s",
    async (name, fault, calls) => {
      // A fault keeps the rest of its branch from ever being taken: nobody waits for that here.
      const ran = await walkJson(SERVICES[name], { protocol: example(name), fault, more: ["--runs", "8"] });
      expect(ran.code).toBe(1);
      expect(ran.faults.map(operationsOf)).toEqual([calls]);
      expect(ran.faults[0]).toMatchObject({ reproduced: 3, tried: 3 });
    },
  );

  it.each([
    ["list-shows-other-ids", ["POST /owners", "GET /owners"], "protocol-assertion"],
    [
      "update-breaks-read",
      ["POST /owners", "PUT /owners/{ownerId}", "GET /owners/{ownerId}"],
      "protocol-status",
    ],
    [undefined, undefined, undefined],
  ])("tell what was wrong with PetClinic: %s", async (fault, calls, oracle) => {
    const cwd = folderWith({ "p.copen": CLINIC_PROTOCOL, "openapi.json": CLINIC_DOCUMENT });
    const asked = { protocol: "", spec: join(cwd, "openapi.json"), more: ["--json"] };
    const ran = await onService(clinic, fault, (url) => walkAt(url, clinic, asked, cwd));
    const { faults, cleanup } = JSON.parse(ran.out);
    expect(faults.map(operationsOf)).toEqual(calls === undefined ? [] : [calls]);
    expect(faults.map((one: { oracle: string }) => one.oracle)).toEqual(oracle === undefined ? [] : [oracle]);
    // The clinic deletes nobody.
    expect(cleanup.left[0]).toMatchObject({ reason: "the API has no operation that deletes it" });
  });
});

describe("piolet protocol FILE", () => {
  const GOOD = "S = !addCust(c: NewCustomer).?C201(id = /id).!getCust(id).?C200(d: Customer)<c is part of d>";

  it("has the same conversations with the same seed", async () => {
    const [one, two] = [watched(shop), watched(shop)];
    for (const { service } of [one, two])
      await walk(service, { protocol: example("shop"), more: ["--runs", "4"] });
    expect(one.asked.length).toBeGreaterThan(20);
    expect(two.asked).toEqual(one.asked);
  });

  it("has as many conversations as it is told to", async () => {
    const ran = await walkJson(shop, {
      protocol: example("shop"),
      more: ["--runs", "3", "--choices", "weights"],
    });
    expect(ran).toMatchObject({ code: 0, runs: 3, passed: 3, failed: 0, seed: 5 });
  });

  it("ends a conversation soon after so many calls", async () => {
    const more = ["--runs", "5", "--max-steps", "1"];
    const ran = await walkJson(shop, { protocol: example("shop"), more });
    expect(ran).toMatchObject({ code: 0, runs: 5, calls: 10 });
  });

  /** One walk of a shop that is slow to show customers, and all that is kept of it. */
  async function walkLateShop<T>(use: (url: string, cwd: string, ran: Ran) => Promise<T>): Promise<T> {
    const cwd = folderWith({ "p.copen": example("shop") });
    const more = ["--runs", "6", "--report", "text,json,junit,sarif,har,html,markdown"];
    return onService(shop, "customer-readable-late", async (url) =>
      use(url, cwd, await walkAt(url, shop, { protocol: "", more }, cwd)),
    );
  }

  it("prints what happened, keeps it, and tells it again in every form", async () => {
    const cwd = await walkLateShop(async (_, folder, ran) => {
      expect(ran.code).toBe(1);
      expect(ran.out).toContain("S_shop   seed 5");
      expect(ran.out).toMatch(/✗ walk .* 4 of 4 branches/);
      expect(ran.out).toContain("GET /customers/{customerId} answers 404, where the protocol expects 200");
      expect((await piolet(["replay", "F1"], { cwd: folder })).code).toBe(1);
      const spec = documentPath("tournaments");
      expect((await piolet(["replay", "F1", "--spec", spec], { cwd: folder })).code).toBe(2);
      return folder;
    });
    const fixed = await onService(shop, undefined, (url) => piolet(["replay", "F1", "--url", url], { cwd }));
    expect(fixed.out).toContain("✓ fixed");
    const kept = readdirSync(join(cwd, ".piolet"));
    expect(kept).toEqual(expect.arrayContaining(["junit.xml", "report.html", "report.sarif", "report.har"]));
    const [log = ""] = readdirSync(join(cwd, ".piolet/runs"));
    const again = await piolet(["report", join(".piolet/runs", log), "--format", "json"], { cwd });
    const [told, written] = [again.out, readFileSync(join(cwd, ".piolet/report.json"), "utf8")];
    expect(JSON.parse(told)).toEqual(JSON.parse(written));
    expect(JSON.parse(told).faults[0].files.json).toBe(join(".piolet", "faults", "F1.json"));
  });

  it("knows how to take back what a conversation makes", async () => {
    await walkLateShop(async (_, cwd) => {
      const { fault } = JSON.parse(readFileSync(join(cwd, ".piolet/faults/F1.json"), "utf8"));
      expect(fault.undo).toMatchObject([{ call: { operation: "DELETE /customers/{customerId}" } }]);
      expect(fault.undo[0].after).toBe(fault.sequence.calls[0].id);
    });
  });

  it("refuses to replay a file that writes to what its conversation does not make", async () => {
    const late = watched(shop);
    const cwd = folderWith({
      "p.copen": "S = !addCust().?C201(id = /id).!deleteCust(id).?C204().!getCust(id).?C200()",
    });
    await onService(late.service, undefined, async (url) => {
      await walkAt(url, shop, { protocol: "", more: ["--runs", "1", "--no-shrink"] }, cwd);
      const file = join(cwd, ".piolet/faults/F1.json");
      const stored = JSON.parse(readFileSync(file, "utf8"));
      expect((await piolet(["replay", "F1"], { cwd })).code).toBe(1);
      stored.fault.sequence.calls[1].path.customerId = { kind: "value", value: "1" };
      writeFileSync(file, JSON.stringify(stored));
      late.asked.length = 0;
      const ran = await piolet(["replay", "F1"], { cwd });
      expect(ran.code).toBe(2);
      expect(ran.err).toContain("something that the conversation does not make");
      expect(late.asked.filter((request) => request.startsWith("DELETE"))).toEqual([]);
    });
  });

  it("fails on warnings where it is told to", async () => {
    const protocol = "S = !listCusts().?C200()";
    const createApp: Service["createApp"] = () => ({
      fetch: () => new Response("[]", { headers: { "content-type": "text/html" } }),
    });
    const verdicts = (code: string) =>
      walkJson(
        { ...shop, createApp },
        { protocol, files: { "piolet.config.json": WARN }, more: ["--fail-on", code] },
      );
    const WARN = '{"oracles": {"content-type": "warn", "response-schema": "off"}}';
    expect(await verdicts("err")).toMatchObject({ code: 0, warnings: [{ oracle: "content-type" }] });
    expect((await verdicts("warn")).code).toBe(1);
  });

  it.each([
    ["throws", 'throw new Error("no more names")', "it fails with no more names"],
    ["returns nothing", "", "it returns nothing that JSON can say"],
    ["is asynchronous", "return Promise.resolve(1)", "it is asynchronous"],
  ])("ends with one problem where a generator of the config file %s", async (_, body, said) => {
    const config = `export default { generators: { customer: () => { ${body} } } };`;
    const protocol = "S = !listCusts().?C200().!addCust(c: NewCustomer(customer)).?C201()";
    const shopAsked = watched(shop);
    const ran = await walk(shopAsked.service, { protocol, files: { "piolet.config.mjs": config } });
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(`The generator customer of the config file gives no value: ${said}.`);
    expect(ran.err.match(/✗/g)).toHaveLength(1);
    expect(shopAsked.asked.filter((request) => request.startsWith("POST"))).toEqual([]);
  });

  it("takes generators and functions of the config file by name", async () => {
    const config = `export default {
      generators: { customer: (random, domain) => ({ username: "u" + random.below(1e9), email: "u@" + domain }) },
      functions: { lives: (customer, domain) => customer.email.endsWith(domain) },
    };`;
    const protocol = (domain: string) =>
      `S = !addCust(c: NewCustomer(customer "shop.org")).?C201(id = /id).!getCust(id).?C200(d: Customer)<lives(d, "${domain}")>`;
    const files = { "piolet.config.mjs": config };
    expect(await walkJson(shop, { protocol: protocol("shop.org"), files })).toMatchObject({
      code: 0,
      problems: [],
    });
    const ran = await walkJson(shop, { protocol: protocol("shop.com"), files });
    expect(ran).toMatchObject({ code: 1, faults: [{ got: "it says no", oracle: "protocol-assertion" }] });
  });

  it.each([
    ["S = !listCusts().?C200(all: Any)<all.customers.map(f)>", "is not GLACIER"],
    ["S = !listCusts().?C200(all: Any)<all.nobody == 1>", "there is no `nobody`"],
  ])("says which assertions nobody could judge: %s", async (protocol, said) => {
    const ran = await walkJson(shop, { protocol });
    expect(ran).toMatchObject({ code: 0, passed: 1 });
    const messages = ran.problems.map(({ message }: { message: string }) => message);
    expect(
      messages.some((message: string) => message.includes("was not judged") && message.includes(said)),
    ).toBe(true);
  });

  it("draws values again until the condition of a call holds", async () => {
    const protocol =
      'S = !addAddr(/customerId = "x", /city = city: String)<city != "">.?C404().!addCust()<1 == 2>.?C201()';
    const ran = await walkJson(shop, { protocol, more: ["--runs", "1"] });
    expect(ran).toMatchObject({ code: 0, calls: 1 });
    expect(ran.problems.map(({ code }: { code: string }) => code)).toContain("protocol-condition");
  });

  it.each([["a body that breaks its type", "S = !listCusts().?C200(n: Int = /_embedded)", "protocol-type"]])(
    "trusts the document over the types of a protocol: %s",
    async (_, protocol, code) => {
      const ran = await walkJson(shop, { protocol });
      expect(ran).toMatchObject({ code: 0, faults: [] });
      expect(ran.problems.map((one: { code: string }) => one.code)).toContain(code);
    },
  );

  it("says what an answer lacks that the protocol takes from it", async () => {
    const protocol =
      "S = !addCust().?C201(id = /id).!getCust(id).?C200(tag = header.ETag).!getCust(id, header.If-Match = tag).?C200()";
    const ran = await walkJson(shop, { protocol });
    expect(ran.faults[0].message).toBe("GET /customers/{customerId} answers 200 without the header ETag");
  });

  it("waits where the service asks to be asked again", async () => {
    const protocol = `S =
      !addPlayer(/pid = pid: Int).?C201().
      !getPlayer(pid).rec X.(&{?C404().!getPlayer(pid).X, ?C200()})`;
    const parsed = protocol
      .replace("addPlayer", "POST /players")
      .replaceAll("getPlayer", "GET /players/{pid}");
    const ran = await walkJson(tournaments, { protocol: parsed.replace("pid: Int", "pid: String") });
    expect(ran.failed).toBe(0);
    // Nobody can make the correct service refuse what it has just accepted.
    expect(ran.branches).toEqual({ total: 2, covered: 1 });
    expect(ran.missed).toHaveLength(1);
  });

  it("tries other values before it blames a service for refusing what nobody chose", async () => {
    const choosy = watched(shop);
    const createApp: Service["createApp"] = () => {
      const app = choosy.service.createApp();
      return {
        fetch: async (request) => {
          const text = await request.clone().text();
          const long = text.includes('"username"') && JSON.parse(text).username.includes(" ");
          return long
            ? new Response(JSON.stringify({ status_code: 400, message: "No spaces." }), {
                status: 400,
                headers: { "content-type": "application/json" },
              })
            : app.fetch(request);
        },
      };
    };
    const ran = await walkJson({ ...shop, createApp }, { protocol: GOOD, more: ["--runs", "4"] });
    expect(ran).toMatchObject({ code: 0, runs: 4, passed: 4 });
  });

  it("calls as whoever a conversation has logged in as, and keeps the token out of the files", async () => {
    const token = "t0ken-of-nobody-else-4711";
    const club: Service = {
      name: "club",
      title: "Club",
      faults: {},
      createApp: () => ({
        fetch: (request) => {
          const isLogin = new URL(request.url).pathname === "/login";
          const isMember = request.headers.get("authorization") === `Bearer ${token}`;
          const status = isLogin ? 200 : isMember ? 202 : 401;
          return Response.json(isLogin ? { token } : {}, { status });
        },
      }),
    };
    const answer = { 200: { description: "" } };
    const document = JSON.stringify({
      openapi: "3.0.3",
      info: { title: "Club", version: "1" },
      paths: {
        "/login": { post: { operationId: "login", responses: answer } },
        "/me": { get: { operationId: "me", security: [{ bearer: [] }], responses: answer } },
      },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    });
    const protocol = "S = !login().?C200(token = /token).!me(bearer = token).?C200()";
    const cwd = folderWith({ "p.copen": protocol, "openapi.json": document });
    const asked = { protocol: "", spec: join(cwd, "openapi.json"), more: ["--json"] };
    const ran = await onService(club, undefined, (url) => walkAt(url, club, asked, cwd));
    expect(JSON.parse(ran.out).faults[0]).toMatchObject({ got: "202", operation: "GET /me" });
    const stored = readFileSync(join(cwd, ".piolet/faults/F1.json"), "utf8");
    expect(stored).toContain('"prefix": "Bearer "');
    expect(stored).not.toContain(token);
    for (const name of readdirSync(join(cwd, ".piolet"), { recursive: true, encoding: "utf8" }))
      if (/\.\w+$/.test(name)) expect(readFileSync(join(cwd, ".piolet", name), "utf8")).not.toContain(token);
    // Whoever runs the script is told nothing, and needs no token: the login in it gets one.
    const script = readFileSync(join(cwd, ".piolet/faults/F1.sh"), "utf8");
    expect(await onService(club, undefined, (url) => runShell(script, url))).toMatchObject({ told: "shows" });
  });

  it.each([
    [["protocol", "p.copen"], 2, "No OpenAPI document is named"],
    [["protocol"], 2, "needs a file"],
    [
      ["protocol", "nothing.copen", "--spec", documentPath("shop"), "-u", "http://127.0.0.1:1"],
      2,
      "no such file",
    ],
    [
      ["protocol", "p.copen", "--spec", documentPath("shop"), "-u", "http://127.0.0.1:1"],
      3,
      "does not answer",
    ],
    [["protocol", "p.copen", "--spec", documentPath("shop"), "--runs", "0"], 2, "--runs takes"],
  ])("%j exits with %i", async (argv, code, said) => {
    const ran = await piolet(argv, { cwd: folderWith({ "p.copen": GOOD }) });
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(said);
  });

  it("walks nothing that has an error in it, and prints the same document", async () => {
    const ran = await walkJson(shop, { protocol: "S = !getCust(id).?C200()" });
    expect(ran).toMatchObject({ code: 2, runs: 0, branches: { total: 0, covered: 0 }, calls: 0, faults: [] });
    expect(ran.problems).toMatchObject([{ code: "protocol-unbound", at: { line: 1, column: 14 } }]);
  });
});
