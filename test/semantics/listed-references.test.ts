import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { loadApiFromJson } from "#openapi/load-api";
import { guessSemantics } from "#semantics/guess-semantics";
import { linkName } from "#semantics/rule";

const KEPT = ["products", "orders"];

/** What an order with such a member needs, by the place of the reference. */
function needsOf(member: Json, required: readonly string[], more: Readonly<Record<string, Json>> = {}) {
  const schema: Json = { type: "object", required, properties: { note: { type: "string" }, lines: member } };
  const responses: Json = { "200": { description: "" } };
  const paths = Object.fromEntries(
    KEPT.flatMap((kind): [string, Json][] => [
      [
        `/${kind}`,
        {
          get: { responses },
          post: { requestBody: { content: { "application/json": { schema } } }, responses },
        },
      ],
      [
        `/${kind}/{${kind.slice(0, -1)}Id}`,
        {
          parameters: [
            { name: `${kind.slice(0, -1)}Id`, in: "path", required: true, schema: { type: "string" } },
          ],
          get: { responses },
          delete: { responses },
        },
      ],
    ]),
  );
  const document = { openapi: "3.0.3", info: { title: "", version: "" }, paths: { ...paths, ...more } };
  const loaded = loadApiFromJson(document);
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message);
  const order = guessSemantics(loaded.value).resources.find(({ name }) => name === "order");
  return order?.parents.map(({ resource, via }) => {
    const isNeeded = via.kind !== "body" || via.required;
    return `${resource} ${linkName(via)}${isNeeded ? "" : ", optional"}`;
  });
}

const line = (properties: Readonly<Record<string, Json>>, least?: number): Json => ({
  type: "array",
  ...(least === undefined ? {} : { minItems: least }),
  items: { type: "object", required: Object.keys(properties), properties },
});
const ID: Json = { type: "string" };

describe("what stands in a list names things", () => {
  it.each<[string, Json, readonly string[], readonly string[]]>([
    ["a member of its entries", line({ productId: ID }), ["lines"], ["product /lines/0/productId"]],
    ["one that need not be there", line({ product_id: ID }), [], ["product /lines/0/product_id, optional"]],
    [
      "an object with an id",
      line({ product: { type: "object", properties: { id: ID } } }),
      ["lines"],
      ["product /lines/0/product/id"],
    ],
    ["what is no reference", line({ title: ID }), ["lines"], []],
    ["entries of which one will not do", line({ productId: ID }, 2), ["lines"], []],
  ])("%s", (_, member, required, needs) => {
    expect(needsOf(member, required)).toEqual(needs);
  });

  it("a list that can be left out, where its entries have a create of their own below", () => {
    const parameters = [{ name: "orderId", in: "path", required: true, schema: ID }];
    const below = {
      "/orders/{orderId}/lines": {
        parameters,
        get: { responses: { "200": { description: "" } } },
        post: { responses: { "201": { description: "" } } },
      },
      "/orders/{orderId}/lines/{lineId}": {
        parameters: [...parameters, { name: "lineId", in: "path", required: true, schema: ID }],
        delete: { responses: { "204": { description: "" } } },
      },
    };
    expect(needsOf(line({ productId: ID }), [], below)).toEqual([]);
    expect(needsOf(line({ productId: ID }), ["lines"], below)).toEqual(["product /lines/0/productId"]);
  });
});
