import type { OracleDescription } from "#judge/oracle";
import { CONTRACT } from "./contract-finding.js";
import { FRAME } from "./frame.js";
import { ANSWER } from "./judge-outcome.js";

/** What is judged by looking at the service around a call, in the order in which one objection goes before another. */
export const AROUND_A_CALL: readonly OracleDescription[] = [CONTRACT, ANSWER, FRAME];
