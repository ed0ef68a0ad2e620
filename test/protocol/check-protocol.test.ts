import { test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { checkProtocol } from "#protocol/check-protocol";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import { arbitraryProtocols } from "./arbitrary-protocol.js";
import { checkShop, shop } from "./shop.js";

const found = (text: string) =>
  checkShop(text).map(({ severity, code, at }) => `${severity} ${code} ${at.line}:${at.column}`);

describe("protocols without a fault", () => {
  it.each([
    ["a call and its answer", "S = !listCust().?C200()"],
    [
      "the paper's shop",
      "S_shop = !addCust(c1: Customer(constant 1)).?C201(custId: String = /id).rec X.(+{!addCard(custId, card: Card).?C201(CardId: Created).X, !getCust(custId).?C200(c2: Customer)<c2.name == c1.name>.X, !deleteCust(custId).?C204().end})",
    ],
    ["method and path, whatever the parameter is called", 'S = !GET /customers/{id}(custId = "7").?C404()'],
    ["a tag before the operation", "S = !CardApi.addCard(custId: String, card: Card).?C201()"],
    ["another spelling of an id", "S = !SystemApi.systemPing().?C200()"],
    [
      "credentials first, as in the public tool",
      "S = !DefaultApi.deleteCust(apiKey: String, custId: String).?C204()",
    ],
    ["credentials by name", 'S = !deleteCust(custId: String, key = "secret").?C204()'],
    ["headers that nobody declared", 'S = !listCust(header.If-None-Match = "x").?C200()'],
    ["a part of the body", 'S = !addCust(/name = "Ann", /age = 5).?C201()'],
    ["what is required and drawn", "S = !addCust().?C201()"],
    ["a class of statuses", 'S = !transfer(from = "a", to = "b").&{?C2XX(), ?C4XX()}'],
    ["a branch that ends", "S = rec X.(+{!listCust().?C200().X, end})"],
    [
      "a protocol inside of another",
      "S = New.!getCust(custId).?C200()\nNew = !addCust().?C201(custId = /id)",
    ],
    [
      "answers that are shared",
      "S = !getCust(custId: String).Answer\nT = !deleteCust(custId: String).Gone\nAnswer = &{?C200(), ?C404()}\nGone = &{?C204(), ?C404()}",
    ],
    ["protocols that end in each other", "A = !listCust().?C200().+{B, end}\nB = !addCust().?C201().A"],
    ["polling", "S = !getCust(custId: String).rec X.(&{?C404().!getCust(custId).X, ?C200()})"],
    [
      "steps behind a choice",
      'S = +{!addCust().?C201(id = /id), !addCust(/name = "A").?C201(id = /id)}.!getCust(id).?C200()',
    ],
    [
      "going on after a recursion",
      "S = rec X.(+{!listCust().?C200().X, !addCust().?C201(id = /id)}).!getCust(id).?C200()",
    ],
    ["weights for some", "S = +{!listCust()<0.5>.?C200(), !addCust().?C201(), end}"],
    ["a condition on what is drawn", "S = !listCust(limit: Int)<limit > 0>.?C200()"],
    ["a read in an assertion", "S = !addCust().?C201(id = /id)<response_code(GET /customers/{id}) == 200>"],
    [
      "before and after",
      "S = !addCust().?C201()<previous(response_body(GET /customers).length) < response_body(GET /customers).length>",
    ],
  ])("%s", (_, text) => {
    expect(checkShop(text)).toEqual([]);
  });
});

describe("faults", () => {
  it.each([
    [
      "two protocols of one name",
      "S = !listCust().?C200()\nS = !addCust().?C201()",
      "error protocol-duplicate-name 2:1",
    ],
    [
      "a name that hides another",
      "S = rec S.(!listCust().?C200().+{S, end})",
      "warning protocol-duplicate-name 1:9",
    ],
    ["a name that leads nowhere", "S = !listCust().?C200().Y", "error protocol-unknown-name 1:25"],
    [
      "a recursion that nobody goes back to",
      "S = rec X.(!listCust().?C200())",
      "warning protocol-unused-recursion 1:9",
    ],
    [
      "a recursion without a call",
      "S = rec X.(+{X, !listCust().?C200()})",
      "error protocol-unguarded-recursion 1:9",
    ],
    [
      "protocols that only run each other",
      "S = +{T, end}\nT = +{S, end}",
      "error protocol-unguarded-recursion 1:1",
      "error protocol-unguarded-recursion 2:1",
    ],
    ["a recursion without an exit", "S = rec X.(!listCust().?C200().X)", "error protocol-no-exit 1:9"],
    [
      "only the outer of two recursions without an exit",
      "S = rec X.(!listCust().?C200().rec Y.(!addCust().?C201().+{X, Y}))",
      "error protocol-no-exit 1:9",
    ],
    [
      "only the inner one that has none",
      "S = rec X.(+{!listCust().?C200().rec Y.(!addCust().?C201().Y), !addCust().?C201().X, end})",
      "error protocol-no-exit 1:38",
    ],
    ["a protocol that always runs itself", "S = !listCust().?C200().S", "error protocol-no-exit 1:1"],
    [
      "a protocol that comes back in the middle",
      "S = !listCust().?C200().+{S, end}.!addCust().?C201()",
      "error protocol-growing-recursion 1:27",
    ],
    [
      "a step behind a jump",
      "S = rec X.(+{!listCust().?C200().X.!addCust().?C201(), end})",
      "warning protocol-unreachable 1:36",
    ],
    [
      "a branch that is never chosen",
      "S = +{!listCust()<0>.?C200(), !addCust()<1>.?C201()}",
      "warning protocol-unreachable 1:19",
    ],
    ["a call without an answer", "S = !listCust().!addCust().?C201()", "error protocol-no-receive 1:5"],
    ["a last call without an answer", "S = !listCust()", "error protocol-no-receive 1:5"],
    [
      "a call without an answer inside of another protocol",
      "S = T.!addCust().?C201()\nT = !listCust()",
      "error protocol-no-receive 2:5",
    ],
    ["an answer without a call", "S = ?C200()", "error protocol-no-send 1:5"],
    ["a second answer", "S = !listCust().?C200().?C201()", "error protocol-no-send 1:25"],
    [
      "an answer on some ways only",
      "S = +{!listCust(), !addCust().?C201()}.?C200()",
      "error protocol-no-send 1:40",
    ],
    [
      "an answer in an internal choice",
      "S = !listCust().+{?C200(), ?C404()}",
      "error protocol-choice 1:19",
      "error protocol-choice 1:28",
      "warning protocol-undeclared-status 1:28",
    ],
    [
      "a call in an external choice",
      "S = !listCust().&{?C200(), end}",
      "error protocol-choice 1:17",
      "error protocol-no-receive 1:5",
    ],
    ["one status twice", "S = !listCust().&{?C200(), ?C200()}", "error protocol-duplicate-branch 1:28"],
    [
      "one call twice",
      "S = +{!listCust().?C200(), !listCust().?C200().!addCust().?C201()}",
      "warning protocol-duplicate-branch 1:28",
    ],
    [
      "probabilities that sum to less",
      "S = +{!listCust()<0.5>.?C200(), !addCust()<0.4>.?C201()}",
      "error protocol-probability 1:5",
    ],
    [
      "probabilities that leave nothing",
      "S = +{!listCust()<1>.?C200(), !addCust().?C201()}",
      "error protocol-probability 1:5",
    ],
    [
      "a probability above one",
      "S = +{!listCust()<30>.?C200(), end}",
      "error protocol-probability 1:5",
      "error protocol-probability 1:19",
    ],
    [
      "a probability outside of a choice",
      "S = !listCust()<0.3>.?C200()",
      "warning protocol-probability 1:17",
    ],
    ["an operation that is not there", "S = !addCustomer().?C201()", "error protocol-unknown-operation 1:6"],
    ["a path that is not there", "S = !GET /custmers().?C200()", "error protocol-unknown-operation 1:6"],
    ["a method that is not there", "S = !PUT /customers().?C200()", "error protocol-unknown-operation 1:6"],
    [
      "a parameter that is not there",
      "S = !listCust(limt = 5).?C200()",
      "error protocol-unknown-parameter 1:15",
    ],
    [
      "a name of two parameters",
      "S = !GET /things/{id}(id = 5).?C200()",
      "error protocol-unknown-parameter 1:23",
      "error protocol-missing-argument 1:6",
    ],
    [
      "a body that is not there",
      "S = !getCust(custId: String, body = 5).?C200()",
      "error protocol-unknown-parameter 1:30",
    ],
    [
      "a field that the body has not",
      'S = !addCust(/nme = "x").?C201()',
      "warning protocol-unknown-parameter 1:14",
    ],
    [
      "too many arguments",
      "S = !getCust(a: String, b: String).?C200()",
      "error protocol-argument-count 1:25",
    ],
    [
      "arguments in another order",
      "S = !transfer(from: String, to: String).?C200().!transfer(to, from).?C200()",
      "warning protocol-argument-order 1:59",
      "warning protocol-argument-order 1:63",
    ],
    ["a place behind a name", 'S = !listCust(limit = 5, "x").?C200()', "error protocol-argument-order 1:26"],
    ["one input twice", "S = !listCust(5, limit = 5).?C200()", "error protocol-duplicate-argument 1:18"],
    ["a path without its parameter", "S = !getCust().?C200()", "error protocol-missing-argument 1:6"],
    ["a variable without a value", "S = !getCust(custId).?C200()", "error protocol-unbound 1:14"],
    [
      "a variable with a value on some ways",
      "S = !addCust().&{?C201(id = /id), ?C400()}.!getCust(id).?C200()",
      "error protocol-unbound 1:53",
    ],
    [
      "a variable of a later round",
      "S = rec X.(!getCust(id).?C200(c = /id).!getCust(c).?C200(id = /id).+{X, end})",
      "error protocol-unbound 1:21",
    ],
    [
      "a variable that one caller has",
      "A = !addCust().?C201(id = /id).R\nB = !listCust().?C200().R\nR = !getCust(id).?C200()",
      "error protocol-unbound 3:14",
    ],
    [
      "a name in an assertion",
      'S = !listCust().?C200(all: "Seq[Customer]")<all.length == size>',
      "error formula-unbound 1:59",
    ],
    [
      "a value in an assertion on some ways",
      "S = !addCust().&{?C201(id = /id), ?C400()}.!listCust().?C200()<id != null>",
      "error protocol-unbound 1:64",
    ],
    ["a value that is not used", "S = !addCust().?C201(id = /id)", "warning protocol-unused-variable 1:22"],
    [
      "one name for two values",
      "S = !listCust(a: Int, a: String).?C200()",
      "error protocol-duplicate-variable 1:23",
    ],
    [
      "one name for two parts",
      "S = !addCust().?C201(a = /id, a = /id)<a == a>",
      "error protocol-duplicate-variable 1:31",
      "warning protocol-unused-variable 1:31",
    ],
    ["two names for the body", "S = !addCust().?C201(a: Created, b: Created)", "error protocol-capture 1:34"],
    [
      "a part that is not there",
      "S = !addCust().?C201(id = /ident)<id != null>",
      "warning protocol-capture 1:27",
    ],
    ["a status that is not declared", "S = !listCust().?C404()", "warning protocol-undeclared-status 1:17"],
    ["a type that is not there", "S = !addCust(c: Custmer).?C201()", "warning protocol-unknown-type 1:17"],
    [
      "a type that does not fit the input",
      "S = !listCust(limit: String).?C200()",
      "warning protocol-type 1:22",
    ],
    ["a type that does not fit the body", "S = !addCust(c: Card).?C201()", "warning protocol-type 1:17"],
    [
      "a type that does not fit the answer",
      "S = !listCust().?C200(c: Customer)",
      "warning protocol-type 1:26",
    ],
    [
      "a type of elements that does not fit",
      'S = !listCust().?C200(c: "Seq[Card]")',
      "warning protocol-type 1:26",
    ],
    [
      "a type that does not fit the part",
      "S = !addCust().?C201(id: Int = /id)<id != null>",
      "warning protocol-type 1:26",
    ],
    ["a value that does not fit", 'S = !addCust(/age = "five").?C201()', "warning protocol-type 1:21"],
    [
      "a variable that does not fit",
      "S = !addCust().?C201(c: Created).!getCust(c).?C200()",
      "warning protocol-type 1:43",
    ],
    [
      "Scala",
      'S = !listCust().?C200(all: "Seq[Customer]")<all.contains(x)>',
      "warning protocol-foreign-assertion 1:45",
    ],
    [
      "a function that nobody wrote",
      'S = !listCust().?C200(all: "Seq[Customer]")<checkAll(all)>',
      "warning protocol-foreign-assertion 1:45",
    ],
    [
      "an assertion that states nothing",
      "S = !addCust().?C201(id = /id)<id>",
      "error formula-not-boolean 1:32",
    ],
    [
      "an assertion about a field that is not there",
      'S = !getCust(custId: String).?C200(c: Customer)<c.nam == "x">',
      "warning formula-unknown-field 1:49",
    ],
    [
      "an assertion that compares unlike things",
      "S = !getCust(custId: String).?C200(c: Customer)<c.age < c.name>",
      "error formula-unlike-types 1:49",
    ],
    [
      "a condition on the answer",
      "S = !listCust()<response_code(this) == 200>.?C200()",
      "error formula-this 1:17",
    ],
  ])("%s", (_, text, ...expected) => {
    expect(found(text).sort()).toEqual(expected.sort());
    for (const { message, hint } of checkShop(text)) {
      expect(message).toMatch(/\.$/);
      expect(hint.length).toBeGreaterThan(5);
    }
  });
});

describe("hints", () => {
  const hint = (text: string) => checkShop(text)[0]?.hint;

  it.each([
    ["S = !addCus().?C201()", 'Did you mean "addCust"?'],
    ["S = !GET /custmers().?C200()", 'Did you mean "GET /customers"?'],
    ["S = !listCust(limt = 5).?C200()", 'Did you mean "limit"?'],
    [
      "S = !listCust(q: String(g)).?C200()",
      "Write q = q: String(g), or limit = q: String(g) if that is meant.",
    ],
    ["S = rec Loop.(!listCust().?C200().+{Lop, Loop, end})", 'Did you mean "Loop"?'],
    [
      "S = !addCust().?C201(custId = /id).!deleteCust(cstId).?C204().!getCust(custId).?C404()",
      'Did you mean "custId"?',
    ],
    [
      'S = !listCust().?C200(all: "Seq[Customer]")<all.contains("x")&&all.nonEmpty>',
      'In GLACIER it is: "x" in all && all.length > 0',
    ],
    [
      "S = !getCust(custId: String).?C200(c: Customer)<c.name.get==custId>",
      "In GLACIER it is: c.name == custId",
    ],
    [
      "S = !addCust().?C201(c: Created)<util.setId(c)>",
      "To keep a part of the answer for later, take it by its path: ?C201(id: Int = /id).",
    ],
  ])("%s", (text, expected) => {
    expect(hint(text)).toBe(expected);
  });

  it("know the config file's generators and functions", () => {
    const text = 'S = !listCust(q = q: String(nam)).?C200(all: "Seq[Customer]")<util.checkAl(all)>';
    const options = { generators: new Set(["name"]), functions: new Set(["checkAll"]) };
    expect(checkShop(text, options).map(({ code, hint: said }) => [code, said])).toEqual([
      ["protocol-unknown-generator", 'Did you mean "name"?'],
      ["protocol-foreign-assertion", 'Did you mean "checkAll"?'],
    ]);
  });
});

describe("any protocol", () => {
  test.prop([arbitraryProtocols], { numRuns: 200 })(
    "is checked, and every problem has a place",
    (protocols) => {
      const text = printProtocol(protocols);
      const parsed = parseProtocol(text);
      const lines = text.split("\n");
      for (const { at, hint } of parsed.ok
        ? checkProtocol(parsed.value, shop, { generators: new Set() })
        : []) {
        expect(at.line).toBeGreaterThanOrEqual(1);
        expect(at.column).toBeLessThanOrEqual((lines[at.line - 1]?.length ?? 0) + 1);
        expect(hint).not.toBe("");
      }
    },
  );
});
