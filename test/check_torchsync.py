#!/usr/bin/env python3
# ===- check_torchsync.py - Runs the plugin over a test file and compares ---===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs clang-tidy with the plugin over a test file and compares what it says,
# and what -fix makes of the file, with the comments in it:
#
#   // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: text [check]
#   // CHECK-NOTES: :[[@LINE-9]]:3: note: text
#   // CHECK-FIXES: the whole line after -fix
#
# The first two are FileCheck's; whatever clang-tidy says that none of them
# names is a failure, so that silence is tested as hard as noise. Notes are
# compared where a file has CHECK-NOTES. With fixes in the output, the file is
# fixed, every changed line must be one that CHECK-FIXES names, the result must
# compile, and a second -fix must change nothing. With --review the fixes of
# notes are offered and applied; with --placeholders they leave something out,
# so that each file must not compile after them. A file with no expectation needs
# --silent.
#
# ===------------------------------------------------------------------------===#

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys

MOCK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mock")
INCLUDE = os.path.join(os.path.dirname(os.path.dirname(MOCK)), "include")
COMMENT = re.compile(r"// *CHECK-(?:MESSAGES|NOTES|FIXES)\b.*")
DIAGNOSTIC = re.compile(
    r"^.+:\d+:\d+: (?:warning|error|note): |^(?:warning|error): ", re.M)


def parse_arguments():
    parser = argparse.ArgumentParser(
        usage="check_torchsync.py [options] FILE TEMP [-- compile flags]")
    parser.add_argument("--clang-tidy", required=True)
    parser.add_argument("--filecheck", required=True)
    parser.add_argument("--plugin", help="TorchSync.so; none: clang-tidy alone")
    parser.add_argument("--checks", default="torchsync-*",
                        help="appended to '-*,'")
    parser.add_argument("--option", action="append", default=[],
                        metavar="NAME=VALUE",
                        help="a check option, or a global one without a dot")
    parser.add_argument("--suffix", default="",
                        help="comma separated: CHECK-MESSAGES-SUFFIX, an empty "
                        "one for CHECK-MESSAGES alone")
    parser.add_argument("--silent", action="store_true",
                        help="the file has no expectation on purpose")
    parser.add_argument("--exit", type=int, default=0,
                        help="the exit status that clang-tidy must have")
    parser.add_argument("--errors", action="store_true",
                        help="the file does not compile, on purpose")
    parser.add_argument("--review", action="store_true",
                        help="apply the fixes of notes")
    parser.add_argument("--placeholders", action="store_true",
                        help="what is fixed must not compile; with --review")
    parser.add_argument("--headers", default=".*", help="--header-filter")
    parser.add_argument("--tidy", action="append", default=[],
                        help="one more argument for clang-tidy")
    parser.add_argument("--mock", choices=["isystem", "I", "none"],
                        default="isystem", help="how the mock is included")
    parser.add_argument("--std", default="c++17")
    parser.add_argument("file")
    parser.add_argument("temp", help="where the copy to work on is put")
    arguments = sys.argv[1:]
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:split])
    options.flags = arguments[split + 1:]
    options.fix = "-fix-notes" if options.review else "-fix"
    if options.review:
        options.option.append("OfferReviewFixes=true")
    return options


def fail(*parts):
    sys.exit("\n".join(parts))


