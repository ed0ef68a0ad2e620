import type { Finding } from "#calls/finding";
import type { Fault, Sign } from "#calls/run-record";

/** A finding, with what is known of how it came about and of what else was told by it. */
export type Told = Finding & Partial<Pick<Fault, "count" | "operations" | "alsoShownAs">>;

/** A fault that also shows in another way: seen that much more often, at those operations as well. */
export function withSign(fault: Fault, sign: Told, calls: readonly string[]): Fault {
  const { count = 1, operations = [sign.operation], alsoShownAs = [] } = sign;
  const known = fault.alsoShownAs ?? [];
  const isNew = ({ key }: Pick<Sign, "key">) =>
    key !== fault.key && !known.some((other) => other.key === key);
  return {
    ...fault,
    count: fault.count + count,
    operations: [...new Set([...fault.operations, ...operations])],
    alsoShownAs: [...known, ...[signOf(fault, sign, calls), ...alsoShownAs].filter(isNew)],
  };
}

/** What is called until a fault shows. */
export function operationsOf({ sequence }: Fault): readonly string[] {
  return sequence.calls.map(({ operation }) => operation);
}

function signOf(
  fault: Fault,
  { key, message, operation, cause, place = "" }: Told,
  calls: readonly string[],
): Sign {
  const isSame = cause !== undefined && cause === fault.cause;
  return { key, message, operation, ...(isSame ? { place } : {}), calls };
}
