import type { Json } from "#base/json";
import { parsePointer } from "#base/json-pointer";
import type { Signs } from "#calls/refusal-sign";
import type { Fault } from "#calls/run-record";
import type { Api } from "#openapi/api";
import { describeRule } from "#run/describe-rule";
import type { RecipeBook } from "#semantics/find-recipes";
import { idFieldsOf } from "#semantics/id-fields";
import { type Lifecycle, lifecyclesIn } from "#semantics/lifecycles";
import { listedUnder } from "#semantics/mentions";
import { linkName, type Rule } from "#semantics/rule";
import type {
  OperationMeaning,
  OperationSemantics,
  ParentLink,
  Resource,
  Semantics,
} from "#semantics/semantics";

/** What `piolet learn` found, for `--json` and the overlay. */
export interface LearnReport {
  readonly api: Api;
  readonly semantics: Semantics;
  readonly book: RecipeBook;
  readonly rules: readonly Rule[];
  readonly signs: Signs;
  readonly sendsEtags: boolean;
  readonly deviations: readonly Fault[];
  readonly requests: number;
  readonly seed: number;
}

export function learnedAsJson(report: LearnReport): Json {
  const { api, semantics, requests, seed } = report;
  return {
    operations: Object.fromEntries(
      api.operations.map(({ key, operationId }) => [
        key,
        operationAsJson(semantics.operations[key], operationId ?? null, semantics),
      ]),
    ),
    resources: Object.fromEntries(
      semantics.resources.map((resource) => [resource.name, resourceAsJson(resource, report)]),
    ),
    relations: relationsOf(report),
    lifecycles: lifecyclesIn(report.rules).map((life) => ({
      resource: life.resource,
      field: life.field,
      initial: life.initial,
      transitions: movesOf(life).map(({ operation, from, to }) => ({ operation, to, from: [...from] })),
    })),
    rules: report.rules.map((rule) => ({ kind: rule.kind, text: describeRule(rule), reason: rule.reason })),
    deviations: deviationsOf(report),
    requests,
    seed,
  };
}

/** What moves a thing, from where and to where. */
export function movesOf({ statuses, allowed, leads }: Lifecycle) {
  return [...leads].map(([operation, to]) => ({ operation, from: allowed.get(operation) ?? statuses, to }));
}

function operationAsJson(
  meaning: OperationMeaning | undefined,
  operationId: string | null,
  semantics: Semantics,
): Json {
  const proof = meaning?.proof;
  return {
    operationId,
    semantics: meaning?.semantics ?? "OTHER",
    kind: meaning?.kind ?? null,
    resource: kindShown(meaning?.resource ?? null, semantics),
    confirmed: proof?.confirmed ?? false,
    hypothesis: proof?.hypothesis ?? meaning?.semantics ?? "OTHER",
    reason: meaning?.reason ?? "",
    because: proof?.because ?? "it was not tried",
    hint: proof?.hint ?? null,
    evidence: (proof?.evidence ?? []).map((one) => ({ ...one })),
    changes: (proof?.changes ?? []).map((change) => ({ ...change })),
  };
}

/** What joins two things is shown as the thing that is joined: a feature is put into a configuration. */
export function kindShown(name: string | null, { resources }: Semantics): string | null {
  const resource = resources.find((candidate) => candidate.name === name);
  return resource?.parents.find(({ via }) => via.kind === "id")?.resource ?? name;
}

function resourceAsJson(resource: Resource, report: LearnReport): Json {
  const { semantics, book } = report;
  const recipe = book.creates.get(resource.name);
  const keys = (label: OperationSemantics) =>
    Object.values(semantics.operations)
      .filter((meaning) => meaning.resource === resource.name && meaning.semantics === label)
      .map(({ operation }) => operation);
  return {
    idField: idFieldsOf(resource, recipe?.identity)[0] ?? null,
    idSource: resource.idSource,
    create: keys("CREATE"),
    read: keys("READ"),
    list: keys("READ_MULTI"),
    update: keys("UPDATE"),
    delete: keys("DELETE"),
    parents: [...new Set(linksFrom(resource, report).map((link) => link.resource))],
  };
}

/** A path names every thing that it runs through; the last of them is what a thing stands in. */
function directLinks({ parents }: Resource): readonly ParentLink[] {
  const byPath = parents.filter(({ via }) => via.kind === "path");
  return [...byPath.slice(-1), ...parents.filter(({ via }) => via.kind !== "path")];
}

/** All that a thing is seen to belong to: what it needs, what it mentions, and what it is listed under. */
function linksFrom(resource: Resource, { api, semantics }: LearnReport): readonly ParentLink[] {
  return [...directLinks(resource), ...(resource.mentions ?? []), ...listedUnder(api, resource, semantics)];
}

export function relationsOf(report: LearnReport): Json[] {
  const { semantics, rules } = report;
  return semantics.resources.flatMap((child) =>
    linksFrom(child, report).map(({ resource: parent, via }) => {
      const rule = rules.find(
        (candidate) =>
          candidate.kind === "parent-delete" &&
          candidate.child === child.name &&
          candidate.parent === parent &&
          linkName(candidate.via) === linkName(via),
      );
      return {
        child: child.name,
        parent,
        via: viaName(via, child),
        onParentDelete: rule?.kind === "parent-delete" ? rule.effect : null,
      };
    }),
  );
}

function viaName(via: ParentLink["via"], child: Resource): string {
  switch (via.kind) {
    case "path":
      return via.parameter;
    case "id":
      return child.idParameter ?? "id";
    case "body":
      return parsePointer(via.pointer).join(".");
  }
}

function deviationsOf({ deviations, semantics }: LearnReport): Json[] {
  const seen = deviations.map(({ operation, message, verdict, expected, got, exchanges }) => ({
    operation,
    message,
    verdict,
    expected,
    got,
    evidence: exchanges.map(({ call, outcome }) => ({
      operation: call.operation,
      status: outcome.kind === "response" ? outcome.status : null,
      call: call.id,
    })),
  }));
  const open = Object.values(semantics.operations).flatMap(({ operation, proof }) =>
    proof?.deviates === undefined
      ? []
      : [
          {
            operation,
            message: `${operation} is answered with success, and ${proof.deviates}`,
            verdict: "WARN",
            expected: `the effect of ${proof.hypothesis}`,
            got: proof.deviates,
            evidence: proof.evidence.map((one) => ({ ...one })),
          },
        ],
  );
  return [...seen, ...open];
}
