#!/usr/bin/env python3
# ===- replay.py - Edits files the way a person does, through clangd ----------===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Types each file from its first character to its last, deletes pieces of it,
# and undoes that, while clangd analyses every version. clangd must survive, must
# answer for each version in time, and must find in the last version, which is
# the file itself, what it found when the file was opened. Two files are open at
# a time, so that their analyses run side by side.
#
# usage: replay.py --clangd PROGRAM --temp FOLDER [--versions N] FILE...
#                  [-- compile flags]
#
# Few versions break the lines up to the last #include: each costs a preamble.
#
# ===------------------------------------------------------------------------===#

import argparse
import os
import random
import re
import sys

import lsp
from project import Project

TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def cuts(text, begin):
    """Where typing may pause: between tokens from `begin` on."""
    return [begin + match.end() for match in TOKEN.finditer(text[begin:])]


def spread(items, count):
    """`count` of the items, evenly."""
    if count >= len(items):
        return items
    return [items[(i + 1) * len(items) // count - 1] for i in range(count)]


def after_includes(text):
    ends = [match.end() for match in re.finditer(r"^#include.*\n", text, re.M)]
    return ends[-1] if ends else 0


def typed(text, count):
    begin = after_includes(text)
    few = spread(cuts(text[:begin], 0), 3) if begin else []
    return [text[:cut] for cut in few + spread(cuts(text, begin), count)]


def deleted(text, count, chance):
    """Versions with ever more pieces missing: names, brackets, lines."""
    versions = []
    for _ in range(count):
        pieces = [match.span()
                  for match in TOKEN.finditer(text, after_includes(text))]
        if not pieces:
            break
        first = chance.randrange(len(pieces))
        last = min(len(pieces) - 1, first + chance.choice([0, 0, 0, 1, 3, 9]))
        text = text[:pieces[first][0]] + text[pieces[last][1]:]
        versions.append(text)
    return versions


def session(text, count, chance):
    """The versions of one editing session; the last is the text itself."""
    down = deleted(text, count // 4, chance)
    return (typed(text, count - 2 * len(down)) + down +
            down[-2::-1] + [text])


def findings(diagnostics):
    """What is compared; where clangd keeps the order of its findings is not."""
    return sorted((d["range"]["start"]["line"], d["range"]["start"]["character"],
                   str(d.get("code")), d["message"],
                   tuple(r["message"] for r in d.get("relatedInformation", [])))
                  for d in diagnostics)


class Edit:
    """One file being edited."""

    def __init__(self, clangd, path, count):
        self.clangd, self.path = clangd, path
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        chance = random.Random(os.path.basename(path))
        self.versions = session(self.text, count, chance)
        self.sent = 1
        self.first = findings(clangd.open(path))
        self.ours = sum(f[2].startswith("torchsync-") for f in self.first)
        self.seen = 0

    def send(self):
        self.sent += 1
        self.clangd.change(self.path, self.sent, self.versions[self.sent - 2])

    def receive(self):
        try:
            last = self.clangd.diagnostics(self.path, self.sent)
        except lsp.Failure:
            broken = self.path + ".broken"
            with open(broken, "w", encoding="utf-8") as file:
                file.write(self.versions[self.sent - 2])
            print(f"version {self.sent} is in {broken}")
            raise
        self.seen += any(str(d.get("code")).startswith("torchsync-")
                         for d in last)
        if not self.done():
            return
        if findings(last) != self.first:
            raise lsp.Failure(
                f"{self.path}: after all is undone, the findings are not those "
                f"of the beginning:\n{self.first}\n{findings(last)}")
        self.clangd.close(self.path)

    def done(self):
        return self.sent == len(self.versions) + 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clangd", required=True)
    parser.add_argument("--temp", required=True)
    parser.add_argument("--versions", type=int, default=300,
                        help="of each file, about")
    parser.add_argument("files", nargs="+")
    arguments = sys.argv[1:]
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:split])
    flags = arguments[split + 1:]

    project = Project(options.temp, flags)
    waiting = [project.copy(file) for file in options.files]
    total = ours = seen = 0
    with lsp.Clangd(options.clangd, root=project.folder,
                    log=project.log) as clangd:
        edits = []
        while waiting or edits:
            while waiting and len(edits) < 2:
                edits.append(Edit(clangd, waiting.pop(0), options.versions))
            for edit in edits:
                edit.send()
            for edit in edits:
                edit.receive()
            for edit in [edit for edit in edits if edit.done()]:
                total += edit.sent
                ours += edit.ours
                seen += edit.seen
                edits.remove(edit)
    print(f"{total} versions of {len(options.files)} files, {seen} of them with "
          f"findings of torchsync; {ours} findings in the files themselves")
    if not ours:
        sys.exit("no file has a finding: nothing was tried")


if __name__ == "__main__":
    try:
        main()
    except lsp.Failure as failure:
        sys.exit(str(failure))
