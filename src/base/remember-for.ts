interface Branch<V> {
  readonly below: WeakMap<object, Branch<V>>;
  readonly answers: Map<string, V>;
}

/**
 * Keeps answers as long as the objects live that they were computed from; the text tells several answers for the same
 * objects apart. What is planned for a large API asks the same few things many thousand times, and shares the answers.
 */
export function rememberFor<V>(): (objects: readonly object[], text: string, compute: () => V) => V {
  const root: Branch<V> = { below: new WeakMap(), answers: new Map() };
  return (objects, text, compute) => {
    let branch = root;
    for (const object of objects) {
      const next: Branch<V> = branch.below.get(object) ?? { below: new WeakMap(), answers: new Map() };
      branch.below.set(object, next);
      branch = next;
    }
    const known = branch.answers.get(text);
    if (known !== undefined || branch.answers.has(text)) return known as V;
    const answer = compute();
    branch.answers.set(text, answer);
    return answer;
  };
}
