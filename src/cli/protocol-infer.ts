import { problem } from "#base/problem";
import { createRandom } from "#base/random";
import { failed, ok, type Result } from "#base/result";
import { probeTarget } from "#http/probe-target";
import type { Api } from "#openapi/api";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import { createWorld } from "#run/create-world";
import { createDraft } from "#run/draft-values";
import { learnService, USUAL_WISH } from "#run/learn-service";
import { type Inferred, inferProtocol } from "#run/protocol/infer-protocol";
import { draftRecipes } from "#semantics/draft-recipes";
import { guessSemantics } from "#semantics/guess-semantics";
import { type Generators, readGenerators } from "#values/generators";
import { EXIT, type ExitCode } from "./exit-code.js";
import { openFor } from "./open-for.js";
import { loadSelected } from "./open-service.js";
import { refuse } from "./print-problems.js";
import { readSettings, type Settings, type TestFlags } from "./settings.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

export interface ProtocolInferFlags extends TestFlags {
  readonly output?: string;
}

/** `piolet protocol infer SPEC`: protocols to start from, from what the service does, or else from what its document says. */
export async function protocolInfer(
  spec: string,
  flags: ProtocolInferFlags,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  const settings = await readSettings(flags, terminal);
  if (!settings.ok) return refuse(settings.problems, false, terminal);
  const loaded = await loadSelected(spec, settings.value, terminal);
  if (!loaded.ok) return refuse(loaded.problems, false, terminal);
  const generators = readGenerators(settings.value.config.generators, "/generators");
  if (!generators.ok) return refuse(generators.problems, false, terminal);
  const inferred =
    settings.value.url === undefined
      ? ok(fromDocument(loaded.value, generators.value))
      : await fromService(loaded.value, settings.value, generators.value, terminal, version);
  if (!inferred.ok) return refuse(inferred.problems, false, terminal);
  const broken = generators.value.failure();
  if (broken !== undefined) return refuse([broken], false, terminal);
  const text = inferProtocol(inferred.value);
  const parsed = parseProtocol(text);
  if (!parsed.ok) {
    const message = "There is nothing here that can be created, so there is no conversation to write down.";
    const hint = "Write one by hand: S = !operation().?C200().";
    return refuse([problem("usage", message, hint)], false, terminal);
  }
  const printed = printProtocol(parsed.value);
  if (flags.output === undefined) {
    terminal.out(printed.trimEnd());
    return EXIT.clean;
  }
  const written = await writeFiles([{ path: flags.output, text: printed }], terminal);
  return written.ok ? EXIT.clean : refuse(written.problems, false, terminal);
}

function fromDocument(api: Api, generators: Generators): Inferred {
  const draft = createDraft(api, generators);
  const known = { api, semantics: guessSemantics(api), random: createRandom(0), draft };
  return { known, book: draftRecipes(known), exchanges: [], isSlow: false };
}

async function fromService(
  api: Api,
  settings: Settings,
  generators: Generators,
  terminal: Terminal,
  version: string,
): Promise<Result<Inferred>> {
  const target = await openFor(api, settings, terminal, version);
  if (!target.ok) return target;
  try {
    const seed = settings.seed ?? Math.floor(Math.random() * 10_000);
    const runId = `piolet-${seed}`;
    const signal =
      settings.maxTime === undefined ? {} : { signal: AbortSignal.timeout(settings.maxTime * 1000) };
    const contact = await probeTarget(target.value, runId, signal.signal);
    if (!contact.ok) return failed(...contact.problems);
    const semantics = guessSemantics(api);
    const guessed = createWorld({
      ...{ api, semantics, target: target.value, random: createRandom(seed), generators, clauses: [], runId },
      ...signal,
    });
    const learned = await learnService(guessed, USUAL_WISH, (text) =>
      terminal.status(`   learn     ${text}`),
    );
    terminal.status("");
    const { world, book, exchanges } = learned;
    return ok({ known: world, book, exchanges, isSlow: world.ledger.isPatient });
  } finally {
    await target.value.close();
  }
}
