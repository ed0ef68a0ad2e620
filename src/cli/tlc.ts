import { hostname } from "node:os";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { labelledGraph, sameGraph } from "#graph/labelled-graph";
import { runTlc } from "#graph/run-tlc";
import { serveTlc, workerCommand } from "#graph/serve-tlc";
import { normaliseTlaState, tlaStateText } from "#graph/tla-state-text";
import type { DerivedModel } from "#model/derived-model";
import { printTla, type TlaModule } from "#model/print-tla";
import { tlaNames } from "#model/tla-names";
import type { Measured } from "./measure-model.js";
import type { Terminal } from "./terminal.js";

/** The flags of `piolet model` that concern TLC. */
export interface TlcFlags {
  readonly engine?: string;
  readonly tlcJar?: string;
  /** True, or the name under which workers reach this machine. */
  readonly distributed?: boolean | string;
}

export interface TlcSettings {
  readonly jar: string;
  readonly host?: string;
}

/** What TLC found. */
export interface TlcAnswer {
  readonly states: number;
  /** Null where TLC ran distributed: then it keeps no graph. */
  readonly transitions: number | null;
  /** Whether its graph is ours; null where one of them is missing. */
  readonly same: boolean | null;
}

/** Undefined where TLC is not asked for. */
export function tlcSettings(flags: TlcFlags, { env }: Terminal): Result<TlcSettings | undefined> {
  const distributed = flags.distributed !== undefined && flags.distributed !== false;
  if (flags.engine !== "tlc") {
    if (!distributed) return ok(undefined);
    return failed(problem("usage", "--distributed is for TLC alone.", "Add --engine tlc."));
  }
  const jar = flags.tlcJar ?? env.TLA2TOOLS_JAR;
  if (jar === undefined) {
    const hint = "Give it with --tlc-jar tla2tools.jar, or set TLA2TOOLS_JAR.";
    return failed(problem("usage", "--engine tlc needs the jar of TLC.", hint));
  }
  const host = typeof flags.distributed === "string" ? flags.distributed : hostname();
  return ok(distributed ? { jar, host } : { jar });
}

/** The modules of several models, each with a name of its own. */
export function tlaModules(models: readonly DerivedModel[]): TlaModule[] {
  return models.map(({ model }, index) =>
    printTla(models.length === 1 ? model : { ...model, name: `Model${index + 1} ${model.name}` }),
  );
}

export async function askTlc(
  measured: readonly Measured[],
  models: readonly DerivedModel[],
  settings: TlcSettings,
  terminal: Terminal,
): Promise<Result<readonly TlcAnswer[]>> {
  const answers: TlcAnswer[] = [];
  for (const [index, { model }] of models.entries()) {
    terminal.status(`   TLC, model ${index + 1} of ${models.length}`);
    const answer =
      settings.host === undefined
        ? await compare(model, measured[index], settings)
        : await distribute(model, settings.host, settings, terminal);
    if (!answer.ok) return answer;
    answers.push(answer.value);
  }
  return ok(answers);
}

async function compare(
  model: DerivedModel["model"],
  measured: Measured | undefined,
  { jar }: TlcSettings,
): Promise<Result<TlcAnswer>> {
  const run = await runTlc(model, { jar });
  if (!run.ok) return run;
  const { states, edges } = run.value;
  const graph = measured?.all;
  if (graph === undefined) return ok({ states: states.length, transitions: edges.length, same: null });
  const names = tlaNames(model);
  const ours = labelledGraph(graph, ({ call }) => names.action(call.action.name), tlaStateText(graph));
  const same = sameGraph({ ...run.value, states: states.map(normaliseTlaState) }, ours);
  return ok({ states: states.length, transitions: edges.length, same });
}

async function distribute(
  model: DerivedModel["model"],
  host: string,
  { jar }: TlcSettings,
  terminal: Terminal,
): Promise<Result<TlcAnswer>> {
  const served = await serveTlc(model, {
    jar,
    host,
    onLine: (line) => terminal.err(`   ${line}`),
    onReady: () => {
      terminal.err("TLC waits for workers. Start one on each machine that is to help:");
      terminal.err(`  ${workerCommand(host).join(" ")}`);
    },
  });
  if (!served.ok) return served;
  return ok({ states: served.value, transitions: null, same: null });
}
