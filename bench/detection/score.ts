import { nameOf, type Report, type Told } from "./tool.js";

/** One run of one tool against one service; without a fault it is the correct one. */
export interface Run extends Told {
  readonly tool: string;
  readonly service: string;
  readonly fault: string | null;
  readonly seed: number;
}

/** What became of one fault, over all seeds. */
export interface Detection {
  readonly tool: string;
  readonly service: string;
  readonly fault: string;
  readonly runs: number;
  readonly found: number;
  /** What told it first, in the first run that found it. */
  readonly first: Report | undefined;
  /** Medians over the runs that found it. */
  readonly requests: number | undefined;
  readonly calls: number | undefined;
  /** Runs that did not come to their end. */
  readonly broken: number;
}

/**
 * A fault counts as found when the tool tells something of the faulty service that it does not tell of the correct
 * one, whatever it is: one rule for every tool. What it tells of the correct one with any seed counts as told, so
 * that luck with inputs is not taken for a find.
 */
export function scoreFaults(runs: readonly Run[]): readonly Detection[] {
  const faulty = new Map<string, Run[]>();
  for (const run of runs) {
    const key = `${run.tool} ${run.service} ${run.fault}`;
    if (run.fault !== null) faulty.set(key, [...(faulty.get(key) ?? []), run]);
  }
  return [...faulty.values()].flatMap((group) => {
    const [head] = group;
    if (head === undefined || head.fault === null) return [];
    const usual = new Set(reportsOnCorrect(runs, head.tool, head.service).map(nameOf));
    const finds = group.flatMap(({ reports }) => {
      const news = reports.filter((report) => !usual.has(nameOf(report)));
      return news.length === 0 ? [] : [news.toSorted((a, b) => (a.requests ?? 0) - (b.requests ?? 0))];
    });
    const firsts = finds.flatMap(([first]) => first ?? []);
    return [
      {
        tool: head.tool,
        service: head.service,
        fault: head.fault,
        runs: group.length,
        found: finds.length,
        first: firsts[0],
        requests: median(firsts.flatMap(({ requests }) => requests ?? [])),
        calls: median(finds.flatMap((news) => least(news.flatMap(({ calls }) => calls ?? [])))),
        broken: group.filter(({ broken }) => broken !== undefined).length,
      },
    ];
  });
}

/** What is told of correct services; `ERR` is what Piolet calls a fault, other tools have words of their own. */
export function reportsOnCorrect(runs: readonly Run[], tool: string, service: string): readonly Report[] {
  return runs
    .filter((run) => run.fault === null && run.tool === tool && run.service === service)
    .flatMap(({ reports }) => reports);
}

export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

function least(values: readonly number[]): readonly number[] {
  return values.length === 0 ? [] : [Math.min(...values)];
}
