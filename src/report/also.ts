import type { Fault, Sign } from "#calls/run-record";

/** Of what else a fault shows at or as: more are counted, since the first ones tell what it is. */
const MOST = 5;

export interface Also {
  /** Other places of the same thing: an operation, and what of it. */
  readonly at: readonly string[];
  /** Other things that come of it, as sentences. */
  readonly as: readonly string[];
}

/** Where and how else a fault shows, at most five of each and how many more there are. */
export function alsoOf({ operation, operations, alsoShownAs = [] }: Fault): Also {
  const isPlace = ({ place }: Sign) => place !== undefined;
  const places = alsoShownAs.filter(isPlace);
  const named = new Set([operation, ...places.map((sign) => sign.operation)]);
  const others = alsoShownAs.filter((sign) => !isPlace(sign));
  const at = [
    ...places.map(({ operation: other, place }) => (place === "" ? other : `${other}: ${place}`)),
    ...operations.filter((other) => !named.has(other) && !others.some((sign) => sign.operation === other)),
  ];
  return { at: bounded([...new Set(at)]), as: bounded(others.map(({ message }) => message)) };
}

function bounded(all: readonly string[]): readonly string[] {
  return all.length <= MOST ? all : [...all.slice(0, MOST), `${all.length - MOST} more`];
}
