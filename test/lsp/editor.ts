import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidOpenTextDocumentNotification,
  DocumentFormattingRequest,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";

const MAIN = join(import.meta.dirname, "../../dist/src/cli/main.js");

/** The server runs from the build, as an editor runs it. */
export const isBuilt = existsSync(MAIN);

/** An editor with one folder open, which has started `piolet lsp`. */
export class Editor {
  readonly folder = mkdtempSync(join(tmpdir(), "piolet-"));
  readonly #server: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #seen = new Map<string, readonly Diagnostic[]>();
  readonly #texts = new Map<string, string>();
  #told: () => void = () => {};
  #version = 0;

  constructor() {
    this.#server = spawn(process.execPath, [MAIN, "lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    const { stdin, stdout } = this.#server;
    if (stdin === null || stdout === null) throw new Error("no pipes");
    this.#connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.#connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version, diagnostics }) => {
      this.#seen.set(`${uri} ${version}`, diagnostics);
      this.#told();
    });
    this.#connection.listen();
  }

  async start(options: { readonly document?: string } = {}) {
    const { capabilities } = await this.#connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: pathToFileURL(this.folder).href,
      workspaceFolders: null,
      capabilities: {},
      initializationOptions: options,
    });
    await this.#connection.sendNotification(InitializedNotification.type, {});
    return capabilities;
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Opens a file, or types into it, and waits for what is said of it. */
  async show(name: string, text: string): Promise<readonly Diagnostic[]> {
    return this.#diagnosed(this.uri(name), await this.#type(name, text));
  }

  /** A file changed on disk that is not open; what is said of an open one then. */
  async changeOnDisk(name: string, text: string, shown: string): Promise<readonly Diagnostic[]> {
    this.write(name, text);
    const uri = this.uri(shown);
    this.#seen.clear();
    await this.#connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: [{ uri: this.uri(name), type: 2 }],
    });
    return this.#diagnosed(uri, this.#version);
  }

  async hover(name: string, text: string): Promise<string> {
    const found = await this.#connection.sendRequest(HoverRequest.type, await this.#cursor(name, text));
    const contents = found?.contents;
    return typeof contents === "object" && "value" in contents ? contents.value : "";
  }

  /** What is offered where the text has its `|`, as label and what it would make of the line. */
  async complete(name: string, text: string): Promise<ReadonlyMap<string, string>> {
    const cursor = await this.#cursor(name, text);
    const found = await this.#connection.sendRequest(CompletionRequest.type, cursor);
    const items = Array.isArray(found) ? found : (found?.items ?? []);
    const line = (this.#texts.get(name) ?? "").split("\n")[cursor.position.line] ?? "";
    return new Map(
      items.map(({ label, textEdit }) => {
        if (textEdit === undefined || !("range" in textEdit)) throw new Error(`${label} has no edit`);
        const { start, end } = textEdit.range;
        return [label, line.slice(0, start.character) + textEdit.newText + line.slice(end.character)];
      }),
    );
  }

  async definition(name: string, text: string): Promise<{ file: string; line: number } | undefined> {
    const cursor = await this.#cursor(name, text);
    const found = await this.#connection.sendRequest(DefinitionRequest.type, cursor);
    const first = Array.isArray(found) ? found[0] : found;
    if (first === undefined || first === null || !("uri" in first)) return undefined;
    return { file: first.uri.slice(first.uri.lastIndexOf("/") + 1), line: first.range.start.line + 1 };
  }

  async format(name: string): Promise<string | undefined> {
    const edits = await this.#connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri: this.uri(name) },
      options: { tabSize: 2, insertSpaces: true },
    });
    return edits?.[0]?.newText;
  }

  /** Ends as an editor does, and says how the server ended. */
  async close(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#server.once("exit", resolve));
    await this.#connection.sendRequest(ShutdownRequest.type);
    await this.#connection.sendNotification(ExitNotification.type);
    const code = await ended;
    this.#connection.dispose();
    rmSync(this.folder, { recursive: true, force: true });
    return code;
  }

  uri(name: string): string {
    return pathToFileURL(join(this.folder, name)).href;
  }

  async #type(name: string, text: string): Promise<number> {
    const uri = this.uri(name);
    const version = ++this.#version;
    const isOpen = this.#texts.has(name);
    this.#texts.set(name, text);
    if (isOpen)
      await this.#connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    else
      await this.#connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, version, languageId: "copen", text },
      });
    return version;
  }

  async #cursor(name: string, text: string) {
    const offset = text.indexOf("|");
    await this.#type(name, text.replace("|", ""));
    const before = text.slice(0, offset).split("\n");
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    return { textDocument: { uri: this.uri(name) }, position };
  }

  async #diagnosed(uri: string, version: number): Promise<readonly Diagnostic[]> {
    for (;;) {
      const seen = this.#seen.get(`${uri} ${version}`);
      if (seen !== undefined) return seen;
      await new Promise<void>((resolve) => {
        this.#told = resolve;
      });
    }
  }
}
