import { groupBy } from "#base/group-by";
import type { Json } from "#base/json";
import type { Problem } from "#base/problem";
import { unreachable } from "#base/unreachable";
import type { Api } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { guessSemantics } from "#semantics/guess-semantics";
import type { Resource, Semantics } from "#semantics/semantics";
import { EXIT, type ExitCode } from "./exit-code.js";
import { refuse } from "./print-problems.js";
import { specByConfig } from "./spec-for.js";
import type { Terminal } from "./terminal.js";

export interface InspectFlags {
  readonly overlay: readonly string[];
  readonly allowExternalRefs?: boolean;
  readonly config?: string;
  readonly json?: boolean;
}

/** `piolet inspect`: what the document says, without a service. */
export async function inspect(
  spec: string | undefined,
  flags: InspectFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const named = await specByConfig(spec, flags, terminal);
  if (!named.ok) return refuse(named.problems, flags.json === true, terminal);
  const loaded = await loadApi(named.value, {
    overlays: flags.overlay,
    allowExternalRefs: flags.allowExternalRefs === true,
  });
  if (!loaded.ok) return refuse(loaded.problems, flags.json === true, terminal);
  const semantics = guessSemantics(loaded.value);
  if (flags.json === true) terminal.out(JSON.stringify(inspectionAsJson(loaded.value, semantics), null, 2));
  else printInspection(loaded.value, semantics, terminal);
  return EXIT.clean;
}

function inspectionAsJson(api: Api, semantics: Semantics): Json {
  return {
    title: api.title,
    version: api.version,
    openapi: api.openapi,
    operations: api.operations.map((operation) => ({
      key: operation.key,
      operationId: operation.operationId ?? null,
      resource: semantics.operations[operation.key]?.resource ?? null,
      hypothesis: semantics.operations[operation.key]?.semantics ?? "OTHER",
      reason: semantics.operations[operation.key]?.reason ?? "",
    })),
    resources: semantics.resources.map(resourceAsJson),
    problems: api.problems.map(problemAsJson),
  };
}

function resourceAsJson(resource: Resource): Json {
  const { name, collection, idParameter, idFields, idSource } = resource;
  return {
    name,
    collection,
    idParameter: idParameter ?? null,
    idField: idFields[0] ?? null,
    idSource,
    create: [...resource.create],
    read: [...resource.read],
    list: [...resource.list],
    update: [...resource.update],
    delete: [...resource.delete],
    parents: resource.parents.map((parent) => ({
      resource: parent.resource,
      via: describeVia(parent.via),
    })),
  };
}

function describeVia(via: Resource["parents"][number]["via"]): string {
  switch (via.kind) {
    case "path":
      return `path ${via.parameter}`;
    case "id":
      return "its own id";
    case "body":
      return `body ${via.pointer}`;
    default:
      return unreachable(via);
  }
}

function problemAsJson(problem: Problem): Json {
  const { code, pointer = null, message, hint, source = null } = problem;
  return { code, pointer, message, hint, source };
}

const MOST_PROBLEMS = 20;

function printInspection(api: Api, semantics: Semantics, terminal: Terminal): void {
  const { paint, out } = terminal;
  out(
    `${paint.bold(api.title)} ${api.version}   OpenAPI ${api.openapi}   ${api.operations.length} operations, ${semantics.resources.length} resources`,
  );
  const groups = groupBy(api.operations, ({ key }) => semantics.operations[key]?.resource ?? "");
  const byName = new Map(semantics.resources.map((resource) => [resource.name, resource]));
  for (const [name, operations] of groups) {
    const resource = byName.get(name);
    const id =
      resource?.idParameter === undefined
        ? ""
        : `   id ${resource.idFields[0] ?? resource.idParameter}, given by the ${resource.idSource}`;
    const parents =
      resource === undefined || resource.parents.length === 0
        ? ""
        : `   needs ${resource.parents.map((parent) => parent.resource).join(", ")}`;
    out(`\n ${paint.bold(name || "no resource")}${paint.dim(id + parents)}`);
    for (const { key } of operations) {
      const meaning = semantics.operations[key];
      const line = `   ${(meaning?.semantics ?? "OTHER").padEnd(11)} ${key.padEnd(50)} ${paint.dim(meaning?.reason ?? "")}`;
      out(line.trimEnd());
    }
  }
  if (api.problems.length === 0) return;
  out(
    `\n ${paint.warn(`${api.problems.length} problem${api.problems.length === 1 ? "" : "s"} in the document`)}`,
  );
  for (const { message, pointer } of api.problems.slice(0, MOST_PROBLEMS)) {
    out(`   ${message}${pointer === undefined ? "" : paint.dim(` (${pointer})`)}`);
  }
  if (api.problems.length > MOST_PROBLEMS)
    out(`   and ${api.problems.length - MOST_PROBLEMS} more; --json has all of them`);
}