class Run:
    """One test file, its expectations and its working copy."""

    def __init__(self, options):
        self.options = options
        with open(options.file, encoding="utf-8") as file:
            self.source = file.read()
        # The copy has no expectations in it, lest they match themselves.
        stripped = "\n".join(
            COMMENT.sub("//", line) for line in self.source.split("\n"))
        self.copy = options.temp + os.path.splitext(options.file)[1]
        os.makedirs(os.path.dirname(self.copy), exist_ok=True)
        with open(self.copy, "w", encoding="utf-8") as file:
            file.write(stripped)
        self.before = stripped

    def prefixes(self, *kinds):
        """The prefixes of these kinds that the file has expectations for."""
        suffixes = self.options.suffix.split(",")
        names = [f"CHECK-{kind}" + (f"-{suffix}" if suffix else "")
                 for kind in kinds for suffix in suffixes]
        return [name for name in names if re.search(
            rf"// *{name}(-NEXT|-SAME|-DAG|-NOT)?:", self.source)]

    def command(self, *extra):
        options = self.options
        command = [options.clang_tidy]
        if options.plugin:
            command.append(f"-load={options.plugin}")
        command += [f"-checks=-*,{options.checks}",
                    f"--header-filter={options.headers}"]
        settings = ", ".join(
            "{{key: {}, value: '{}'}}".format(*option.split("=", 1))
            for option in options.option)
        command.append(f"--config={{CheckOptions: [{settings}]}}")
        command += options.tidy + list(extra)
        flags = [f"-std={options.std}", f"-I{INCLUDE}",
                 "-I" + os.path.dirname(os.path.abspath(options.file))]
        if options.mock != "none":
            flags.append(f"-{options.mock}{MOCK}")
        return command + [self.copy, "--"] + flags + options.flags

    def tidy(self, *extra):
        result = subprocess.run(self.command(*extra), capture_output=True,
                                text=True, check=False)
        if result.returncode != self.options.exit:
            fail(f"clang-tidy ended with {result.returncode}, not "
                 f"{self.options.exit}", " ".join(self.command(*extra)),
                 result.stdout, result.stderr)
        # What clang-tidy says of itself, of a bad option say, is on stderr.
        said = [line for line in result.stderr.splitlines()
                if DIAGNOSTIC.match(line)]
        return result.stdout + "".join(line + "\n" for line in said)

    def filecheck(self, text, where, prefixes, never):
        path = self.copy + where
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        command = [self.options.filecheck, f"--input-file={path}",
                   "--allow-empty", self.options.file]
        if prefixes:
            command.append("--check-prefixes=" + ",".join(prefixes))
            command += [f"--implicit-check-not={word}" for word in never]
            result = subprocess.run(command, capture_output=True, text=True,
                                    check=False)
            if result.returncode:
                fail(result.stderr, "The output was:", text)

    def check_messages(self, output):
        messages = self.prefixes("MESSAGES", "NOTES")
        never = ["{{(warning|error):}}"]
        if self.prefixes("NOTES"):
            never.append("{{note:}}")
        if messages:
            self.filecheck(output, ".messages", messages, never)
        elif not self.options.silent and not self.prefixes("FIXES"):
            fail(f"{self.options.file} expects nothing: say --silent if that "
                 "is what it is for")
        elif DIAGNOSTIC.search(output) or "warning:" in output:
            fail("nothing was to be said, but:", output)
        if messages and self.options.silent:
            fail("--silent, but the file has " + ", ".join(messages))
        if not self.options.errors and re.search(r": error: ", output) and \
                "[clang-diagnostic-error]" in output:
            fail("the test file does not compile:", output)

    def check_fixes(self):
        fixes = self.prefixes("FIXES")
        replacements = self.copy + ".yaml"
        if os.path.exists(replacements):
            os.remove(replacements)
        output = self.tidy(f"--export-fixes={replacements}")
        self.check_messages(output)
        # Notes may carry fixes too, which -fix leaves alone.
        fixable = os.path.exists(replacements) and re.search(
            r"Replacements:\s*\n", open(replacements, encoding="utf-8").read())
        if not fixes and not fixable:
            return
        if self.options.errors:
            return
        self.tidy(self.options.fix)
        after = open(self.copy, encoding="utf-8").read()
        self.filecheck(after, ".fixed", fixes, [])
        self.check_changed_lines(after, fixes)
        if self.options.placeholders:
            result = subprocess.run(self.command(), capture_output=True,
                                    text=True, check=False)
            if "[clang-diagnostic-error]" not in result.stdout:
                fail("the fixed file compiles, but values are missing:", after)
            return
        self.tidy(self.options.fix)
        if open(self.copy, encoding="utf-8").read() != after:
            fail("a second -fix changed the file again:",
                 *difflib.unified_diff(
                     after.splitlines(), open(self.copy, encoding="utf-8")
                     .read().splitlines(), "fixed", "fixed again", lineterm=""))

    def check_changed_lines(self, after, fixes):
        """Every line that -fix wrote must be one that the file asked for."""
        wanted = []
        for name in fixes:
            wanted += re.findall(rf"// *{name}(?:-NEXT)?: *(.*?) *$",
                                 self.source, re.M)
        # A fixed line may end in the stub of a stripped expectation.
        tidy = lambda line: re.sub(r"\s*//\s*$", "", line).strip()
        new = [line for line in difflib.ndiff(
            self.before.splitlines(), after.splitlines())
               if line.startswith("+ ")]
        asked = {tidy(line) for line in wanted}
        surprise = [line for line in new if tidy(line[2:]) not in asked]
        if surprise:
            fail("-fix wrote what no CHECK-FIXES names:", *surprise)
        if len(new) < len(asked):
            fail("CHECK-FIXES names more lines than -fix wrote:", *new)


def main():
    options = parse_arguments()
    for tool in (options.clang_tidy, options.filecheck):
        if not shutil.which(tool):
            fail(f"there is no {tool} on this machine")
    Run(options).check_fixes()


if __name__ == "__main__":
    main()
