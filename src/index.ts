/** The public names of the package. */

export type { Problem } from "#base/problem";
export type { Result } from "#base/result";
// Its results
export type { Exchange, HttpResponse, Trace } from "#calls/exchange";
export type { Finding, Verdict } from "#calls/finding";
export type { Fault, RunRecord } from "#calls/run-record";
// The config file
export { type Config, defineConfig } from "#config/config";
export { openTarget, type Target } from "#http/target";
export type { TargetOptions } from "#http/target-options";
// The document and problems
export type { Api, Operation } from "#openapi/api";
export { type LoadOptions, loadApi } from "#openapi/load-api";
// Running a test
export { type TestListener, type TestOptions, testApi } from "#pipeline";
export { renderJson } from "#report/render-json";
export { renderText } from "#report/render-text";
