import { describeProblems } from "#base/describe-problems";
import { RUN_LOG_SCHEMA } from "#calls/run-log-schema";
import { CONFIG_SCHEMA } from "#config/config";
import { describeCatalogue } from "#contracts/describe-catalogue";
import { describeOracles } from "#judge/describe-oracles";
import { JSON_REPORT_SCHEMA } from "#report/json-report-form";
import { AROUND_A_CALL } from "#run/around-a-call";

/**
 * Files that are made from the code. `UPDATE_DOCS=1 npx vitest run test/docs` writes them anew, and what commands print
 * into the sessions of all pages.
 */
export const GENERATED: Readonly<Record<string, () => string>> = {
  "docs/reference/catalogue.md": describeCatalogue,
  "docs/reference/oracles.md": () => describeOracles(AROUND_A_CALL),
  "docs/reference/problems.md": describeProblems,
  "config.schema.json": () => `${JSON.stringify(CONFIG_SCHEMA, null, 2)}\n`,
  "run-log.schema.json": () => `${JSON.stringify(RUN_LOG_SCHEMA, null, 2)}\n`,
  "test-result.schema.json": () => `${JSON.stringify(JSON_REPORT_SCHEMA, null, 2)}\n`,
};
