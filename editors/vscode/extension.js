// The extension only starts gier: as language server, as debugger, and in a terminal.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = (context) => {
  const settings = () => vscode.workspace.getConfiguration("gier");
  const gier = () => settings().get("path");
  const documentSelector = [{ language: "algol60" }, { language: "slip" }];
  const initializationOptions = { library: settings().get("library") };
  client = new LanguageClient("gier", "GIER", { command: gier(), args: ["lsp"] }, {
    documentSelector, initializationOptions, synchronize: { configurationSection: "gier" },
  });
  client.start();

  const path = (uri) => (uri ?? vscode.window.activeTextEditor.document.uri).fsPath;
  const terminal = (...args) => vscode.window.createTerminal({ name: "GIER", shellPath: gier(), shellArgs: args }).show();
  const launch = (program) => ({ type: "gier", request: "launch", name: "GIER", program, stopAtEnd: true });
  const origin = async () => {
    const text = await vscode.window.showInputBox({ prompt: "A text on GIER's paper, such as 7.85" });
    if (!text) return;
    const { links } = await vscode.debug.activeDebugSession.customRequest("gier/origin", { text });
    const title = `The origin of ${text}`;
    const chosen = await vscode.window.showQuickPick(links.map((link) => ({ label: link.text, link })), { title });
    if (!chosen?.link.source?.path) return;
    const at = new vscode.Position(chosen.link.line - 1, chosen.link.column - 1);
    await vscode.window.showTextDocument(vscode.Uri.file(chosen.link.source.path), { selection: new vscode.Range(at, at) });
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("gier.run", (uri) => terminal("run", path(uri))),
    vscode.commands.registerCommand("gier.debug", (uri) => vscode.debug.startDebugging(undefined, launch(path(uri)))),
    vscode.commands.registerCommand("gier.panel", (uri) => terminal("panel", path(uri))),
    vscode.commands.registerCommand("gier.origin", origin),
    vscode.debug.registerDebugAdapterDescriptorFactory("gier", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(gier(), ["dap"]),
    }),
  );
};

exports.deactivate = () => client?.stop();
