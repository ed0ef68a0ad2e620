/** The public names of the package. */

import type { Filtered } from "#base/filtered";
import type { Result } from "#base/result";
import type { RunRecord } from "#calls/run-record";
import { testApi as runTest, type TestListener, type TestOptions } from "#pipeline";

/** The whole run. What the user can cause comes back as problems; findings are in the record. */
export const testApi: (
  options: TestOptions,
  listener?: TestListener,
) => Promise<Result<Filtered<RunRecord>>> = runTest;

// Results and problems
export type { Filtered } from "#base/filtered";
export type { Json, JsonObject } from "#base/json";
export type { Problem } from "#base/problem";
export type { Random } from "#base/random";
export { orThrow, type Result } from "#base/result";
// What a run did and found
export type { Call, ListLook, Sequence } from "#calls/call";
export type { Check, CheckLook, Condition, JsonType, Operand } from "#calls/check";
export type {
  Exchange,
  HttpResponse,
  NoResponse,
  NoResponseReason,
  Outcome,
  ResolvedInputs,
  ResponseBody,
  SentRequest,
  Trace,
} from "#calls/exchange";
export type { Finding, Verdict } from "#calls/finding";
export type {
  ActionRecord,
  GraphRecord,
  MadeCall,
  ModelRecord,
  TransitionCounts,
  TransitionRecord,
} from "#calls/model-record";
export type { RefusalSign } from "#calls/refusal-sign";
export type {
  AccessRow,
  BystanderRecord,
  ChangedBystander,
  ClauseRecord,
  Cleanup,
  Culprit,
  Fault,
  LearnedMeaning,
  OperationRecord,
  RuleRecord,
  RunRecord,
  Shrinking,
  Shrunk,
  Sign,
  StageRecord,
  Verdicts,
} from "#calls/run-record";
export type { Fresh, Reference, ReferenceSource, Template } from "#calls/template";
// The config file
export {
  type Config,
  type ContractEntry,
  defineConfig,
  type OperationContract,
  type StatedMeaning,
} from "#config/config";
export type { Candidate } from "#explore/candidate";
export type { OwnMetaProperty, Shape, Shown } from "#explore/meta-property";
export type { Look, Observation, State } from "#explore/observation";
export type { Volatile } from "#explore/volatile";
// The service, and as whom it is called
export type { Actor, Login, NamedValue, TokenHandling } from "#http/actor";
export { parseAuthFile } from "#http/auth-file";
export type { BuiltRequest } from "#http/build-request";
export type { Clock } from "#http/clock";
export type { BasicLogin } from "#http/credentials";
export type { Delivered } from "#http/deliver";
export type { HeaderList } from "#http/headers";
export type { TlsOptions } from "#http/pools";
export type { RateLimit } from "#http/rate-limit";
export type { Redactor } from "#http/redactor";
export type { GivenCredentials, OAuthClient } from "#http/scheme-credentials";
export type { Pair } from "#http/serialize-parameter";
export type { ActorName } from "#http/sessions";
export { openTarget, type SendOptions, type Target } from "#http/target";
export type { TargetOptions } from "#http/target-options";
export type { WireAnswer, WireFailure, WireRequest, WireResult } from "#http/wire";
export type { OracleSetting } from "#judge/oracle-choice";
// The document
export type {
  Api,
  Encoding,
  Link,
  MediaType,
  Method,
  MovedId,
  Operation,
  Parameter,
  ParameterPlace,
  ParameterStyle,
  RequestBody,
  ResponseHeader,
  ResponseSpec,
  Schema,
  Schemas,
  SecurityScheme,
  WrittenOperation,
} from "#openapi/api";
export { type LoadOptions, loadApi, loadApiFromJson } from "#openapi/load-api";
export type { ReadLimits, ReadText } from "#openapi/read-source";
// Running a test
export type { TestListener, TestOptions } from "#pipeline";
export type { ProtocolFunction } from "#protocol/functions";
// Reports
export type { Paint } from "#report/paint";
export { renderJson } from "#report/render-json";
export { renderText } from "#report/render-text";
export type { Itinerary } from "#run/plan-walks";
export type { Shard } from "#run/shard";
// Values of the user's own
export {
  type Generator,
  type GeneratorEntry,
  type GeneratorPlace,
  type Generators,
  NO_GENERATORS as noGenerators,
  readGenerators,
} from "#values/generators";
