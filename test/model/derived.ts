import { dirname, join } from "node:path";
import { runSteps } from "#base/in-steps";
import { readWritten } from "#contracts/written-contract";
import { type Derivation, type DeriveOptions, deriveModels } from "#model/derive-models";
import type { DerivedModel } from "#model/derived-model";
import type { Api } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import { type Rule, type RuleContent, settleRules } from "#semantics/rule";
import { documentPath } from "#services/service-files";

export interface Asked extends Partial<DeriveOptions> {
  readonly size?: number | Readonly<Record<string, number>>;
  /** Rules beside those of the document and its overlays. */
  readonly rules?: readonly RuleContent[];
}

/** The models of a bundled service with the overlay of the paper's rules, without updates and refusals. */
export async function paperModels(service: string, asked: Asked = {}): Promise<Derivation> {
  return derivedModels(await loaded(service, [paperRules(service)]), asked);
}

/** By way of the package's root: benches run this from another folder. */
export function paperRules(service: string): string {
  return join(dirname(documentPath(service)), "../../test/model", `${service}-rules.yaml`);
}

/** The only model, where there is to be one. */
export async function paperModel(service: string, asked: Asked = {}): Promise<DerivedModel> {
  return theOnly(await paperModels(service, asked));
}

export function theOnly({ models, leftOut }: Derivation): DerivedModel {
  const [model, another] = models;
  if (model === undefined || another !== undefined) throw new Error(`${models.length} models; ${leftOut[0]}`);
  return model;
}

export async function loaded(service: string, overlays: readonly string[] = []): Promise<Api> {
  const result = await loadApi(documentPath(service), { overlays });
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}

export function derivedModels(api: Api, { size = 2, rules = [], ...options }: Asked = {}): Derivation {
  const semantics = guessSemantics(api);
  const written = readWritten(api, semantics);
  if (written.problems[0] !== undefined) throw new Error(written.problems[0].message);
  const said = rules.map((rule): Rule => ({ ...rule, source: "declared", reason: "the test says so" }));
  return runSteps(
    deriveModels(api, semantics, settleRules(guessRules(api, semantics), written.rules, said), {
      updates: false,
      refusals: false,
      maxStates: 1_000_000,
      sizes:
        typeof size === "number"
          ? { default: size, byResource: new Map() }
          : { default: 2, byResource: new Map(Object.entries(size)) },
      ...options,
    }),
  );
}
