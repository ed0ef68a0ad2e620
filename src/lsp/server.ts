import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  type Connection,
  createConnection,
  type Definition as EditorDefinition,
  type InitializeParams,
  ProposedFeatures,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { isObject, stringProperty } from "#base/json";
import { isUrl } from "#openapi/read-source";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import { completionsAt } from "./complete.js";
import { definitionOf } from "./define.js";
import { diagnoseContract, diagnoseDocument, diagnoseProtocol } from "./diagnose.js";
import { hoverOn } from "./hover.js";
import { Library } from "./library.js";
import { locateIn } from "./locate-pointer.js";
import { markAt, type Scan } from "./mark.js";
import { scanContract } from "./scan-contract.js";
import { scanProtocol } from "./scan-protocol.js";

/** Milliseconds without a key before a text is checked. */
const PAUSE = 150;

/** As long as a protocol may be; beyond that there is only the diagnosis that says so. */
const MOST_CHARACTERS = 500_000;

const START = { line: 0, character: 0 };

/** The language server: the pure functions of this room behind the messages of the protocol, over these streams. */
export function serveLanguage(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  env: Readonly<Record<string, string | undefined>>,
): Connection {
  const connection = createConnection(ProposedFeatures.all, input, output);
  const documents = new TextDocuments(TextDocument);
  let library = new Library({ folder: process.cwd(), env });
  const waiting = new Map<string, NodeJS.Timeout>();
  const open = new Set<string>();

  const knowledgeOf = (document: TextDocument) =>
    library.knowledgeFor(pathOf(document.uri) ?? document.uri, document.getText());

  const diagnose = async (uri: string) => {
    const document = documents.get(uri);
    if (document === undefined) return;
    const { version } = document;
    const text = document.getText();
    const language = languageOf(document);
    const diagnostics =
      language === "document"
        ? diagnoseDocument(text, pathOf(uri) ?? uri)
        : language === "contract"
          ? diagnoseContract(text, await knowledgeOf(document))
          : diagnoseProtocol(text, await knowledgeOf(document));
    // What was typed meanwhile has a turn of its own.
    if (documents.get(uri)?.version === version)
      await connection.sendDiagnostics({ uri, version, diagnostics: [...diagnostics] });
  };
  const diagnoseSoon = (uri: string, pause = PAUSE) => {
    clearTimeout(waiting.get(uri));
    const turn = () => {
      waiting.delete(uri);
      // Nobody awaits a timer, and one text that cannot be checked must not end the server for the others.
      diagnose(uri).catch((error) => connection.console.error(String(error)));
    };
    waiting.set(uri, setTimeout(turn, pause));
  };
  const diagnoseAll = () => {
    for (const uri of documents.keys()) diagnoseSoon(uri, 0);
  };

  connection.onInitialize((params) => {
    library = new Library({ ...optionsOf(params), env });
    return {
      serverInfo: { name: "piolet" },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        definitionProvider: true,
        documentFormattingProvider: true,
        completionProvider: { triggerCharacters: ["!", "?", "(", "/", "<", ":", "."] },
      },
    };
  });
  connection.onDidChangeWatchedFiles(() => {
    library.forget();
    diagnoseAll();
  });
  documents.onDidChangeContent(({ document: { uri } }) => {
    // What is opened is there to be read; what is typed goes on.
    diagnoseSoon(uri, open.has(uri) ? PAUSE : 0);
    open.add(uri);
  });
  // The OpenAPI document may have changed meanwhile.
  documents.onDidSave(diagnoseAll);
  documents.onDidClose(({ document }) => {
    clearTimeout(waiting.get(document.uri));
    open.delete(document.uri);
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });

  connection.onHover(async ({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const { marks } = scan(document);
    const mark = document && markAt(marks, document.offsetAt(position));
    if (document === undefined || mark === undefined) return null;
    const value = hoverOn(mark, marks, await knowledgeOf(document));
    const range = { start: document.positionAt(mark.start), end: document.positionAt(mark.end) };
    return value === undefined ? null : { contents: { kind: "markdown", value }, range };
  });
  connection.onCompletion(async ({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return [];
    const offset = document.offsetAt(position);
    const { end } = scan(document, offset);
    if (end.kind === "nothing") return [];
    const range = { start: document.positionAt(end.start), end: position };
    return completionsAt(end, scan(document).marks, await knowledgeOf(document)).map(
      ({ insertText, ...item }) => ({ ...item, textEdit: { range, newText: insertText ?? item.label } }),
    );
  });
  connection.onDefinition(async ({ textDocument, position }): Promise<EditorDefinition | null> => {
    const document = documents.get(textDocument.uri);
    const { marks } = scan(document);
    const mark = document && markAt(marks, document.offsetAt(position));
    if (document === undefined || mark === undefined) return null;
    const known = await knowledgeOf(document);
    const definition = definitionOf(mark, marks, known);
    if (definition === undefined) return null;
    if (definition.kind === "here") {
      const [start, end] = [definition.mark.start, definition.mark.end].map((at) => document.positionAt(at));
      return { uri: document.uri, range: { start: start ?? START, end: end ?? START } };
    }
    if (known.document === undefined || isUrl(known.document)) return null;
    const text = await readFile(known.document, "utf8").catch(() => "");
    const place = locateIn(text)(definition.pointer) ?? START;
    const start = { line: place.line, character: place.character };
    return { uri: pathToFileURL(known.document).href, range: { start, end: start } };
  });
  connection.onDocumentFormatting(({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined || languageOf(document) !== "protocol") return [];
    const parsed = parseProtocol(document.getText());
    const end = document.positionAt(document.getText().length);
    return parsed.ok ? [{ range: { start: START, end }, newText: printProtocol(parsed.value) }] : [];
  });

  documents.listen(connection);
  connection.listen();
  return connection;
}

type Language = "protocol" | "contract" | "document";

/** By the name of the file: editors call languages differently. */
function languageOf({ uri }: TextDocument): Language {
  if (/\.glc$/i.test(uri)) return "contract";
  return /\.(?:ya?ml|json)$/i.test(uri) ? "document" : "protocol";
}

function scan(document: TextDocument | undefined, end?: number): Scan {
  const text = document?.getText() ?? "";
  if (document === undefined || languageOf(document) === "document" || text.length > MOST_CHARACTERS)
    return { marks: [], end: { kind: "nothing" } };
  const part = text.slice(0, end ?? text.length);
  return languageOf(document) === "contract" ? scanContract(part) : scanProtocol(part);
}

/** What the editor says of the folder, and its setting `piolet.document`, given as an option of the start. */
function optionsOf({ initializationOptions, workspaceFolders, rootUri }: InitializeParams) {
  const root = workspaceFolders?.[0]?.uri ?? rootUri;
  const folder = (root === null || root === undefined ? undefined : pathOf(root)) ?? process.cwd();
  const document = isObject(initializationOptions)
    ? stringProperty(initializationOptions, "document")
    : undefined;
  return { folder, ...(document === undefined || document === "" ? {} : { document }) };
}

/** Undefined for what is no file: a text that was never saved. */
function pathOf(uri: string): string | undefined {
  return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
}
