import type { Finding, Verdict } from "#calls/finding";
import type { Oracle } from "./oracle.js";

/** What a user wants of an oracle: nothing at all, or all that it finds with this verdict. */
export type OracleSetting = "off" | "err" | "warn" | "note";

/** By the id of an oracle, of what looks around a call, or of a norm. Those that are not named stay as they are. */
export type OracleChoice = Readonly<Record<string, OracleSetting>>;

const VERDICTS: Readonly<Record<Exclude<OracleSetting, "off">, Verdict>> = {
  err: "ERR",
  warn: "WARN",
  note: "NOTE",
};

/** The oracles that are to judge, with the verdicts that they are to give. */
export function chooseOracles(oracles: readonly Oracle[], choice: OracleChoice): readonly Oracle[] {
  return oracles
    .filter(({ id }) => settingOf(choice, id) !== "off")
    .map((oracle) =>
      settingOf(choice, oracle.id) === undefined
        ? oracle
        : {
            ...oracle,
            judge: (step) => chosenOf(oracle.judge(step), choice),
            judgeSilence: (silence) => chosenOf(oracle.judgeSilence?.(silence) ?? [], choice),
          },
    );
}

/** Those that can be asked about a service that stores nothing. */
export function judgesOfAnswers(oracles: readonly Oracle[]): readonly Oracle[] {
  return oracles.filter(({ judgesAnswerAlone }) => judgesAnswerAlone === true);
}

/** Findings of whoever it may be, without those that are not wanted. */
export function chosenOf<F extends Pick<Finding, "oracle" | "verdict">>(
  findings: readonly F[],
  choice: OracleChoice,
): readonly F[] {
  return findings.flatMap((finding) => {
    const setting = settingOf(choice, finding.oracle);
    if (setting === undefined) return [finding];
    return setting === "off" ? [] : [{ ...finding, verdict: VERDICTS[setting] }];
  });
}

function settingOf(choice: OracleChoice, id: string): OracleSetting | undefined {
  return Object.hasOwn(choice, id) ? choice[id] : undefined;
}
