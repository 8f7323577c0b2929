-- neovim.lua - Finds and fixes a wait in Neovim, the way a user does
--
-- Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- Opens a file with Neovim's own LSP client, waits for the findings, and applies
-- the preferred quick fix of the wait that has a safe one. The buffer, written
-- to disk, must be the file with that one change.
--
-- usage: nvim --headless --clean --cmd 'lua arguments = {clangd = "program",
--          file = "train.cpp", before = "old text", after = "new text"}'
--          -S neovim.lua

local function die(...)
  io.stderr:write(table.concat(vim.tbl_map(tostring, { ... }), " ") .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, condition)
  -- The first parse of LibTorch takes its time on a busy machine.
  if not vim.wait(300000, condition, 50) then
    die("gave up waiting for", what)
  end
end

local function text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), "\n")
end

local function findings(buffer, code)
  return vim.tbl_filter(function(d)
    return d.user_data.lsp.code == code
  end, vim.diagnostic.get(buffer))
end

local function run()
  vim.cmd("edit " .. vim.fn.fnameescape(arguments.file))
  local buffer = vim.api.nvim_get_current_buf()
  local before = text(buffer)
  local client = vim.lsp.start_client({
    name = "torchsync-clangd",
    cmd = { arguments.clangd, "--background-index=false" },
    root_dir = vim.fn.fnamemodify(arguments.file, ":p:h"),
  })
  vim.lsp.buf_attach_client(buffer, client)

  local code = "torchsync-device-to-host"
  wait("the finding", function()
    return #findings(buffer, code) > 0
  end)
  local finding = findings(buffer, code)[1]
  if not finding.message:find("makes the host wait for the device", 1, true) then
    die("another message:", finding.message)
  end

  -- What a person would pick from the menu.
  vim.ui.select = function(items, _, choose)
    for _, item in ipairs(items) do
      if item[2].isPreferred then
        return choose(item)
      end
    end
    die("no preferred quick fix among", vim.inspect(items))
  end
  vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
  vim.lsp.buf.code_action()
  wait("the fix", function()
    return text(buffer) ~= before
  end)
  local from, to = before:find(arguments.before, 1, true)
  local wanted = before:sub(1, from - 1) .. arguments.after .. before:sub(to + 1)
  if text(buffer) ~= wanted then
    die("the buffer is not what it should be:\n" .. text(buffer))
  end
  wait("the finding to go", function()
    return #findings(buffer, code) == 0
  end)
  vim.cmd("write")
  print("fixed line " .. finding.lnum + 1 .. ", the rest is as it was\n")
end

local ok, problem = pcall(run)
if not ok then
  die(problem)
end
vim.lsp.stop_client(vim.lsp.get_active_clients())
vim.cmd("qall!")
