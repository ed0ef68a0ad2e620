import { type Cell, printTable } from "../print-table.js";
import { type Detection, median, type Run, reportsOnCorrect, scoreFaults } from "./score.js";

/** Every fault; then per service, with what is told of the correct one; then what each oracle finds. */
export function printDetection(runs: readonly Run[], tools: readonly string[]): void {
  const detections = scoreFaults(runs);
  const [own = "", ...others] = tools;
  const ofTool = (tool: string) => detections.filter((detection) => detection.tool === tool);
  if (detections.length > 0) printFaults(ofTool(own), others.map(ofTool));
  console.log("");
  printServices(runs, detections, tools);
  if (detections.length === 0) return;
  console.log("");
  printOracles(ofTool(own));
}

/** In a line: what was found, what it cost, and what was told of correct services. */
export function summary(runs: readonly Run[], tools: readonly string[]): string {
  const detections = scoreFaults(runs);
  return tools
    .map((tool) => {
      const mine = detections.filter((detection) => detection.tool === tool);
      const found = mine.reduce((sum, { found, runs: seeds }) => sum + found / seeds, 0);
      const services = [...new Set(runs.map(({ service }) => service))];
      const errors = services
        .flatMap((service) => reportsOnCorrect(runs, tool, service))
        .filter(({ verdict }) => verdict === "ERR").length;
      const requests = runs
        .filter((run) => run.tool === tool && run.fault !== null)
        .reduce((sum, run) => sum + (run.requests ?? 0) / (detections.length === 0 ? 1 : seedsOf(runs)), 0);
      const cost = found === 0 ? "" : `, ${Math.round(requests / found)} requests per fault found`;
      const share =
        mine.length === 0 ? "" : `${Number(found.toFixed(1))} of ${mine.length} faults found${cost}, `;
      return `${tool} ${share}${errors} ERR on correct services`;
    })
    .join("; ");
}

function seedsOf(runs: readonly Run[]): number {
  return new Set(runs.map(({ seed }) => seed)).size;
}

function printFaults(own: readonly Detection[], others: readonly (readonly Detection[])[]): void {
  const columns = others.map((detections) => detections[0]?.tool ?? "");
  printTable(
    ["service", "fault", "found", "first by", "requests", "calls", ...columns],
    own.map((detection) => [
      detection.service,
      detection.fault,
      foundIn(detection),
      detection.first === undefined ? "" : `${detection.first.verdict} ${detection.first.by}`,
      detection.requests ?? "",
      detection.calls ?? "",
      ...others.map((detections) => {
        const same = detections.find(
          ({ service, fault }) => service === detection.service && fault === detection.fault,
        );
        return same === undefined ? "" : `${foundIn(same)} ${same.first?.by ?? ""}`;
      }),
    ]),
  );
}

function foundIn({ found, runs, broken }: Detection): string {
  const cut = broken === 0 ? "" : `, ${broken} cut`;
  return runs === 1 ? `${found === 1 ? "yes" : "no"}${cut}` : `${found}/${runs}${cut}`;
}

function printServices(
  runs: readonly Run[],
  detections: readonly Detection[],
  tools: readonly string[],
): void {
  const services = [...new Set(runs.map(({ service }) => service))];
  const rows = tools.flatMap((tool) => [
    ...services.map((service) => serviceRow(runs, detections, tool, [service])),
    ...(services.length > 1 ? [serviceRow(runs, detections, tool, services)] : []),
  ]);
  printTable(
    [
      "tool",
      "service",
      "faults",
      "found",
      "requests until found",
      "requests a run",
      "seconds a run",
      "cut",
      "ERR if correct",
      "others if correct",
    ],
    rows,
  );
}

/** `found` is the mean over the seeds; the last two columns count what is told of the correct services. */
function serviceRow(
  runs: readonly Run[],
  detections: readonly Detection[],
  tool: string,
  services: readonly string[],
): readonly Cell[] {
  const mine = runs.filter((run) => run.tool === tool && services.includes(run.service));
  // The runs that nothing has ended early.
  const whole = mine.filter(({ fault }) => fault === null);
  const scored = detections.filter((each) => each.tool === tool && services.includes(each.service));
  const correct = services.flatMap((service) => reportsOnCorrect(runs, tool, service));
  const errors = correct.filter(({ verdict }) => verdict === "ERR").length;
  return [
    tool,
    services.length === 1 ? (services[0] ?? "") : "all",
    scored.length,
    scored.reduce((sum, { found, runs: seeds }) => sum + found / seeds, 0),
    median(scored.flatMap(({ requests }) => requests ?? [])) ?? "",
    median(whole.flatMap(({ requests }) => requests ?? [])) ?? "",
    (median(whole.map(({ milliseconds }) => milliseconds)) ?? 0) / 1_000,
    mine.filter(({ broken }) => broken !== undefined).length,
    errors,
    correct.length - errors,
  ];
}

/** What tells a fault first, how often, and how many requests a run had made by then: the requests per fault found. */
function printOracles(detections: readonly Detection[]): void {
  const found = detections.flatMap(({ first, requests }) =>
    first === undefined ? [] : [{ first, requests }],
  );
  const names = [...new Set(found.map(({ first }) => first.by))];
  const rows = names.map((name) => {
    const mine = found.filter(({ first }) => first.by === name);
    const counts = mine.flatMap(({ requests }) => requests ?? []);
    return [name, mine.length, Math.min(...counts), median(counts) ?? "", Math.max(...counts)] as const;
  });
  printTable(
    ["oracle", "faults first told", "requests per fault: fewest", "median", "most"],
    rows.toSorted(([, a], [, b]) => b - a),
  );
}
