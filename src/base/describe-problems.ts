import { PROBLEM_CODES } from "./problem-codes.js";

/** The reference page of the problem codes, from the codes themselves. */
export function describeProblems(): string {
  const rows = Object.entries(PROBLEM_CODES).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return [
    "# Problem codes",
    "",
    "What a user can cause is told as a problem: a message, a place, a hint, and one of these codes (in `--json`).",
    "",
    "| code | meaning |",
    "| --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
