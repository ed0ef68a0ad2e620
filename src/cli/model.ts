import { ok } from "#base/result";
import { renderDot } from "#graph/render-dot";
import { type DerivedFrom, deriveFrom, type ModelFlags } from "./derive-from.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { measureModel } from "./measure-model.js";
import { printModelReports } from "./print-model-report.js";
import { printProblems, refuse } from "./print-problems.js";
import type { Terminal } from "./terminal.js";
import { askTlc, type TlcFlags, tlaModules, tlcSettings } from "./tlc.js";
import { numberedFile, type TextFile, writeFiles } from "./write-files.js";

export interface ModelCommandFlags extends ModelFlags, TlcFlags {
  readonly dot?: string;
  readonly tla?: string;
}

/** `piolet model`: the state space that follows from what is known of an API, without a service. */
export async function model(
  spec: string | undefined,
  flags: ModelCommandFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const json = flags.json === true;
  const tlc = tlcSettings(flags, terminal);
  if (!tlc.ok) return refuse(tlc.problems, json, terminal);
  const derived = await deriveFrom(spec, flags, terminal);
  if (!derived.ok) return refuse(derived.problems, json, terminal);
  const { models, symmetry, maxStates, leftOut, problems } = derived.value;
  printProblems(problems, terminal);

  const measured = models.map((one, index) => {
    terminal.status(`   model ${index + 1} of ${models.length}: ${one.resources.join(", ")}`);
    return measureModel(one, { symmetry, maxStates, now: () => performance.now() });
  });
  const graphs = measured.flatMap(({ graph }) => graph ?? []);
  const dots = (flags.dot === undefined ? [] : graphs).map((graph, index): TextFile => {
    const path = numberedFile(flags.dot ?? "", index, graphs.length);
    return { path, text: renderDot(graph) };
  });
  const written = await writeFiles([...dots, ...tlaFiles(derived.value, flags.tla)], terminal);
  if (!written.ok) return refuse(written.problems, json, terminal);

  const asked = tlc.value === undefined ? ok([]) : await askTlc(measured, models, tlc.value, terminal);
  if (!asked.ok) return refuse(asked.problems, json, terminal);
  const reports = measured.map(({ report }, index) => {
    const answer = asked.value[index];
    return answer === undefined ? report : { ...report, tlc: answer };
  });
  if (json) terminal.out(JSON.stringify({ models: reports, leftOut, problems }, null, 2));
  else printModelReports(derived.value, reports, terminal);
  return EXIT.clean;
}

function tlaFiles({ models }: DerivedFrom, folder: string | undefined): TextFile[] {
  if (folder === undefined) return [];
  return tlaModules(models).flatMap(({ name, module, config }) => [
    { path: `${folder}/${name}.tla`, text: module },
    { path: `${folder}/${name}.cfg`, text: config },
  ]);
}
