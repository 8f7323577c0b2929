#!/usr/bin/env python3
# ===- subset.py - The editor's findings against clang-tidy's ----------------===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs torchsync-clangd and clang-tidy with the plugin over the test files of
# the checks and the model, with the options that the files ask for. What clangd
# says, clang-tidy must say too: same place, same text, same notes. clangd may
# miss only what needs the body of a function in a header, which it does not
# parse in a preamble; a finding in a header it shows at its first note in the
# file.
#
# usage: subset.py --clangd PROGRAM --tidy "clang-tidy-N -load=TorchSync.so"
#                  --temp FOLDER FILE...
#
# ===------------------------------------------------------------------------===#

import argparse
import os
import re
import shlex
import subprocess
import sys

import lsp
from project import ROOT, TEST, Project

# What makes a finding information in an editor, and a remark in clang-tidy.
INFORMATION = "Information only: the option DeferrableSeverity says so"
DIAGNOSTIC = re.compile(
    r"^(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): "
    r"(?P<level>warning|remark|error|note): (?P<text>.*?)(?: \[(?P<code>[^\]]+)\])?$")


class Case(Project):
    """A test file with the options of its first RUN line."""

    def __init__(self, folder, source):
        with open(source, encoding="utf-8") as file:
            text = re.sub(r" *\\\n// RUN: *", " ", file.read())
        run = re.search(r"// RUN: %check (.*)", text)
        words = shlex.split(run.group(1)) if run else []
        split = words.index("--") if "--" in words else len(words)
        parser = argparse.ArgumentParser(allow_abbrev=False)
        parser.add_argument("--std", default="c++17")
        parser.add_argument("--option", action="append", default=[])
        values, _ = parser.parse_known_args(words[:split])
        # After too many errors clangd says nothing more, clang-tidy goes on.
        self.flags = ["-std=" + values.std, "-ferror-limit=0",
                      "-isystem" + os.path.join(TEST, "mock"),
                      "-I" + os.path.dirname(os.path.abspath(source)),
                      *words[split + 1:]]
        super().__init__(folder, self.flags)
        self.source = source
        self.path = self.copy(source)
        options = ", ".join(f"{{key: {key}, value: '{value}'}}"
                            for key, value in
                            (option.split("=", 1) for option in values.option))
        self.write(".clang-tidy", "Checks: '-*,torchsync-*'\n"
                   f"CheckOptions: [{options}]\n")


class Finding:
    def __init__(self, begin, end, text, code):
        """At a range, which may span lines: the ends are (line, column)."""
        self.begin, self.end = begin, end
        self.text, self.code = text, code
        self.notes = []
        self.headers = False

    def covers(self, other):
        """True if clang-tidy's `other` is this finding of clangd's."""
        return (self.code == other.code and self.text == other.text and
                self.begin <= other.begin <= self.end and
                all(note in other.notes for note in self.notes))

    def __str__(self):
        return f"{self.begin[0]}: {self.text} [{self.code}] {self.notes}"


def capitalize(text):
    """clangd begins each message with a capital."""
    return text[:1].upper() + text[1:]


def tidy_findings(options, case):
    output = subprocess.run(
        [*shlex.split(options.tidy), "--quiet", case.path, "--", *case.flags,
         "-I" + os.path.join(ROOT, "include")],
        capture_output=True, text=True, check=False).stdout
    findings, current = [], None
    for line in output.splitlines():
        match = DIAGNOSTIC.match(line)
        if not match:
            continue
        here = os.path.samefile(match["file"], case.path)
        row, column = int(match["line"]), int(match["column"])
        if match["level"] == "note":
            if current:
                current.notes.append((row, capitalize(match["text"])))
                current.headers |= not here
                if here and not current.begin:
                    current.begin = (row, column)
        else:
            current = Finding((row, column) if here else None, None,
                              capitalize(match["text"]), match["code"])
            current.headers = not here
            if match["code"].startswith("torchsync-"):
                findings.append(current)
    return [finding for finding in findings if finding.begin]


def clangd_findings(clangd, case):
    findings = []
    for d in clangd.open(case.path):
        if not str(d.get("code")).startswith("torchsync-"):
            continue
        start, end = d["range"]["start"], d["range"]["end"]
        text = re.sub(r" \(fix(es)? available\)$", "", d["message"])
        finding = Finding((start["line"] + 1, start["character"] + 1),
                          (end["line"] + 1, end["character"] + 1), text,
                          d["code"])
        finding.notes = [(n["location"]["range"]["start"]["line"] + 1,
                          n["message"]) for n in d["relatedInformation"]
                         if n["message"] != INFORMATION]
        findings.append(finding)
    clangd.close(case.path)
    return findings


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clangd", required=True)
    parser.add_argument("--tidy", required=True)
    parser.add_argument("--temp", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    root = Project(options.temp)
    both = missed = 0
    problems = []
    with lsp.Clangd(options.clangd, root=root.folder, log=root.log) as clangd:
        for index, source in enumerate(options.files):
            case = Case(os.path.join(root.folder, str(index)), source)
            wanted = tidy_findings(options, case)
            for finding in clangd_findings(clangd, case):
                same = [other for other in wanted if finding.covers(other)]
                if same:
                    wanted.remove(same[0])
                    both += 1
                else:
                    problems.append(f"{source}: only clangd says {finding}")
            missed += len(wanted)
            problems += [f"{source}: only clang-tidy says {other}"
                         for other in wanted if not other.headers]
    print(f"{both} findings of {len(options.files)} files are the same, "
          f"{missed} only clang-tidy's")
    if problems or not both:
        sys.exit("\n".join(problems) or "no findings: nothing was compared")


if __name__ == "__main__":
    try:
        main()
    except lsp.Failure as failure:
        sys.exit(str(failure))
