const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** Starts `piolet lsp` for the workspace. All that it says of a file comes from there. */
exports.activate = async () => {
  const settings = workspace.getConfiguration("piolet");
  const [command, ...args] = settings.get("command");
  const cwd = workspace.workspaceFolders?.[0]?.uri.fsPath;
  // On Windows `npx` is a script, which only a shell starts.
  const options = { cwd, shell: process.platform === "win32" };
  client = new LanguageClient(
    "piolet",
    "Piolet",
    { command, args, options },
    {
      documentSelector: [
        { scheme: "file", language: "copen" },
        { scheme: "file", language: "glacier" },
        { scheme: "file", pattern: "**/{openapi,swagger}*.{yaml,yml,json}" },
      ],
      initializationOptions: { document: settings.get("document") },
      synchronize: {
        fileEvents: workspace.createFileSystemWatcher("**/{*.yaml,*.yml,*.json,piolet.config.*}"),
      },
    },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
