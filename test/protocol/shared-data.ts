import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SHARED = join(import.meta.dirname, "../../../shared");

/** The authors' published models; a checkout without them skips the tests that read them. */
export const MODELS = join(SHARED, "data/copenapi");

export const HAS_MODELS = existsSync(MODELS);

export function modelNames(): readonly string[] {
  return HAS_MODELS ? readdirSync(MODELS).filter((name) => name.endsWith(".st")) : [];
}

export function readModel(name: string): string {
  return readFileSync(join(MODELS, name), "utf8");
}

const DOCUMENTS: Readonly<Record<string, string>> = {
  "bingmaps.st": "bingmaps__swagger.json",
  "cwa.st": "cwa__swagger.json",
  "featuresservice.st": "featuresservice__schema.yaml",
  "gestaohospital.st": "gestaohospital__gestaohospital.json",
  "gitlab.st": "gitlab__openapi.yaml",
  "languagetool.st": "languagetool__swagger.json",
  "openverse-copy.st": "openverse__openapi.json",
  "openverse.st": "openverse__openapi.json",
  "petclinic.st": "petclinic__openapi.yml",
  "petstore.st": "petstore__openapi.yaml",
  "restcountries-replies.st": "restcountries__swagger-replies.json",
  "restcountries.st": "restcountries__swagger.yaml",
  "sockshop.st": "sockshop__user-openapi.json",
  "usersregistry.st": "usersregistry__openapi.json",
};

/** The OpenAPI document that was published beside a model. */
export function documentOf(model: string): string {
  return join(
    SHARED,
    "specs",
    `chrisbartoloburlo__cots__examples__src__main__scala__examples__${DOCUMENTS[model]}`,
  );
}
