import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accounts } from "#services/accounts/accounts";
import { features } from "#services/features/features";
import { type Service, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { shop } from "#services/shop/shop";
import { tournaments } from "#services/tournaments/tournaments";
import { CLINIC_DOCUMENT, CLINIC_PROTOCOL, clinic } from "../protocol/clinic-service.js";
import { folderWith, piolet, type Ran } from "./run-piolet.js";

const EXAMPLES = join(import.meta.dirname, "../../examples/protocols");

interface Asked {
  readonly protocol: string;
  readonly fault?: string;
  readonly more?: readonly string[];
  readonly spec?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** A service that also says what it was asked for. */
function watched(service: Service): { service: Service; asked: string[] } {
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

async function onService<T>(
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

function walkAt(
  url: string,
  service: Service,
  { protocol, more = [], spec, files = {} }: Asked,
  cwd?: string,
) {
  const folder = cwd ?? folderWith({ "p.copen": protocol, ...files });
  const argv = ["protocol", "p.copen", "--spec", spec ?? documentPath(service.name), "--url", url];
  return piolet([...argv, "--seed", "5", ...more], { cwd: folder });
}

function walk(service: Service, asked: Asked): Promise<Ran> {
  return onService(service, asked.fault, (url) => walkAt(url, service, asked));
}

async function walkJson(service: Service, asked: Asked) {
  const { code, out } = await walk(service, { ...asked, more: [...(asked.more ?? []), "--json"] });
  return { code, ...JSON.parse(out) };
}

const SERVICES = { shop, features, accounts } as const;

const example = (name: string) => readFileSync(join(EXAMPLES, `${name}.copen`), "utf8");

const operationsOf = (fault: { calls: { operation: string }[] }) =>
  fault.calls.map(({ operation }) => operation);

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
      const ran = await walkJson(SERVICES[name], { protocol: example(name), fault });
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
    for (const { service } of [one, two]) await walk(service, { protocol: example("shop") });
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

  it("prints what happened, and where the faults are", async () => {
    const cwd = folderWith({ "p.copen": example("shop") });
    const asked = { protocol: "" };
    await onService(shop, "customer-readable-late", async (url) => {
      const ran = await walkAt(url, shop, asked, cwd);
      expect(ran.code).toBe(1);
      expect(ran.out).toContain("S_shop   seed 5");
      expect(ran.out).toMatch(/✗ walk .* 4 of 4 branches/);
      expect(ran.out).toContain("GET /customers/{customerId} answers 404, where the protocol expects 200");
      expect((await piolet(["replay", "F1"], { cwd })).code).toBe(1);
    });
    const fixed = await onService(shop, undefined, (url) => piolet(["replay", "F1", "--url", url], { cwd }));
    expect(fixed.out).toContain("✓ fixed");
  });

  it("refuses a fault file whose protocol is not the document's", async () => {
    const cwd = folderWith({ "p.copen": example("shop") });
    await onService(shop, "customer-readable-late", async (url) => {
      await walkAt(url, shop, { protocol: "" }, cwd);
      const spec = documentPath("tournaments");
      expect((await piolet(["replay", "F1", "--spec", spec], { cwd })).code).toBe(2);
    });
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
  });

  it.each([
    [["protocol", "p.copen"], 2, "needs the OpenAPI document"],
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

describe("piolet protocol infer", () => {
  it.each(["shop", "features", "accounts"] as const)(
    "prints protocols for the %s that pass the check, and walk without a fault",
    async (name) => {
      const service = SERVICES[name];
      await onService(service, undefined, async (url) => {
        const cwd = folderWith({});
        const spec = documentPath(service.name);
        const infer = ["protocol", "infer", spec, "--url", url, "--seed", "3", "-o", "p.copen"];
        expect(await piolet(infer, { cwd })).toMatchObject({ code: 0, err: "" });
        const checked = await piolet(["protocol", "check", "p.copen", "--spec", spec], { cwd });
        expect(checked.out).toContain(" 0 errors, 0 warnings");
        const ran = await walkAt(url, service, { protocol: "", more: ["--json"] }, cwd);
        const { failed, faults, runs } = JSON.parse(ran.out);
        expect({ failed, faults }).toEqual({ failed: 0, faults: [] });
        expect(runs).toBeGreaterThan(1);
      });
    },
  );

  it("goes by the document where there is no service", async () => {
    const ran = await piolet(["protocol", "infer", documentPath("shop")]);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("!addCard(/customerId = customerId).?C2XX(cardId = /id)");
  });
});

describe("piolet protocol export", () => {
  const LINEAR =
    "S = !addCust(c: NewCustomer).?C201(id = /id).!getCust(id).?C200(d: Customer)<c is part of d>.!deleteCust(id).?C2XX()";
  const write = (format: string, protocol = LINEAR) => {
    const cwd = folderWith({ "p.copen": protocol });
    const argv = ["protocol", "export", "p.copen", "--format", format, "--spec", documentPath("shop")];
    return piolet(argv, { cwd });
  };

  it("draws a protocol", async () => {
    const ran = await write("mermaid", example("shop"));
    expect(ran.out).toContain("sequenceDiagram");
    expect(ran.out).toContain("loop X");
    expect(ran.out).toContain("C->>S: getCust(custId)");
    expect(ran.out.match(/^ +(?:alt|loop)/gm)).toHaveLength(2);
    expect(ran.out.match(/^ +end$/gm)).toHaveLength(2);
  });

  it("writes a workflow, which is read and walked as the same protocol", async () => {
    const { code, out } = await write("arazzo");
    expect(code).toBe(0);
    expect(out).toContain("condition: $statusCode == 201");
    const files = { "flow.arazzo.yaml": out };
    const ran = await onService(shop, undefined, (url) =>
      piolet(
        [
          ...["protocol", "flow.arazzo.yaml", "--spec", documentPath("shop")],
          ...["--url", url, "--seed", "1", "--json"],
        ],
        { cwd: folderWith(files) },
      ),
    );
    expect(JSON.parse(ran.out)).toMatchObject({ failed: 0, calls: 3, problems: [] });
  });

  it("refuses to write choices as a workflow", async () => {
    const ran = await write("arazzo", example("shop"));
    expect(ran.code).toBe(2);
    expect(ran.err).toContain("has a choice or a recursion");
  });

  it("says what of a workflow a protocol cannot say", async () => {
    const flow = `arazzo: 1.0.1
workflows:
  - workflowId: buy
    steps:
      - stepId: add
        operationPath: "{$sourceDescriptions.api.url}#/paths/~1customers/post"
        requestBody: { payload: { username: "u-77", email: u@shop.org } }
        successCriteria: [{ condition: $statusCode == 201 }, { condition: "^x$", type: regex, context: $response.body }]
        outputs: { id: $response.body#/id }
        onFailure: [{ name: again, type: retry }]
      - stepId: read
        operationId: $sourceDescriptions.api.getCust
        parameters: [{ name: customerId, in: path, value: $steps.add.outputs.id }]
        successCriteria: [{ condition: "$response.body#/username == 'u-77'" }]
`;
    const cwd = folderWith({ "flow.yaml": flow });
    const printed = await piolet(["protocol", "format", "flow.yaml"], { cwd });
    expect(printed.out).toBe(
      [
        "buy =",
        '  !POST /customers(/username = "u-77", /email = "u@shop.org").?C201(id = /id).',
        '  !getCust(path.customerId = id).?C2XX()<response_body(this){username} == "u-77">',
        "",
      ].join("\n"),
    );
    expect(printed.err).toContain("`onFailure` of the step add of buy");
    expect(printed.err).toContain("a criterion of the step add of buy");
    const asked = ["protocol", "flow.yaml", "--spec", documentPath("shop"), "--json"];
    const ran = await onService(shop, undefined, (url) => piolet([...asked, "--url", url], { cwd }));
    expect(ran.code).toBe(0);
  });
});
