/** Numbers are sorted by their size; texts may be in any usual order. */
export function isSorted(values: readonly (string | number)[]): boolean {
  const areNumbers = values.every((item) => typeof item === "number");
  return (areNumbers ? ORDERS.slice(0, 1) : ORDERS).some((order) =>
    values.every((item, index) => index === 0 || order(values[index - 1] ?? "", item) <= 0),
  );
}

type Order = (a: string | number, b: string | number) => number;

const ORDERS: readonly Order[] = [
  (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : Number.NaN),
  (a, b) => (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0),
  (a, b) => {
    const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()];
    return left < right ? -1 : left > right ? 1 : 0;
  },
  (a, b) => String(a).localeCompare(String(b), "en"),
  // Versions, and what is numbered: 2.9 comes before 2.10.
  (a, b) => String(a).localeCompare(String(b), "en", { numeric: true }),
];
