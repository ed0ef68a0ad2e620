import { fc, test } from "@fast-check/vitest";
import { expect, test as plain } from "vitest";
import { textDifference } from "#report/page/text-difference";

/** Sentences of few words have much in common; any text may come from a service. */
const texts = fc.oneof(
  fc
    .array(fc.constantFrom("the", "name", "is", "Ada", "Bo", '"', " ", "200"), { maxLength: 30 })
    .map((all) => all.join("")),
  fc.string({ unit: "binary" }),
);

test.prop([texts, texts])(
  "the pieces are the two texts, nothing lost and nothing made up",
  (expected, got) => {
    const pieces = textDifference(expected, got);
    const side = (name: "expected" | "got") =>
      pieces.flatMap((piece) => (piece.in === "both" || piece.in === name ? [piece.text] : [])).join("");
    expect([side("expected"), side("got")]).toEqual([expected, got]);
  },
);

test.prop([texts])("equal texts have no difference", (text) => {
  expect(textDifference(text, text).every((piece) => piece.in === "both" || piece.text === "")).toBe(true);
});

plain.each([
  ['the name is "Ada"', 'the name is "Bo"', ["Ada", "Bo"]],
  ["404, 410 or another 4xx", "200 with a body", ["404, 410 or another 4xx", "200 with a body"]],
])("of %j and %j only what differs is marked", (expected, got, marked) => {
  const different = textDifference(expected, got).filter((piece) => piece.in !== "both");
  expect(different.map(({ text }) => text)).toEqual(marked);
});
