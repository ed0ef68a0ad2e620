import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { type Template, value } from "#calls/template";
import { mendInputs } from "#semantics/mend-inputs";

/** The body that is sent after a refusal, as templates; undefined where the refusal helps nobody. */
function mended(content: Template, sent: Json, said: Json, status = 400): Template | undefined {
  const inputs: CallInputs = {
    path: {},
    query: {},
    header: {},
    cookie: {},
    body: { contentType: "application/json", content },
  };
  const exchange: Exchange = {
    call: { id: "create", operation: "POST /tables", ...inputs },
    request: {
      method: "POST",
      url: "http://127.0.0.1/tables",
      headers: {},
      inputs: {
        path: {},
        query: {},
        header: {},
        cookie: {},
        body: { contentType: "application/json", content: sent },
      },
    },
    outcome: {
      kind: "response",
      status,
      redirects: 0,
      headers: {},
      body: { kind: "json", value: said, text: JSON.stringify(said) },
    },
    milliseconds: 1,
  };
  return mendInputs(inputs, exchange)?.body?.content;
}

const fresh = (form?: "slug" | "word"): Template => ({
  kind: "fresh",
  name: "create: name",
  sample: "x",
  ...(form === undefined ? {} : { form }),
});

describe("what a refusal says of a body mends it", () => {
  it("a text that it quotes becomes one plain word, wherever it stands", () => {
    const sent = { name: "t1", matchers: [{ name: "Amber grove 156", is: true }] };
    const said = 'invalid label name "Amber grove 156"';
    expect(mended(value(sent), sent, said)).toEqual({
      kind: "object",
      members: {
        name: value("t1"),
        matchers: {
          kind: "array",
          items: [{ kind: "object", members: { is: value(true), name: value("amber_grove_156") } }],
        },
      },
    });
  });

  it("one of the choices that it lists is taken", () => {
    const sent = { columns: [{ type: "amber464" }] };
    const said = { message: '"body.columns[0].type" must be one of [TEXT, INTEGER, SET NULL]' };
    expect(mended(value(sent), sent, said)).toEqual({
      kind: "object",
      members: {
        columns: { kind: "array", items: [{ kind: "object", members: { type: value("TEXT") } }] },
      },
    });
  });

  it("what is new each time stays so: as a word, then with hyphens, then not at all", () => {
    const refuse = (template: Template) =>
      mended(
        { kind: "object", members: { name: template } },
        { name: "Birch 27-33" },
        'invalid "Birch 27-33"',
      );
    expect(refuse(fresh())).toEqual({ kind: "object", members: { name: fresh("word") } });
    expect(refuse(fresh("word"))).toEqual({ kind: "object", members: { name: fresh("slug") } });
    expect(refuse(fresh("slug"))).toBeUndefined();
  });

  it("also where the service says it with a 500", () => {
    const sent = { name: "Birch 27" };
    expect(mended(value(sent), sent, 'invalid "Birch 27"', 500)).toEqual({
      kind: "object",
      members: { name: value("birch_27") },
    });
  });

  it.each([
    ["a refusal that quotes nothing", { name: "Birch 27" }, "name is required", 400],
    ["a short word that is everywhere", { name: "a" }, "a pattern is not matched", 400],
    ["a conflict of what is there", { name: "Birch 27" }, "Birch 27 is taken", 409],
    ["a failure that says nothing of it", { name: "Birch 27" }, "internal error", 500],
    ["a word that is plain already", { name: "birch_x" }, 'invalid "birch_x"', 400],
  ])("not by %s", (_, sent, said, status) => {
    expect(mended(value(sent), sent, said, status)).toBeUndefined();
  });
});
