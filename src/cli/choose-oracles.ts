import { didYouMean } from "#base/did-you-mean";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { OracleChoice } from "#judge/oracle-choice";
import { KNOWN_ORACLES } from "#run/known-oracles";

export interface OracleFlags {
  /** `a,b`: only these. */
  readonly oracles?: string;
  /** `a,b`: not these. */
  readonly excludeOracles?: string;
}

const IDS = KNOWN_ORACLES.map(({ id }) => id);

/** Flags and config file as one choice; the command line wins. */
export function readOracleChoice(flags: OracleFlags, config: OracleChoice = {}): Result<OracleChoice> {
  const [only, without] = [namesIn(flags.oracles), namesIn(flags.excludeOracles)];
  const unknown = [
    ...[...(only ?? []), ...(without ?? [])]
      .filter((name) => !IDS.includes(name))
      .map((name) => problem("usage", `There is no oracle "${name}".`, didYouMean(name, IDS))),
    ...Object.keys(config)
      .filter((name) => !IDS.includes(name))
      .map((name) =>
        problem(
          "config-invalid",
          `The config file names an unknown oracle "${name}".`,
          didYouMean(name, IDS),
          {
            pointer: `/oracles/${name}`,
          },
        ),
      ),
  ];
  if (unknown.length > 0) return failed(...unknown);
  const others = only === undefined ? [] : IDS.filter((id) => !only.includes(id));
  const wanted = Object.entries(config).filter(
    ([id, setting]) => setting !== "off" || only?.includes(id) !== true,
  );
  const off = [...others, ...(without ?? [])].map((id) => [id, "off"] as const);
  return ok(Object.fromEntries([...wanted, ...off]));
}

function namesIn(list: string | undefined): readonly string[] | undefined {
  return list
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
