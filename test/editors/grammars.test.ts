import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CONSTANTS, LENGTH, MESSAGE_PARTS, PREVIOUS } from "#glacier/vocabulary";
import { parseProtocol } from "#protocol/parse-protocol";
import { allSteps } from "#protocol/walk-steps";
import { HAS_MODELS, modelNames, readModel } from "../protocol/shared-data.js";
import { type ColouredToken, createTokeniser, VSCODE } from "./tokens.js";

const root = join(import.meta.dirname, "../..");
let tokenise: (scope: string, text: string) => readonly ColouredToken[];
beforeAll(async () => {
  tokenise = await createTokeniser();
});

/** `word: scope` of every token that is more than space, without the language's name behind the scope. */
const coloured = (scope: string, text: string) =>
  tokenise(scope, text)
    .filter((token) => token.text.trim() !== "")
    .map((token) => `${token.text.trim()}: ${token.scope.replace(/\.(?:copen|glacier|piolet)$/, "")}`);

describe("the grammar of COpenAPI", () => {
  it.each([
    [
      "S = end",
      ["S: entity.name.type.protocol", "=: keyword.operator.assignment", "end: keyword.control.end"],
    ],
    ["!addCust()", ["!: keyword.operator.send", "addCust: entity.name.function"]],
    [
      "!GET /pets/{petId}(petId)",
      ["GET: keyword.other.method", "/pets/{petId}: entity.name.function.path", "petId: variable.other"],
    ],
    [
      "?C2XX(id = /id)",
      [
        "?: keyword.operator.receive",
        "C2XX: constant.numeric.status",
        "id: variable.parameter",
        "/id: string.unquoted.pointer",
      ],
    ],
    [
      "rec X.(+{X})",
      [
        "rec: keyword.control.rec",
        "X: entity.name.label",
        "+: keyword.operator.choice",
        "X: variable.other.protocol",
      ],
    ],
    [
      '!a(c: Card(gen "x"), /y = 5)',
      [
        "c: variable.parameter",
        "Card: support.type",
        "gen: support.function.generator",
        "/y: variable.other.target",
        "5: constant.numeric",
      ],
    ],
    [
      "?C200(c: Customer)<c.name == d>.X",
      [
        "<: punctuation.definition.assertion",
        "c: variable.other",
        "name: variable.other.member",
        "==: keyword.operator",
        ">: punctuation.definition.assertion",
        "X: variable.other.protocol",
      ],
    ],
    [
      "!a()<0.3@x > 1>.b",
      [
        "0.3: constant.numeric.weight",
        "@: keyword.operator.condition",
        ">: keyword.operator",
        "1: constant.numeric",
        ">: punctuation.definition.assertion",
      ],
    ],
    ["# a comment !x", ["# a comment !x: comment.line"]],
  ])("%s", (text, expected) => {
    const found = coloured("source.copen", text);
    expect(expected.filter((token) => !found.includes(token))).toEqual([]);
  });

  const examples = readdirSync(join(root, "examples/protocols"))
    .filter((name) => name.endsWith(".copen"))
    .map((name) => ({ name, text: readFileSync(join(root, "examples/protocols", name), "utf8") }));
  const published = HAS_MODELS ? modelNames().map((name) => ({ name, text: readModel(name) })) : [];

  it.each([...examples, ...published].filter(({ text }) => parseProtocol(text).ok))(
    "colours every call and answer of $name where the parser sees one",
    ({ text }) => {
      const parsed = parseProtocol(text);
      const steps = parsed.ok ? parsed.value.definitions.flatMap(({ body }) => [...allSteps(body)]) : [];
      const scopes = new Map(tokenise("source.copen", text).map(({ start, scope }) => [start, scope]));
      const wrong = steps.flatMap((step) => {
        if (step.kind !== "send" && step.kind !== "receive") return [];
        const scope = scopes.get(step.span.start.offset) ?? "";
        return scope.startsWith(`keyword.operator.${step.kind}`) ? [] : [{ at: step.span.start, scope }];
      });
      expect(steps.length).toBeGreaterThan(0);
      expect(wrong).toEqual([]);
    },
  );
});

describe("the grammar of GLACIER", () => {
  it.each([
    ["POST /players:", ["POST: keyword.other.method", "/players: entity.name.function.path"]],
    ["  requires:", ["requires: keyword.control.section"]],
    ["  requires sufficient:", ["requires sufficient: keyword.control.section"]],
    ["  ensures on refused:", ["ensures on refused: keyword.control.section"]],
    [
      "  - response_code(GET /players/{pid}) == 404",
      [
        "response_code: support.function.message",
        "GET: keyword.other.method",
        "/players/{pid}: entity.name.function.path",
        "404: constant.numeric",
      ],
    ],
    [
      "- for p in response_body(this) :- p.of != previous(len)",
      [
        "for: keyword.control.quantifier",
        "in: keyword.operator.word",
        "this: variable.language.this",
        ":-: keyword.operator",
        "of: variable.other.member",
        "previous: support.function.state",
        "len: support.function.length",
      ],
    ],
    [
      "- res_code(GET /players/request_body(this){pid}) = 404",
      ["/players/request_body(this){pid}: entity.name.function.path"],
    ],
    [
      "- request_body(this){name} is part of 'x'",
      ["name: variable.other.member", "part: keyword.operator.word", "x: string.quoted.single"],
    ],
  ])("%s", (text, expected) => {
    const found = coloured("source.glacier", text);
    expect(expected.filter((token) => !found.includes(token))).toEqual([]);
  });

  it.each([
    ["support.function.message", [...MESSAGE_PARTS.keys()]],
    ["support.function.state", [...PREVIOUS]],
    ["support.function.length", [...LENGTH]],
    ["constant.language", [...CONSTANTS.keys()]],
  ])("knows all words of %s", (scope, words) => {
    for (const word of words) expect(coloured("source.glacier", `- ${word} `)).toContain(`${word}: ${scope}`);
  });
});

describe("the extension for VS Code", () => {
  it("names files that are there, and the languages that have a grammar", () => {
    const { contributes, main } = JSON.parse(readFileSync(join(VSCODE, "package.json"), "utf8"));
    const { languages, grammars } = contributes;
    expect(grammars.map(({ language }: { language: string }) => language)).toEqual(
      languages.map(({ id }: { id: string }) => id),
    );
    const named = [main, ...grammars.map(({ path }: { path: string }) => path), languages[0].configuration];
    for (const path of named) expect(readFileSync(join(VSCODE, path), "utf8")).not.toBe("");
  });
});
