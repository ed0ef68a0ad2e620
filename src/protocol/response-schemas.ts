import type { Operation, ResponseSpec, Schema } from "#openapi/api";

/** What the document says about the answers of a status (`201`) or a class of them (`2XX`). */
export function responsesFor(operation: Operation, status: string): readonly ResponseSpec[] {
  const { responses } = operation;
  const isClass = status.endsWith("XX");
  const exact = responses.filter((response) =>
    isClass ? response.status[0] === status[0] : response.status === status,
  );
  if (exact.length > 0) return exact;
  const wider = responses.filter((response) => response.status.toUpperCase() === `${status[0]}XX`);
  return wider.length > 0 ? wider : responses.filter((response) => response.status === "default");
}

/** The schemas of their bodies; none where one of them is not described. */
export function bodySchemasOf(responses: readonly ResponseSpec[]): readonly Schema[] {
  const schemas = responses.flatMap((response) => response.content.map((media) => media.schema));
  const known = schemas.filter((schema) => schema !== undefined);
  return known.length === schemas.length ? known : [];
}
