/** One way to go through the services: which faults, how often, how large. */
export interface DetectionForm {
  /** What its file is called: `detection-faults.json`. */
  readonly name: string;
  readonly faults: "all" | "sample" | "none";
  readonly seeds: number;
  /** Things per resource, as `piolet test --size` takes it; undefined: what users get. */
  readonly size: string | undefined;
  readonly shrink: boolean;
  /** After so many seconds a run is stopped; what it has told until then counts. */
  readonly seconds: number;
  /** A run ends with the first thing that is not told of the correct service: what comes after it would count for nothing. */
  readonly untilFound: boolean;
  /** Whether the other tools have a column. */
  readonly besideOthers: boolean;
}

/** The long form: every fault as users would meet it, with ten seeds; how small they become is another bench's. */
export const LONG_FORMS: readonly DetectionForm[] = [
  form("faults", { faults: "all", seeds: 10, size: undefined, seconds: 300, untilFound: true }),
  form("beside-others", { faults: "sample", seeds: 1, size: "1", besideOthers: true }),
];

function form(
  name: string,
  rest: Pick<DetectionForm, "faults" | "seeds" | "size"> & Partial<DetectionForm>,
): DetectionForm {
  return { name, shrink: false, seconds: 60, untilFound: false, besideOthers: false, ...rest };
}
