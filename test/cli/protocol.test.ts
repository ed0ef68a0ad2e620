import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentPath } from "#services/service-files";
import { folderWith, piolet } from "./run-piolet.js";

const spec = documentPath("features");
const GOOD =
  'S=!addProduct(productName:String(constant "p")).?C201.!getProductByName(productName).?C200(p:Product)<p.name==productName>';

async function check(
  protocol: string,
  more: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
) {
  const cwd = folderWith({ "features.copen": protocol, ...files });
  return piolet(["protocol", "check", "features.copen", "--spec", spec, ...more], { cwd });
}

describe("piolet protocol check", () => {
  it("exits with 0 where there is nothing to say", async () => {
    expect(await check(GOOD)).toEqual({ code: 0, out: "1 protocol, 0 errors, 0 warnings\n", err: "" });
  });

  it("points at the place, says what is wrong and what to do, and exits with 2", async () => {
    const ran = await check(
      "S =\n  !addProduct(productName: String).?C201().\n  !getProductByNam(productName).?C200()\n",
    );
    expect(ran).toEqual({
      code: 2,
      err: "",
      out: [
        "features.copen:3:4: error The document has no operation getProductByNam. [protocol-unknown-operation]",
        "    !getProductByNam(productName).?C200()",
        "     ^",
        '    Did you mean "getProductByName"?',
        "1 protocol, 1 error, 0 warnings",
        "",
      ].join("\n"),
    });
  });

  it("exits with 0 where there are only warnings", async () => {
    const ran = await check("S = !getAllProducts().?C418()");
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("warning GET /products declares no 418");
  });

  it("says where a text cannot be read", async () => {
    const ran = await check("S = !getAllProducts()..");
    expect(ran.code).toBe(2);
    expect(ran.out).toContain(
      "features.copen:1:23: error A step is expected, and there is `.`. [protocol-syntax]",
    );
  });

  it("prints one JSON document", async () => {
    const ran = await check("S = !getAllProducts()\nT = !getAllProducts().?C200()", ["--json"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.out)).toEqual({
      protocols: ["S", "T"],
      problems: [
        {
          code: "protocol-no-receive",
          at: { line: 1, column: 5 },
          message: "The answer to !getAllProducts is not awaited: the protocol ends.",
          hint: "Say what it may answer: .?C2XX().",
          severity: "error",
        },
      ],
    });
  });

  it("knows the generators of the config file", async () => {
    const protocol = "S = !addProduct(productName: String(product)).?C201()";
    const config = { "piolet.config.json": '{"generators": {"products": {"value": "p"}}}' };
    const ran = await check(protocol, [], config);
    expect(ran.out).toContain('Did you mean "products"?');
    expect((await check(protocol.replace("(product)", "(products)"), [], config)).out).toContain(
      "0 warnings",
    );
  });

  it("shows the part of a long line that matters", async () => {
    const ran = await check(`S = ${"!getAllProducts().?C200().".repeat(20)}Y`);
    const [, line = "", mark = ""] = ran.out.split("\n");
    expect(line.length).toBeLessThan(110);
    expect(line[mark.indexOf("^")]).toBe("Y");
  });

  it.each([
    [["check", "nothing.copen", "--spec", spec], "there is no such file"],
    [["check", "features.copen", "--spec", "nothing.yaml"], "there is no such file"],
    [["check", "features.copen"], "--spec"],
    [["chek"], "check"],
  ])("%j is refused with 2", async (argv, said) => {
    const ran = await piolet(["protocol", ...argv], { cwd: folderWith({ "features.copen": GOOD }) });
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(said);
  });
});

describe("piolet protocol", () => {
  it.each([[["protocol"]], [["protocol", "check"]], [["protocol", "format"]]])(
    "%j --help has examples",
    async (argv) => {
      const ran = await piolet([...argv, "--help"]);
      expect(ran.code).toBe(0);
      expect(ran.out).toMatch(/Examples:\n {2}piolet protocol /);
    },
  );
});

describe("piolet protocol format", () => {
  const formatted =
    'S =\n  !addProduct(productName: String(constant "p")).?C201().\n  !getProductByName(productName).?C200(p: Product)<p.name == productName>\n';

  it("prints the canonical text", async () => {
    const cwd = folderWith({ "features.copen": GOOD });
    expect(await piolet(["protocol", "format", "features.copen"], { cwd })).toEqual({
      code: 0,
      out: formatted,
      err: "",
    });
    expect(readFileSync(join(cwd, "features.copen"), "utf8")).toBe(GOOD);
  });

  it("writes it into the file", async () => {
    const cwd = folderWith({ "features.copen": GOOD });
    const write = () => piolet(["protocol", "format", "features.copen", "--write"], { cwd });
    expect((await write()).out).toBe("features.copen is formatted\n");
    expect(readFileSync(join(cwd, "features.copen"), "utf8")).toBe(formatted);
    expect((await write()).out).toBe("features.copen is formatted already\n");
  });

  it("leaves a file alone that it cannot read", async () => {
    const cwd = folderWith({ "features.copen": "S = !a(" });
    const ran = await piolet(["protocol", "format", "features.copen", "--write"], { cwd });
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toContain("(features.copen:1:8)");
    expect(readFileSync(join(cwd, "features.copen"), "utf8")).toBe("S = !a(");
  });
});
