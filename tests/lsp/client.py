"""A foreign client of `gier lsp`: pygls with the strict types of lsprotocol. An answer of the wrong
shape does not parse. Usage: client.py GIER FOLDER; prints one line for each feature."""

import asyncio
import pathlib
import sys

from lsprotocol import types as t
from pygls.lsp.client import LanguageClient

GIER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])

PROGRAM = """_begin
  _comment 𝄞; _integer count; _boolean at left;
  _procedure PRINT(n);
  _value n;
  _integer n;
  _begin
    _comment library NEW LINE;
    NEW LINE;
    write(‹-ndd›, n)
  _end PRINT;
L: count := 1;
  PRINT(count);
  cuont := sqrt(2);
  if count = 1 then PRINT(3)
_end;
"""


async def main():
    client = LanguageClient("test", "1")
    published = {}

    @client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(params):
        published[params.uri] = params.diagnostics

    await client.start_io(GIER, "lsp")
    answer = await client.initialize_async(
        t.InitializeParams(
            capabilities=t.ClientCapabilities(
                text_document=t.TextDocumentClientCapabilities(
                    publish_diagnostics=t.PublishDiagnosticsClientCapabilities(related_information=True)
                )
            ),
            root_uri=FOLDER.as_uri(),
        )
    )
    assert answer.server_info.name == "gier"
    client.initialized(t.InitializedParams())
    uri = (FOLDER / "a program.alg").as_uri()
    document = t.TextDocumentIdentifier(uri)

    def opened(address, text, language="algol60"):
        item = t.TextDocumentItem(address, language, 1, text)
        client.text_document_did_open(t.DidOpenTextDocumentParams(item))

    def at(text, part, offset=0):
        byte = text.index(part) + offset
        line = text.count("\n", 0, byte)
        column = len(text[text.rfind("\n", 0, byte) + 1 : byte].encode("utf-16-le")) // 2
        return t.Position(line, column)

    opened(uri, PROGRAM)
    place = dict(text_document=document)
    hover = await client.text_document_hover_async(t.HoverParams(position=at(PROGRAM, "PRINT(count)"), **place))
    print("hover:", hover.contents.value.splitlines()[1])
    hover = await client.text_document_hover_async(t.HoverParams(position=at(PROGRAM, "sqrt"), **place))
    print("hover:", hover.contents.value.splitlines()[1])
    for fault in published[uri]:
        print("fault:", fault.range.start.line + 1, fault.code, fault.message.replace("\n", " | "))
    definition = await client.text_document_definition_async(
        t.DefinitionParams(position=at(PROGRAM, "PRINT(count)"), **place)
    )
    print("definition: line", definition.range.start.line + 1)
    definition = await client.text_document_definition_async(
        t.DefinitionParams(position=at(PROGRAM, "NEW LINE;\n    write"), **place)
    )
    print("definition:", definition.uri.rsplit("/", 1)[1])
    references = await client.text_document_references_async(
        t.ReferenceParams(t.ReferenceContext(True), document, at(PROGRAM, "count :="))
    )
    print("references: lines", [r.range.start.line + 1 for r in references])
    highlights = await client.text_document_document_highlight_async(
        t.DocumentHighlightParams(position=at(PROGRAM, "count :="), **place)
    )
    print("highlights:", [str(h.kind) for h in highlights])
    renamed = await client.text_document_rename_async(
        t.RenameParams(document, at(PROGRAM, "count :="), "number of rounds")
    )
    print("rename:", len(renamed.changes[uri]), "places")
    prepared = await client.text_document_prepare_rename_async(
        t.PrepareRenameParams(document, at(PROGRAM, "count :="))
    )
    print("prepare rename:", prepared.placeholder)
    for name, wanted in [("count :=", "PRINT"), ("sqrt", "root"), ("count :=", "5x")]:
        try:
            await client.text_document_rename_async(t.RenameParams(document, at(PROGRAM, name), wanted))
            print("rename to", wanted, "is accepted")
        except Exception as error:
            print("rename refused:", error)
    symbols = await client.text_document_document_symbol_async(t.DocumentSymbolParams(document))
    print("symbols:", [(s.name, [c.name for c in s.children or []]) for s in symbols])
    found = await client.workspace_symbol_async(t.WorkspaceSymbolParams("newline"))
    found += await client.workspace_symbol_async(t.WorkspaceSymbolParams("new line"))
    print("workspace symbols:", sorted({s.name for s in found}))
    help = await client.text_document_signature_help_async(
        t.SignatureHelpParams(position=at(PROGRAM, "n)\n  _end", 1), **place)
    )
    print("signature:", help.signatures[0].label, help.active_parameter)
    items = await client.text_document_completion_async(
        t.CompletionParams(position=at(PROGRAM, "cuont", 1), **place)
    )
    labels = [i.label for i in items]
    print("completion:", [l for l in labels if l in ("count", "PRINT", "sqrt", "_begin", "n")])
    folding = await client.text_document_folding_range_async(t.FoldingRangeParams(document))
    print("folding:", sorted((f.start_line + 1, f.end_line + 1) for f in folding))
    tokens = await client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(document))
    print("semantic tokens:", len(tokens.data) // 5)
    edits = await client.text_document_formatting_async(
        t.DocumentFormattingParams(document, t.FormattingOptions(2, True))
    )
    print("formatting:", edits[0].new_text.splitlines()[-2].strip())
    actions = await client.text_document_code_action_async(
        t.CodeActionParams(
            document, t.Range(t.Position(0, 0), t.Position(99, 0)), t.CodeActionContext([])
        )
    )
    print("actions:", [a.title for a in actions])
    sound = PROGRAM.replace("  cuont := sqrt(2);\n  if count = 1 then PRINT(3)\n", "  PRINT(3)\n")
    change = t.TextDocumentContentChangeWholeDocument(sound)
    client.text_document_did_change(
        t.DidChangeTextDocumentParams(t.VersionedTextDocumentIdentifier(2, uri), [change])
    )
    await client.text_document_hover_async(t.HoverParams(document, t.Position(0, 0)))
    print("faults now:", len(published[uri]))
    slip = (FOLDER / "loop.slip").as_uri()
    text = "    _d i=40\n{again}:\n    arn {sum} , ar {one}\n    hv {again} NZ\n    zq\n{one}: 1\n{sum}: 0\n    _e 40\n"
    opened(slip, text, "slip")
    loop = t.TextDocumentIdentifier(slip)
    hover = await client.text_document_hover_async(t.HoverParams(loop, at(text, "hv")))
    print("slip hover:", hover.contents.value.splitlines()[0])
    hover = await client.text_document_hover_async(t.HoverParams(loop, at(text, "{sum} ,", 1)))
    print("slip hover:", hover.contents.value)
    definition = await client.text_document_definition_async(t.DefinitionParams(loop, at(text, "{again} NZ", 1)))
    print("slip definition: line", definition.range.start.line + 1)
    place = dict(text_document=loop)
    again = at(text, "{again} NZ", 1)
    references = await client.text_document_references_async(
        t.ReferenceParams(t.ReferenceContext(True), loop, again)
    )
    print("slip references: lines", [r.range.start.line + 1 for r in references])
    highlights = await client.text_document_document_highlight_async(
        t.DocumentHighlightParams(position=again, **place)
    )
    print("slip highlights:", len(highlights))
    renamed = await client.text_document_rename_async(t.RenameParams(loop, again, "{once more}"))
    print("slip rename:", [edit.new_text for edit in renamed.changes[slip]])
    symbols = await client.text_document_document_symbol_async(t.DocumentSymbolParams(loop))
    print("slip symbols:", [s.name for s in symbols])
    items = await client.text_document_completion_async(t.CompletionParams(position=at(text, "hv", 1), **place))
    labels = [i.label for i in items]
    print("slip completion:", [l for l in labels if l in ("hv", "hs", "{sum}")])
    tokens = await client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(loop))
    print("slip semantic tokens:", len(tokens.data) // 5)
    bare = (FOLDER / "bare.slip").as_uri()
    opened(bare, text.replace("{again}", "again"), "slip")
    actions = await client.text_document_code_action_async(
        t.CodeActionParams(
            t.TextDocumentIdentifier(bare),
            t.Range(t.Position(0, 0), t.Position(99, 0)),
            t.CodeActionContext([]),
        )
    )
    print("slip actions:", [a.title for a in actions])
    opened((FOLDER / "twice.alg").as_uri(), "_begin\n  _integer a;\n  _real a;\n  a := 1\n_end;\n")
    await client.text_document_hover_async(t.HoverParams(document, t.Position(0, 0)))
    for fault in published[(FOLDER / "twice.alg").as_uri()]:
        near = [(r.location.range.start.line + 1, r.message) for r in fault.related_information or []]
        print("related places:", fault.message.splitlines()[0], near)
    client.text_document_did_close(t.DidCloseTextDocumentParams(document))
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


asyncio.run(asyncio.wait_for(main(), 60))
