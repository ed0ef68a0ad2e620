import { mergeModels } from "./merge-models.js";
import { numberFaults } from "./number-faults.js";
import type { AccessRow, ClauseRecord, Fault, OperationRecord, RunRecord, Verdicts } from "./run-record.js";

/** The records of several shards as one: counts summed, faults with one key joined, operations by their worst verdict. */
export function mergeRecords([first, ...others]: readonly [RunRecord, ...RunRecord[]]): RunRecord {
  return others.reduce(merge, first);
}

function merge(a: RunRecord, b: RunRecord): RunRecord {
  return {
    ...a,
    operations: mergeOperations(a.operations, b.operations),
    stages: [...a.stages, ...b.stages],
    verdicts: sum(a.verdicts, b.verdicts),
    transitions: sum(a.transitions, b.transitions),
    ...mergeKnowledge(a, b),
    calls: a.calls + b.calls,
    requests: a.requests + b.requests,
    shrinking: sum(a.shrinking, b.shrinking),
    milliseconds: Math.max(a.milliseconds, b.milliseconds),
    faults: numberFaults(mergeFaults(a.faults, b.faults)),
    ...(a.access === undefined && b.access === undefined
      ? {}
      : { access: mergeAccess(a.access ?? [], b.access ?? []) }),
    cleanup: { deleted: a.cleanup.deleted + b.cleanup.deleted, left: [...a.cleanup.left, ...b.cleanup.left] },
    ...mergeBystanders(a, b),
    problems: [
      ...a.problems,
      ...b.problems.filter(({ message }) => !a.problems.some((known) => known.message === message)),
    ],
  };
}

/** Shards may look at the same things: the most that one of them looked at, and each change once. */
function mergeBystanders(
  { bystanders: a }: RunRecord,
  { bystanders: b }: RunRecord,
): Pick<RunRecord, "bystanders"> {
  const [known, other] = [a ?? b, b ?? a];
  if (known === undefined || other === undefined) return {};
  const all = [...known.changed, ...other.changed];
  const changed = new Map(all.map((one) => [JSON.stringify([one.resource, one.id, one.how]), one]));
  return { bystanders: { looked: Math.max(known.looked, other.looked), changed: [...changed.values()] } };
}

/** What one shard has tried another need not have. */
function mergeAccess(a: readonly AccessRow[], b: readonly AccessRow[]): readonly AccessRow[] {
  const merged = new Map(a.map((row) => [row.operation, row]));
  for (const row of b) {
    const { reason, ...known } = merged.get(row.operation) ?? {
      ...row,
      owner: null,
      other: null,
      nobody: null,
    };
    const other = known.other ?? row.other;
    const why = reason ?? row.reason;
    merged.set(row.operation, {
      operation: row.operation,
      owner: known.owner ?? row.owner,
      other,
      nobody: known.nobody ?? row.nobody,
      ...(other === null && why !== undefined ? { reason: why } : {}),
    });
  }
  return [...merged.values()];
}

/** Every shard learns the same service: what they know is joined, and what they counted is summed. */
function mergeKnowledge(
  a: RunRecord,
  b: RunRecord,
): Pick<RunRecord, "models" | "leftOut" | "rules" | "clauses"> {
  return {
    models: mergeModels(a.models ?? [], b.models ?? []),
    leftOut: [...new Set([...(a.leftOut ?? []), ...(b.leftOut ?? [])])],
    rules: [...new Map([...(a.rules ?? []), ...(b.rules ?? [])].map((rule) => [rule.text, rule])).values()],
    clauses: mergeClauses([...(a.clauses ?? []), ...(b.clauses ?? [])]),
  };
}

function mergeClauses(clauses: readonly ClauseRecord[]): readonly ClauseRecord[] {
  const merged = new Map<string, ClauseRecord>();
  for (const clause of clauses) {
    const name = JSON.stringify([clause.operation, clause.kind, clause.text]);
    const known = merged.get(name);
    const { held = 0, broken = 0, open = 0 } = known ?? {};
    const counts = { held: held + clause.held, broken: broken + clause.broken, open: open + clause.open };
    merged.set(name, { ...(known ?? clause), ...counts });
  }
  return [...merged.values()];
}

function sum<T extends object>(a: T, b: T): T {
  const counts = b as Readonly<Record<string, number>>;
  return Object.fromEntries(
    Object.entries(a).map(([name, count]) => [name, Number(count) + (counts[name] ?? 0)]),
  ) as T;
}

function mergeFaults(a: readonly Fault[], b: readonly Fault[]): readonly Fault[] {
  const merged = new Map(a.map((fault) => [fault.key, fault]));
  for (const fault of b) {
    const known = merged.get(fault.key);
    merged.set(fault.key, known === undefined ? fault : joined(known, fault));
  }
  return [...merged.values()];
}

/** The shorter of the two is shown. */
function joined(a: Fault, b: Fault): Fault {
  const shown = b.exchanges.length < a.exchanges.length ? b : a;
  const operations = [...new Set([...a.operations, ...b.operations])];
  return { ...shown, count: a.count + b.count, operations };
}

const WORST: readonly (keyof Verdicts)[] = ["ERR", "WARN", "OK", "NOT_TESTED"];

function mergeOperations(
  a: readonly OperationRecord[],
  b: readonly OperationRecord[],
): readonly OperationRecord[] {
  const merged = new Map(a.map((operation) => [operation.key, operation]));
  for (const operation of b) {
    const known = merged.get(operation.key);
    if (known === undefined) {
      merged.set(operation.key, operation);
      continue;
    }
    const isWorse = WORST.indexOf(operation.verdict) < WORST.indexOf(known.verdict);
    merged.set(operation.key, { ...(isWorse ? operation : known), calls: known.calls + operation.calls });
  }
  return [...merged.values()];
}
