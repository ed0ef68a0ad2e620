import { fc, test } from "@fast-check/vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import {
  anything,
  arrayOf,
  boolean,
  type Decoder,
  exactly,
  named,
  nullOr,
  number,
  object,
  oneOf,
  recordOf,
  string,
  tagged,
} from "#base/decode-json";
import { schemaOf } from "#base/decoder-schema";
import type { Json } from "#base/json";

const tree: Decoder<unknown> = named("Tree", () =>
  tagged<unknown>("kind", {
    leaf: object({ kind: oneOf("leaf"), text: string }),
    branch: object({ kind: oneOf("branch"), children: arrayOf(tree) }),
  }),
);

/** One decoder of every kind. */
const DECODERS: readonly Decoder<unknown>[] = [
  ...[string, number, boolean, anything, exactly(7), nullOr(number), oneOf("a", "b"), tree],
  ...[arrayOf(string), recordOf(nullOr(boolean)), object({ a: string }, { b: tree })],
];

/** JSON that hits and misses the forms above about as often. */
const documents = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>("a", "b", "text", 7, 1.5, true, null, [], {}),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.record({ a: tie("any"), b: tie("any") }, { requiredKeys: [] }),
    fc.record({ kind: fc.constant("leaf"), text: tie("any") }),
    fc.record({ kind: fc.constant("branch"), children: fc.array(tie("any"), { maxLength: 2 }) }),
  ),
})).any;

const ajv = new Ajv2020({ strict: false });
const PAIRS = DECODERS.map((decoder) => ({ decoder, validate: ajv.compile(schemaOf(decoder, {})) }));

test.prop([documents])("a decoder takes exactly what its schema allows", (json) => {
  for (const { decoder, validate } of PAIRS) expect(decoder(json, "").ok).toBe(validate(json));
});
