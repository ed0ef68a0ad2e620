/** Ends a switch over a union: the compiler proves that no case is missing, and so this never runs. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
