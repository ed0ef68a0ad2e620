import type { Example } from "./example.js";
import type { Exploration } from "./explore-api.js";

/** The examples of an operation that a page shows, and how many it leaves to the data. */
export interface PageSection {
  readonly operation: string;
  readonly examples: readonly Example[];
  readonly left: number;
}

/** Lines that a reader takes in without scrolling. */
const SCREEN = 40;

/** What tells most about an operation, first. The rest follows as long as there is room. */
const MOST_TELLING = [
  "MP-S-4",
  "MP-S-5",
  "MP-S-2",
  "MP-S-3",
  "delayed-effect",
  "validation-boundary",
  "uniqueness-boundary",
  "paging-boundary",
  "list-order",
  "unusable-id",
  "order-matters",
  "commute",
  "idempotent",
  "MP-R-2",
  "MP-S-1",
  "read-your-writes",
  "MP-R-1",
];

export function sectionsOf({
  examples,
  queryOperations,
}: Pick<Exploration, "examples" | "queryOperations">): readonly PageSection[] {
  const operations = [...new Set(examples.map(({ operation }) => operation))];
  return operations.map((operation) => {
    const own = examples.filter((example) => example.operation === operation);
    const shown = onOneScreen(worthShowing(own, queryOperations.includes(operation)));
    return { operation, examples: shown, left: own.length - shown.length };
  });
}

/** Two examples of the same calls often say the same: only the one that says more is shown. */
function worthShowing(examples: readonly Example[], isQuery: boolean): readonly Example[] {
  const having = (...properties: readonly string[]) =>
    new Set(examples.filter(({ metaProperty }) => properties.includes(metaProperty)).map(stepsOf));
  const [sized, idempotent] = [having("MP-S-4", "MP-S-5"), having("idempotent")];
  const [equal, idle] = [having("MP-R-1"), having("MP-S-1")];
  return examples.filter((example) => {
    const steps = stepsOf(example);
    // Of what only asks, and of what is refused, nobody expects that it changes anything.
    const isExpected = isQuery || example.calls.at(-1)?.status.toString().startsWith("2") === false;
    switch (example.metaProperty) {
      // That the state is another says less than that it is larger.
      case "MP-S-2":
        return !sized.has(steps);
      case "MP-S-1":
        return !isExpected || !equal.has(`${steps}, ${steps}`);
      case "MP-R-1":
        return isExpected || !idle.has(steps.slice(0, (steps.length - ", ".length) / 2));
      case "MP-R-2":
        return !idempotent.has(steps);
      default:
        return true;
    }
  });
}

/** `POST /persons 201, POST /persons 409`: what two examples of the same calls have in common. */
function stepsOf({ calls }: Example): string {
  const acts = calls.filter(({ role }) => role === "act");
  return acts.map(({ operation, status }) => `${operation} ${status}`).join(", ");
}

function onOneScreen(examples: readonly Example[]): readonly Example[] {
  const rank = ({ metaProperty }: Example) => MOST_TELLING.indexOf(metaProperty);
  let lines = 0;
  const chosen = examples
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ sentences }, index) => {
      lines += sentences.length + 1;
      return index === 0 || lines <= SCREEN;
    });
  return examples.filter((example) => chosen.includes(example));
}
