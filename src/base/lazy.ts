/** A value that is computed when it is first asked for, and then kept. */
export function lazy<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
