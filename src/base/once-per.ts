/**
 * A function of an object that never changes, computed once for each: an index of a list of operations, for one. It is
 * forgotten with the object.
 */
export function oncePer<K extends object, V>(compute: (object: K) => V): (object: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (object) => {
    let answer = known.get(object);
    if (answer === undefined) {
      answer = { value: compute(object) };
      known.set(object, answer);
    }
    return answer.value;
  };
}
