import type { Api } from "#openapi/api";

/** Where a token is sent: where the document wants a key in a header of its own, there; else as most services take it. */
export function tokenHeader({ securitySchemes }: Pick<Api, "securitySchemes">): {
  readonly name: string;
  readonly prefix: string;
} {
  const schemes = Object.values(securitySchemes);
  const key = schemes.find((scheme) => scheme.type === "apiKey" && scheme.in === "header");
  const isOnly = schemes.every((scheme) => scheme === key);
  return key?.type === "apiKey" && isOnly
    ? { name: key.name, prefix: "" }
    : { name: "Authorization", prefix: "Bearer " };
}
