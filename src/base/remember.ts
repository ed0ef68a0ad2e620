/**
 * A function of a text that keeps its answers: documents have few names and paths, and they are compared with each other
 * again and again. When there are too many they are all forgotten, so that a process that lives long does not grow; long
 * texts are not kept at all.
 */
export function remember<V>(compute: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    if (text.length > LONGEST) return compute(text);
    let value = known.get(text);
    if (value === undefined) {
      value = compute(text);
      if (known.size >= MOST) known.clear();
      known.set(text, value);
    }
    return value;
  };
}

const MOST = 20_000;
const LONGEST = 200;
