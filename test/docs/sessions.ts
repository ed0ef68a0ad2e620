import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findService } from "#services/list";
import { type RunningService, startService } from "#services/service";
import { folderWith, piolet } from "../cli/run-piolet.js";

const root = join(import.meta.dirname, "../..");
export const readPage = (name: string) => readFileSync(join(root, name), "utf8");

/** A block of a page in which commands are typed, and what each prints. */
export interface Session {
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly commands: readonly { readonly command: string; readonly output: string }[];
}

export function sessionsIn(page: string): Session[] {
  return [...readPage(page).matchAll(/```console\n(\$ piolet [\s\S]*?)```/g)].map(([, text = ""]) => {
    const commands = text.split(/^\$ piolet /m).flatMap((typed) => {
      const [command = "", ...output] = typed.split("\n");
      return command === "" ? [] : [{ command, output: output.join("\n").trimEnd() }];
    });
    return { page, title: commands[0]?.command ?? "", text, commands };
  });
}

/** A block of YAML on a page that begins with the name of a file. */
export function fileOn(page: string, name: string): string | undefined {
  const blocks = [...readPage(page).matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  return blocks.find((text) => text.startsWith(`# ${name}\n`));
}

/**
 * Types the commands one after the other and returns what they print. They find the bundled services, the files that
 * the page shows, and at `http://localhost:PORT` the service that the page says to serve at that port.
 */
export async function runSession({ page, text, commands }: Session): Promise<readonly string[]> {
  const names = [...new Set(text.match(/\b[a-z-]+\.yaml\b/g))];
  const files = names.flatMap((name) => {
    const content = fileOn(page, name);
    return content === undefined ? [] : [[name, content] as const];
  });
  const cwd = folderWith(Object.fromEntries(files));
  const services = await startServices(page, text);
  try {
    const printed: string[] = [];
    for (const { command } of commands) {
      const argv = command.split(" ").map((word, index, words) => {
        const port = /^http:\/\/localhost:(\d+)$/.exec(word)?.[1] ?? "";
        return services.get(port)?.url ?? located(word, words[index - 1], cwd);
      });
      const { out, err } = await piolet(argv, { cwd });
      printed.push(`${err}${out}`.trimEnd());
    }
    return printed;
  } finally {
    for (const service of services.values()) await service.close();
  }
}

/** Files are read from where the process is, which tests cannot change, and written to where the terminal is. */
function located(word: string, flag: string | undefined, cwd: string): string {
  if (!/\.(?:yaml|copen)$/.test(word) || flag === "-o") return word;
  return join(/^(?:services|examples)\//.test(word) ? root : cwd, word);
}

async function startServices(page: string, text: string): Promise<Map<string, RunningService>> {
  const running = new Map<string, RunningService>();
  for (const [, port = ""] of text.matchAll(/http:\/\/localhost:(\d+)/g)) {
    const served = new RegExp(`piolet demo (\\S+)(?: --fault (\\S+))? --serve --port ${port}`);
    const [, name = "", fault] = served.exec(readPage(page)) ?? [];
    const service = findService(name);
    if (running.has(port) || !service.ok) continue;
    const started = await startService(service.value, fault === undefined ? {} : { fault });
    if (started.ok) running.set(port, started.value);
  }
  return running;
}

const MORE = "\n…";

/** What is to be compared: an output that ends in `…` is shown only in part. Times differ from run to run. */
export function comparable(output: string, shown: string): readonly [printed: string, shown: string] {
  if (!shown.endsWith(MORE)) return [masked(output), masked(shown)];
  const part = shown.slice(0, -MORE.length);
  return [masked(firstLines(output, part)), masked(part)];
}

function masked(text: string): string {
  return text.replace(/\d[\d.,]* m?s\b */g, "0 s ").replace(/piolet \d\S*/g, "piolet 0.0.0");
}

function firstLines(output: string, part: string): string {
  return output.split("\n").slice(0, part.split("\n").length).join("\n");
}

/** Writes what the commands print now into the page, as much of it as was shown before. */
export function updateSession({ page, text, commands }: Session, printed: readonly string[]): void {
  const { version } = JSON.parse(readPage("package.json")) as { version: string };
  const typed = commands.map(({ command, output }, index) => {
    const now = (printed[index] ?? "").replace(/^piolet \d\S*/, `piolet ${version}`);
    const shown = output.endsWith(MORE) ? firstLines(now, output.slice(0, -MORE.length)) + MORE : now;
    return `$ piolet ${command}\n${shown}${shown === "" ? "" : "\n"}`;
  });
  writeFileSync(
    join(root, page),
    readPage(page).replace(text, () => typed.join("")),
  );
}
