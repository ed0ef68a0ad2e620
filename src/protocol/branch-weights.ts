import type { Choice } from "./protocol.js";

/** How likely each branch is: what is written, and the rest in equal parts for those without. They sum to one. */
export function branchWeights({ branches }: Choice): readonly number[] {
  const written = branches.map(({ steps: [first] }) =>
    first?.kind === "send" ? first.weight?.value : undefined,
  );
  const sum = written.reduce<number>((total, weight) => total + (weight ?? 0), 0);
  const open = written.filter((weight) => weight === undefined).length;
  const share = open === 0 ? 0 : Math.max(0, 1 - sum) / open;
  return written.map((weight) => weight ?? share);
}
