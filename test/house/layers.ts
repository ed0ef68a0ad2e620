/**
 * The order of `src/`: a folder imports only from folders above it. `sees` narrows that further where a room
 * must not know the machinery: oracles and reports read the record, never what made it.
 */
export interface Layer {
  readonly name: string;
  readonly sees?: readonly string[];
  readonly because?: string;
}

export const LAYERS: readonly Layer[] = [
  { name: "base" },
  { name: "openapi" },
  { name: "values" },
  { name: "calls", sees: ["base"], because: "the record is data that any tool can read" },
  { name: "http" },
  { name: "semantics" },
  { name: "glacier" },
  { name: "contracts" },
  { name: "protocol" },
  { name: "model" },
  { name: "graph" },
  { name: "cover" },
  {
    name: "judge",
    sees: ["base", "openapi", "values", "calls", "semantics", "cover"],
    because:
      "an oracle judges what happened and may plan what should; it cannot send, and knows nothing of how calls are run",
  },
  {
    name: "shrink",
    sees: ["base", "values", "calls"],
    because: "it is given a way to run candidates, and knows nothing of how they are run or judged",
  },
  { name: "run" },
  {
    name: "report",
    sees: ["base", "openapi", "values", "calls"],
    because: "every report is rendered from the record alone; what a schema in it takes, the validator knows",
  },
  { name: "explore" },
  { name: "config" },
  { name: "lsp" },
  { name: "pipeline.ts" },
  { name: "index.ts" },
  { name: "cli" },
];
