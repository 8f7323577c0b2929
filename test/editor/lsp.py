# ===- lsp.py - A client of the language server protocol ---------------------===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Talks to one clangd the way an editor does: opens and changes files, waits for
# the findings of a version, asks for quick fixes and applies them. Must not
# know what torchsync finds.
#
# ===------------------------------------------------------------------------===#

import json
import os
import queue
import subprocess
import threading
import time


class Failure(Exception):
    """The server died, hung, or said what no server should."""


class Clangd:
    """A running clangd, to be used in a `with`."""

    def __init__(self, program, *arguments, root, log, timeout=300):
        self.timeout = timeout
        self.log = log
        self.messages = queue.Queue()
        self.published = {}
        self.next_id = 0
        environment = dict(os.environ)
        # What the person at this machine has configured is not under test.
        environment["XDG_CONFIG_HOME"] = os.path.join(root, "no-config")
        environment.pop("CLANGD_FLAGS", None)
        with open(log, "wb") as stderr:
            self.process = subprocess.Popen(
                [os.path.abspath(program), "--background-index=false",
                 *arguments], cwd=root,
                env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=stderr)
        threading.Thread(target=self._read, daemon=True).start()
        related = {"publishDiagnostics": {
            "relatedInformation": True, "codeDescriptionSupport": True,
            "versionSupport": True}}
        literals = {"codeActionLiteralSupport": {
            "codeActionKind": {"valueSet": ["quickfix", "refactor"]}}}
        self.server = self.request("initialize", {
            "processId": os.getpid(), "rootUri": uri(root),
            "capabilities": {"textDocument": {**related,
                                              "codeAction": literals}}})
        self.notify("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, *error):
        try:
            if not error[0]:
                self.request("shutdown", None)
                self.notify("exit", None)
                if self.process.wait(self.timeout):
                    self._fail(f"clangd ended with {self.process.returncode}")
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()

    def _fail(self, text):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            tail = file.readlines()[-60:]
        raise Failure(text + "\n" + "".join(tail))

    def _read(self):
        output = self.process.stdout
        while True:
            length = None
            while True:
                line = output.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line == b"\r\n":
                    break
                name, value = line.split(b":", 1)
                if name.lower() == b"content-length":
                    length = int(value)
            self.messages.put(json.loads(output.read(length)))

    def _send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        try:
            self.process.stdin.write(
                b"Content-Length: %d\r\n\r\n" % len(text) + text)
            self.process.stdin.flush()
        except OSError:
            self.process.wait()
            self._fail(f"clangd died with {self.process.returncode}")

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def request(self, method, params):
        self.next_id += 1
        wanted = self.next_id
        self._send({"id": wanted, "method": method, "params": params})
        while True:
            message = self._next(method)
            if message.get("id") == wanted and "method" not in message:
                if "error" in message:
                    self._fail(f"{method}: {message['error']}")
                return message["result"]

    def _next(self, what):
        try:
            message = self.messages.get(timeout=self.timeout)
        except queue.Empty:
            self._fail(f"no answer to {what} in {self.timeout} s: it hangs")
        if message is None:
            self.process.wait()
            self._fail(f"clangd died with {self.process.returncode}")
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.published[params["uri"], params.get("version")] = \
                params["diagnostics"]
        elif "method" in message and "id" in message:
            self._send({"id": message["id"], "result": None})
        return message

    def open(self, path, text=None):
        """Opens a file and returns the findings in it."""
        if text is None:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri(path), "languageId": "cpp", "version": 1,
            "text": text}})
        return self.diagnostics(path, 1)

    def change(self, path, version, text):
        """Sends a version whose findings clangd must not skip."""
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri(path), "version": version},
            "contentChanges": [{"text": text}], "wantDiagnostics": True})

    def diagnostics(self, path, version):
        """Waits for the findings of one version."""
        key = uri(path), version
        while key not in self.published:
            self._next(f"version {version} of {path}")
        return self.published.pop(key)

    def seconds_to_diagnostics(self, path, version, text):
        begin = time.monotonic()
        self.change(path, version, text)
        self.diagnostics(path, version)
        return time.monotonic() - begin

    def close(self, path):
        self.notify("textDocument/didClose",
                    {"textDocument": {"uri": uri(path)}})

    def code_actions(self, path, diagnostic):
        return self.request("textDocument/codeAction", {
            "textDocument": {"uri": uri(path)},
            "range": diagnostic["range"],
            "context": {"diagnostics": [diagnostic], "only": ["quickfix"]}})


def uri(path):
    return "file://" + os.path.abspath(path)


def apply(text, action, path):
    """The text after a code action's edit of the file at `path`."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def offset(position):
        return starts[position["line"]] + position["character"]

    (where, edits), = action["edit"]["changes"].items()
    if where != uri(path):
        raise Failure(f"an edit of {where}, not of {uri(path)}")
    for edit in sorted(edits, key=lambda e: offset(e["range"]["start"]),
                       reverse=True):
        text = (text[:offset(edit["range"]["start"])] + edit["newText"] +
                text[offset(edit["range"]["end"]):])
    return text
