/** A tester of services, Piolet or another, as the bench sees it: a running service in, what it tells out. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  /** One that can run beside others: each runs one task at a time. */
  readonly open: () => OpenTool;
}

export interface OpenTool {
  test(task: Task): Promise<Told>;
  close(): Promise<void>;
}

export interface Task {
  /** The name of a bundled service, for its document and its users. */
  readonly service: string;
  readonly url: string;
  readonly seed: number;
  readonly size: string | undefined;
  readonly lookEvery?: number | undefined;
  readonly shrink: boolean;
  readonly seconds: number;
  /** By `nameOf`: what is told of the correct service. Where it is given, the first thing that is not among it may end the run. */
  readonly usual?: readonly string[];
  /** Requests at a time, where the tool can; undefined: one. */
  readonly workers?: number;
}

export interface Told {
  readonly reports: readonly Report[];
  /** Requests of the whole run, as far as the tool says so. */
  readonly requests: number | null;
  readonly milliseconds: number;
  readonly cpuSeconds?: number;
  /** Why the run did not come to its end. */
  readonly broken?: string;
}

/** Two reports with one name are the same thing, told of two services. */
export function nameOf({ verdict, by, at }: Pick<Report, "verdict" | "by" | "at">): string {
  return `${verdict} ${by} ${at}`;
}

/** One thing that a tool tells of a service. */
export interface Report {
  /** How severe, in the tool's words. */
  readonly verdict: string;
  /** The oracle or check. */
  readonly by: string;
  /** The operation. */
  readonly at: string;
  /** After how many requests it was told. */
  readonly requests?: number;
  /** Calls that show it, as reported. */
  readonly calls?: number;
}
