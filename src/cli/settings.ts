import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Config } from "#config/config";
import { loadConfig } from "#config/load-config";
import type { WalkChoice } from "#cover/walk-choice";
import type { ClauseEntries } from "#glacier/clause-entries";
import type { Actor } from "#http/actor";
import { parseAuthFile } from "#http/auth-file";
import { parseBasicLogin } from "#http/credentials";
import type { HeaderList } from "#http/headers";
import { parseRateLimit } from "#http/rate-limit";
import { readCredentials } from "#http/read-credentials";
import type { GivenCredentials } from "#http/scheme-credentials";
import type { TargetOptions } from "#http/target-options";
import type { OracleChoice } from "#judge/oracle-choice";
import type { OperationFilter } from "#openapi/select-operations";
import { REPORT_NAMES, type ReportName } from "#report/report-names";
import type { LearnWish } from "#run/learn-service";
import type { Itinerary } from "#run/plan-walks";
import { type OracleFlags, readOracleChoice } from "./choose-oracles.js";
import { readOwnEntries } from "./own-entries.js";
import { parseSeconds } from "./parse-seconds.js";
import { parseShard } from "./parse-shard.js";
import type { Terminal } from "./terminal.js";

/** The flags of `piolet test`, as commander gives them. */
export interface TestFlags extends OperationFilter, OracleFlags {
  readonly url?: string;
  readonly overlay: readonly string[];
  readonly allowExternalRefs?: boolean;
  readonly header: readonly string[];
  readonly auth?: string;
  readonly authFile?: string;
  readonly seed?: string;
  readonly rateLimit?: string;
  readonly maxRequests?: string;
  readonly maxTime?: string;
  readonly requestTimeout?: string;
  readonly tlsVerify?: boolean;
  readonly tlsCa?: string;
  readonly requestCert?: string;
  readonly requestCertKey?: string;
  readonly proxy?: string;
  readonly ownService?: boolean;
  readonly config?: string;
  readonly contract?: readonly string[];
  readonly semantics?: string;
  readonly size?: string;
  readonly symmetry?: boolean;
  readonly updates?: boolean;
  readonly refusals?: boolean;
  readonly maxStates?: string;
  readonly maxSteps?: string;
  readonly lookEvery?: string;
  readonly budget?: string;
  readonly workers?: string;
  readonly shard?: string;
  readonly walks?: string;
  readonly walkBy?: WalkChoice;
  readonly dryRun?: boolean;
  readonly fuzz?: string;
  readonly shrink?: boolean;
  readonly maxShrinks?: string;
  readonly maxFailures?: string;
  readonly reportDir?: string;
  readonly report?: string;
  readonly minOperations?: string;
  readonly minTransitionCoverage?: string;
  readonly failOn?: "err" | "warn";
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Flags and config file as one, checked; the command line wins. */
export interface Settings {
  readonly config: Config;
  /** Where it stands; undefined where there is none. */
  readonly configFile?: string;
  readonly url?: string;
  readonly overlays: readonly string[];
  readonly allowExternalRefs: boolean;
  readonly seed?: number;
  readonly maxTime?: number;
  /** Nobody else keeps data on the service, so any of it may be changed. */
  readonly ownService?: boolean;
  readonly filter: OperationFilter;
  /** What is believed, and what is found out by trying. */
  readonly learning?: Partial<LearnWish>;
  readonly model?: ModelWish;
  readonly itinerary?: Partial<Itinerary>;
  /** Oracles that are not wanted, or with another verdict. */
  readonly oracles?: OracleChoice;
  /** Random inputs per operation beside those at the boundaries. */
  readonly fuzz?: number;
  /** Sequences that may be tried per fault to make it small; 0: none. */
  readonly maxShrinks?: number;
  /** Faults after which nothing new is tried. */
  readonly maxFailures?: number;
  /** Where faults are written to. */
  readonly reportDir?: string;
  /** Reports to write besides. */
  readonly reports?: readonly ReportName[];
  /** Percent of the operations that a run must test to pass. */
  readonly minOperations?: number;
  /** Percent of the transitions that a run must cover to pass. */
  readonly minTransitionCoverage?: number;
  readonly failOn?: "err" | "warn";
  /** The clauses of the config file and of contract files. */
  readonly entries?: ClauseEntries;
  readonly target: Omit<TargetOptions, "url" | "version" | "api">;
}

/** What the model is to hold. Sizes stay text until the document's resources are known. */
export interface ModelWish {
  readonly size?: string;
  readonly symmetry: boolean;
  readonly updates: boolean;
  readonly refusals: boolean;
  readonly maxStates?: number;
}

export async function readSettings(flags: TestFlags, terminal: Terminal): Promise<Result<Settings>> {
  const loaded = await loadConfig({
    cwd: terminal.cwd,
    env: terminal.env,
    ...(flags.config === undefined ? {} : { file: flags.config }),
  });
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const problems: Problem[] = [];
  const take = <T>(result: Result<T>): T | undefined => {
    if (!result.ok) problems.push(...result.problems);
    return result.ok ? result.value : undefined;
  };
  const number = (flag: string, text: string | undefined, given: number | undefined, least: number) =>
    text === undefined ? given : take(parseNumber(flag, text, least));
  const file = async (flag: string, name: string | undefined) =>
    name === undefined ? undefined : take(await readOption(flag, resolve(terminal.cwd, name)));

  const auth = flags.auth ?? config.auth;
  const basic = auth === undefined ? undefined : take(parseBasicLogin(auth));
  const own =
    config.credentials === undefined ? {} : take(readOwnCredentials(config.credentials, loaded.value.file));
  const limit = flags.rateLimit ?? config.rateLimit;
  const rateLimit = limit === undefined ? undefined : take(parseRateLimit(limit));
  const authName = flags.authFile ?? config.authFile;
  const authText = await file("--auth-file", authName);
  const actors = authText === undefined ? undefined : take(parseAuthFile(authText, terminal.env, authName));
  const ca = await file("--tls-ca", flags.tlsCa ?? config.tlsCa);
  const cert = await file("--request-cert", flags.requestCert ?? config.requestCert);
  const key = await file("--request-cert-key", flags.requestCertKey ?? config.requestCertKey);
  const headers = take(
    parseHeaders([
      ...Object.entries(config.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      ...flags.header,
    ]),
  );
  const seed = number("--seed", flags.seed, config.seed, 0);
  const maxRequests = number("--max-requests", flags.maxRequests, config.maxRequests, 1);
  const seconds = (flag: string, text: string | undefined, given: number | undefined) =>
    text === undefined ? given : take(parseSeconds(flag, text));
  const maxTime = seconds("--max-time", flags.maxTime, config.maxTime);
  const timeout = seconds("--request-timeout", flags.requestTimeout, config.requestTimeout);
  const maxStates = number("--max-states", flags.maxStates, config.maxStates, 1);
  const maxSteps = number("--max-steps", flags.maxSteps, config.maxSteps, 1);
  const lookEvery = number("--look-every", flags.lookEvery, config.lookEvery, 1);
  const budget = number("--budget", flags.budget, config.budget, 1);
  const fuzz = number("--fuzz", flags.fuzz, config.fuzz, 0);
  const workers = number("--workers", flags.workers, config.workers, 1);
  const part = flags.shard ?? config.shard;
  const shard = part === undefined ? undefined : take(parseShard(part));
  const count = number("--walks", flags.walks, config.walks, 0);
  const walks = count === undefined ? undefined : { count, by: flags.walkBy ?? config.walkBy ?? "states" };
  const mayShrink = flags.shrink !== false && config.shrink !== false;
  const maxShrinks = mayShrink ? number("--max-shrinks", flags.maxShrinks, config.maxShrinks, 1) : 0;
  const reportDir = flags.reportDir ?? config.reportDir;
  const reports = flags.report === undefined ? config.report : take(parseReports(flags.report));
  const minOperations = number("--min-operations", flags.minOperations, config.minOperations, 0);
  const minTransitionCoverage = number(
    "--min-transition-coverage",
    flags.minTransitionCoverage,
    config.minTransitionCoverage,
    0,
  );
  const failOn = flags.failOn ?? config.failOn;
  const maxFailures = number("--max-failures", flags.maxFailures, config.maxFailures, 1);
  const size = flags.size ?? config.size;
  const proxy = flags.proxy ?? config.proxy;
  const url = flags.url ?? config.url;
  const ownService = flags.ownService ?? config.ownService;
  const entries = take(await readOwnEntries(loaded.value, flags.contract ?? [], terminal.cwd));
  const oracles = take(readOracleChoice(flags, config.oracles));
  if (problems.length > 0) return failed(...problems);

  return ok({
    config,
    ...(loaded.value.file === undefined ? {} : { configFile: loaded.value.file }),
    overlays: [
      ...(config.overlay ?? []),
      ...flags.overlay,
      ...(flags.semantics === undefined ? [] : [flags.semantics]),
    ],
    ...(flags.semantics === undefined ? {} : { learning: { semantics: "given" } as const }),
    allowExternalRefs: flags.allowExternalRefs ?? config.allowExternalRefs ?? false,
    filter: readFilter(flags, config),
    ...given({
      url,
      seed,
      maxTime,
      ownService,
      entries,
      maxShrinks,
      maxFailures,
      reportDir,
      oracles,
      fuzz,
      reports,
      minOperations,
      minTransitionCoverage,
      failOn,
    }),
    itinerary: given({ maxSteps, workers, shard, walks, lookEvery, budget }),
    model: {
      symmetry: flags.symmetry !== false && config.symmetry !== false,
      updates: flags.updates !== false && config.updates !== false,
      refusals: flags.refusals !== false && config.refusals !== false,
      ...given({ size, maxStates }),
    },
    target: {
      ...given({ headers, rateLimit, maxRequests, proxy }),
      ...given<{ actors: readonly Actor[] | undefined }>({ actors }),
      ...(basic === undefined && config.credentials === undefined
        ? {}
        : { credentials: { ...own, ...given({ basic }) } }),
      ...(timeout === undefined ? {} : { requestTimeout: timeout * 1000 }),
      ...given({ noProxy: terminal.env.NO_PROXY ?? terminal.env.no_proxy }),
      tls: { verify: flags.tlsVerify !== false && config.tlsVerify !== false, ...given({ ca, cert, key }) },
    },
  });
}

/** The object without the members that are undefined: an absent option and an undefined one differ in type. */
function given<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

const FILTERS = ["Path", "Method", "Tag", "Operation"].flatMap((what) => [
  `include${what}`,
  `exclude${what}`,
]) as readonly (keyof OperationFilter)[];

function readFilter(flags: TestFlags, config: Config): Settings["filter"] {
  return Object.fromEntries(
    FILTERS.map((name) => [name, [...(flags[name] ?? [])].length > 0 ? flags[name] : config[name]]).filter(
      ([, words]) => words !== undefined,
    ),
  );
}

function readOwnCredentials(
  credentials: NonNullable<Config["credentials"]>,
  source: string | undefined,
): Result<GivenCredentials> {
  const read = readCredentials(JSON.parse(JSON.stringify(credentials)), "/credentials");
  if (read.ok) return ok(read.value);
  const hint = "Give a key, a token, user:password or an OAuth 2 client, by the name of a security scheme.";
  const place = { pointer: read.pointer, ...(source === undefined ? {} : { source }) };
  return failed(problem("config-invalid", `At ${read.pointer} ${read.message}.`, hint, place));
}

export function parseNumber(flag: string, text: string, least: number): Result<number> {
  const value = Number(text);
  if (text.trim() !== "" && Number.isInteger(value) && value >= least && value < 2 ** 32) return ok(value);
  const message = `${flag} takes a whole number from ${least} on, not "${text}".`;
  return failed(problem("usage", message, `For example ${flag} 42.`));
}

function parseHeaders(lines: readonly string[]): Result<HeaderList> {
  const headers = lines.map((line) => /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*([^\r\n]*)$/.exec(line));
  const wrong = headers.indexOf(null);
  // The line is not repeated in the message: it may hold a secret.
  if (wrong >= 0)
    return failed(
      problem(
        "usage",
        `Header ${wrong + 1} is not of the form "Name: value".`,
        'For example -H "X-Api-Key: abc".',
      ),
    );
  return ok(headers.map((match) => [match?.[1] ?? "", match?.[2] ?? ""] as const));
}

async function readOption(flag: string, path: string): Promise<Result<string>> {
  try {
    return ok(await readFile(path, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failed(problem("usage", `The file of ${flag} cannot be read: ${why}.`, "Check the path."));
  }
}

export function parseReports(text: string): Result<readonly ReportName[]> {
  const words = text.split(",").map((word) => word.trim());
  const known = words.flatMap((word) => REPORT_NAMES.filter((name) => name === word));
  if (known.length === words.length) return ok(known);
  return failed(
    problem(
      "usage",
      `--report takes names out of ${REPORT_NAMES.join(", ")}.`,
      "For example --report junit,sarif.",
    ),
  );
}
