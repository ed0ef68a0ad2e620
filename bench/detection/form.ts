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
  /** Whether the other tools have a column. */
  readonly besideOthers: boolean;
}

/**
 * The long form, in the order of what is worth most to whoever stops it. Ten seeds for every fault at the usual size would take a
 * night: seeds matter most where nothing may be told, sizes where something must be found.
 */
export const LONG_FORMS: readonly DetectionForm[] = [
  form("correct", { faults: "none", seeds: 10, size: "1" }),
  form("faults", { faults: "all", seeds: 3, size: "1" }),
  form("correct-usual-size", { faults: "none", seeds: 3, size: undefined, seconds: 300 }),
  form("faults-usual-size", { faults: "all", seeds: 1, size: undefined, seconds: 300, shrink: true }),
  form("beside-others", { faults: "sample", seeds: 1, size: "1", besideOthers: true }),
];

function form(
  name: string,
  rest: Pick<DetectionForm, "faults" | "seeds" | "size"> & Partial<DetectionForm>,
): DetectionForm {
  return { name, shrink: false, seconds: 60, besideOthers: false, ...rest };
}
