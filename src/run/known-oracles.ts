import type { OracleDescription } from "#judge/oracle";
import { ORACLES } from "#judge/oracles";
import { NORMS } from "#semantics/experiments/norms";
import { AROUND_A_CALL } from "./around-a-call.js";

/** Whatever a finding can name as its oracle, and a user can choose. */
export const KNOWN_ORACLES: readonly OracleDescription[] = [...ORACLES, ...AROUND_A_CALL, ...NORMS];
