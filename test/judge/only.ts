import type { OracleChoice } from "#judge/oracle-choice";
import { ORACLES } from "#judge/oracles";
import { KNOWN_ORACLES } from "#run/known-oracles";

/** All other oracles off: a test asks for one thing, and waits for no other. */
export function only(...ids: readonly string[]): OracleChoice {
  return Object.fromEntries(KNOWN_ORACLES.filter(({ id }) => !ids.includes(id)).map(({ id }) => [id, "off"]));
}

/** Without the oracles that plan calls of their own: a test of what lives, tours and visits show need not pay for them. */
export const WITHOUT_SITUATIONS: OracleChoice = Object.fromEntries(
  ORACLES.filter(({ sequences }) => sequences !== undefined).map(({ id }) => [id, "off"]),
);
