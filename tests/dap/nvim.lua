-- Drives `gier dap` by Neovim's client nvim-dap and prints what it sees. .ci/run compares the output
-- with tests/dap/nvim.txt:
--   GIER=PATH-OF-GIER nvim --headless -u NONE -c 'luafile tests/dap/nvim.lua'
-- in the root of the tree, with nvim-dap in the packpath.
local dap = require("dap")
local root = vim.fn.getcwd()
local program = root .. "/tests/dap/arrays.alg"
dap.adapters.gier = { type = "executable", command = vim.env.GIER, args = { "dap" } }

local function say(text)
  io.stdout:write((text:gsub(vim.pesc(root), "")) .. "\n")
end

-- What the session does at each stop in turn.
local moves = { dap.step_over, dap.step_back, dap.reverse_continue, dap.continue, dap.terminate }
local stops = 0
dap.listeners.after.event_stopped["test"] = function(session, body)
  stops = stops + 1
  say("stopped: " .. body.reason .. ": " .. body.description)
  session:request("stackTrace", { threadId = 1 }, function(_, trace)
    for _, frame in ipairs(trace.stackFrames) do
      say("  " .. frame.name .. " at line " .. frame.line)
    end
    session:request("scopes", { frameId = trace.stackFrames[1].id }, function(_, answer)
      local scope = answer.scopes[1]
      session:request("variables", { variablesReference = scope.variablesReference }, function(_, found)
        for _, variable in ipairs(found.variables) do
          say("  " .. scope.name .. ": " .. variable.name .. " = " .. variable.value)
        end
        moves[stops]()
      end)
    end)
  end)
end
dap.listeners.after.event_terminated["test"] = function()
  say("terminated")
  vim.defer_fn(function() vim.cmd("qa!") end, 200)
end
vim.defer_fn(function()
  say("no answer in 20 seconds")
  vim.cmd("cq!")
end, 20000)

vim.cmd("edit " .. program)
vim.api.nvim_win_set_cursor(0, { 11, 0 })
dap.set_breakpoint()
dap.run({ type = "gier", request = "launch", name = "GIER", program = program, stopAtEnd = true })
