-- Neovim as a client of `gier lsp`, headless: each feature that Neovim 0.7 knows. GIER is the program, OUT the file for the answers.
local gier = os.getenv("GIER")
local out = {}
local function say(...) table.insert(out, table.concat({...}, " ")) end
local id = vim.lsp.start_client({ name = "gier", cmd = { gier, "lsp" }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)
vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, d in ipairs(vim.diagnostic.get(0)) do say("fault:", d.lnum + 1, d.code or "", (d.message:gsub("\n", " | "))) end
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000) or {}
  for _, a in pairs(answers) do if a.error then say("error:", a.error.message) end; return a.result end
end
local function at(line, column) return { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line - 1, character = column } } end
say("hover:", (ask("textDocument/hover", at(4, 2)).contents.value:gsub("\n", " / ")))
say("definition:", ask("textDocument/definition", at(4, 2)).range.start.line + 1)
local p = at(4, 2); p.context = { includeDeclaration = true }
say("references:", #ask("textDocument/references", p))
local c = ask("textDocument/completion", at(4, 5))
say("completion:", #(c.items or c))
say("highlights:", #ask("textDocument/documentHighlight", at(4, 2)))
say("symbols:", ask("textDocument/documentSymbol", at(4, 2))[1].name)
say("workspace symbols:", #(ask("workspace/symbol", { query = "count" }) or {}))
p = at(1, 0); p.range = { start = p.position, ["end"] = { line = 9, character = 0 } }; p.context = { diagnostics = {} }
for _, a in ipairs(ask("textDocument/codeAction", p)) do say("action:", a.title) end
say("signature:", ask("textDocument/signatureHelp", at(6, 14)).signatures[1].label)
p = at(4, 2); p.newName = "total"
local edit = ask("textDocument/rename", p)
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
say("renamed:", vim.api.nvim_buf_get_lines(0, 3, 4, false)[1])
local f = { textDocument = { uri = vim.uri_from_bufnr(0) }, options = { tabSize = 2, insertSpaces = true } }
vim.lsp.util.apply_text_edits(ask("textDocument/formatting", f), 0, "utf-16")
say("formatted:", table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), " / "))
vim.fn.writefile(out, os.getenv("OUT"))
vim.cmd("qa!")
