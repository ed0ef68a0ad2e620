import type { MediaType, Operation, ResponseSpec, Schema } from "./api.js";

/** `application/json`, `application/problem+json; charset=utf-8`: whatever holds JSON. */
export function isJsonType(contentType: string): boolean {
  const essence = mediaEssence(contentType);
  return essence === "application/json" || essence === "text/json" || essence.endsWith("+json");
}

/** The media type without its parameters, in lower case. */
export function mediaEssence(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * The declared response that a status falls under: the exact one, then its class (`2XX`), then `default`. Where
 * a success is declared, `default` describes failures, as nearly all documents mean it: another success is then
 * undeclared, and not a failure with the wrong body.
 */
export function responseFor(operation: Operation, status: number): ResponseSpec | undefined {
  const find = (wanted: string) =>
    operation.responses.find((response) => response.status.toUpperCase() === wanted);
  const declared = find(String(status)) ?? find(`${Math.floor(status / 100)}XX`);
  if (declared !== undefined) return declared;
  const successes = operation.responses.some((response) => response.status.startsWith("2"));
  return status < 300 && successes ? undefined : find("DEFAULT");
}

export function jsonMediaType(content: readonly MediaType[]): MediaType | undefined {
  return (
    content.find((media) => isJsonType(media.contentType)) ??
    content.find((media) => media.contentType === "*/*")
  );
}

/** The schema of what the operation answers when it succeeds, as far as it is declared. */
export function successSchema(operation: Operation): Schema | undefined {
  const successes = operation.responses.filter((response) => /^2/.test(response.status));
  const fallback = operation.responses.filter((response) => response.status === "default");
  for (const response of [...successes, ...fallback]) {
    const schema = jsonMediaType(response.content)?.schema;
    if (schema !== undefined) return schema;
  }
  return undefined;
}

export function requestSchema(operation: Operation): Schema | undefined {
  const content = operation.body?.content ?? [];
  return (jsonMediaType(content) ?? content[0])?.schema;
}
