import { isObject, type Json, property } from "#base/json";

/** Versions that read alike. 3.2 only adds to 3.1. */
export type SpecFamily = "2.0" | "3.0" | "3.1";

export interface SpecVersion {
  /** As the document says it. */
  readonly label: string;
  readonly family: SpecFamily;
  /** False where the document does not say it, or not in a way that is known. */
  readonly declared: boolean;
}

/** Undefined where the document is not OpenAPI at all. A document with `paths` is taken for one. */
export function detectVersion(document: Json): SpecVersion | undefined {
  if (!isObject(document)) return undefined;
  const swagger = versionText(property(document, "swagger"));
  const openapi = versionText(property(document, "openapi"));
  const label = openapi ?? swagger;
  if (label !== undefined) {
    const known = /^(2\.0|3\.[0-2])(\.|-|$)/.exec(label)?.[1];
    if (known === "2.0" || known === "3.0") return { label, family: known, declared: true };
    if (known !== undefined) return { label, family: "3.1", declared: true };
  }
  if (!isObject(property(document, "paths"))) return undefined;
  const family = ["definitions", "basePath", "host"].some((key) => Object.hasOwn(document, key))
    ? "2.0"
    : "3.0";
  return { label: label ?? family, family, declared: false };
}

/** YAML reads an unquoted 2.0 or 3.0 as a number and drops the zero. */
function versionText(value: Json | undefined): string | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? `${value}.0` : String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
