import { getAtPointer } from "#base/json-pointer";
import { isSuccess } from "#calls/succeeded";
import type { MediaType } from "#openapi/api";
import { jsonMediaType, mediaEssence, responseFor } from "#openapi/media-type";
import { excerpt } from "./content-type.js";
import { finding, type Oracle } from "./oracle.js";

/** At most this many differences of one body are reported; the first ones explain the rest. */
const MOST = 3;

/**
 * The body against the schema of its status. ERR for what an operation is for, WARN for the bodies of
 * refusals and for `format`, which many services and validators read differently.
 */
export const responseSchema: Oracle = {
  id: "response-schema",
  title: "A JSON body satisfies the schema that the document declares for its status.",
  verdict: "ERR",
  source: "the document's responses",
  judge: (step) => {
    const { response } = step;
    if (response.body.kind !== "json") return [];
    const spec = responseFor(step.operation, response.status);
    const media = spec && mediaFor(spec.content, response.headers["content-type"]);
    const validate = media?.schema === undefined ? undefined : step.validatorFor(media.schema);
    if (validate === undefined) return [];
    const { value } = response.body;
    return validate(value)
      .slice(0, MOST)
      .map((error) => {
        const place = error.pointer === "" ? "the body" : error.pointer;
        return finding(responseSchema.id, step, {
          form: true,
          verdict: isSuccess(response) && error.keyword !== "format" ? "ERR" : "WARN",
          clause: `the body of ${response.status} satisfies its schema`,
          shape: `${response.status} ${error.keyword} ${error.pointer.replace(/\/\d+(?=\/|$)/g, "/*")}`,
          message: `${step.operation.key} answers ${response.status} with a body that breaks its schema: ${place} ${error.message}`,
          expected: `${place} ${error.message}`,
          got: excerpt(JSON.stringify(getAtPointer(value, error.pointer) ?? null)),
          why: "The document promises this shape; clients that are generated from it cannot read what came.",
        });
      });
  },
};

function mediaFor(content: readonly MediaType[], contentType: string | undefined): MediaType | undefined {
  const exact = content.find(
    (media) => contentType !== undefined && mediaEssence(media.contentType) === mediaEssence(contentType),
  );
  return exact ?? jsonMediaType(content);
}
