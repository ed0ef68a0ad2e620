import type { Json } from "#base/json";
import type { Finding } from "#calls/finding";
import type { OperationKey } from "#openapi/api";
import type { Rule, RuleContent } from "../rule.js";
import type { Lab } from "./lab.js";
import type { Subject } from "./subject.js";

/**
 * A question about a resource, and how a service is asked it. Plain objects, one per file, named in
 * `experiments.ts`. The witness is always the state that can be seen before and after; where it cannot be seen,
 * nothing is concluded. Each is made in two turns with other values, and only what both show is believed.
 */
export interface Experiment {
  readonly id: string;
  /** What it asks, as a sentence. */
  readonly question: string;
  /** `earlier` is what the first turn came to, in the second: what it refuted need not be asked again. */
  readonly run: (lab: Lab, subject: Subject, earlier?: Conclusion) => Promise<Conclusion>;
}

/** What one turn shows. */
export interface Conclusion {
  readonly rules: readonly Rule[];
  readonly deviations: readonly Finding[];
  /** Writes with what was read after them: what they have in common shows only when all are there. */
  readonly written: readonly Written[];
}

export interface Written {
  readonly operation: OperationKey;
  readonly sent: Json;
  readonly read: Json;
}

export const NOTHING: Conclusion = { rules: [], deviations: [], written: [] };

export function learned(content: RuleContent, reason: string): Rule {
  return { ...content, source: "learned", reason };
}

export function together(conclusions: readonly Conclusion[]): Conclusion {
  return {
    rules: conclusions.flatMap(({ rules }) => rules),
    deviations: conclusions.flatMap(({ deviations }) => deviations),
    written: conclusions.flatMap(({ written }) => written),
  };
}
