import type { ActionRecord, GraphRecord, ModelRecord } from "#calls/model-record";
import { type Layout, layOutGraph } from "./graph-layout.js";

/** All that the page needs of a model to draw it and to tell about it. */
export interface PageGraph extends GraphRecord {
  readonly actions: readonly Pick<ActionRecord, "name" | "operation" | "expects">[];
  readonly layout: Layout;
}

export function pageGraphOf(actions: ModelRecord["actions"], graph: GraphRecord): PageGraph {
  return {
    ...graph,
    actions: actions.map(({ name, operation, expects }) => ({ name, operation, expects })),
    layout: layOutGraph(graph),
  };
}
