#!/usr/bin/env python3
# ===- verdicts.py - Compares findings with the verdicts in a file's comments ===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs clang-tidy with the plugin and -fix over a copy of a file that includes
# a real LibTorch, and compares what it reports with the comments in it:
#
#   // WARN torchsync-item logged, torchsync-coalesce -- why
#   // SILENT why
#   // FIXED: the line above as -fix leaves it
#
# A line without a verdict is silent, and each check of the plugin must have a
# WARN: a canary, for a check that dies with an upgrade. Then it runs once more:
# what -fix made must compile and must not change again. Exit status 0 where all
# hold.
#
# usage: verdicts.py LLVM PLUGIN 1.13|newest FILE TEMP
#
# ===------------------------------------------------------------------------===#

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FINDING = re.compile(r"^(.*?):(\d+):\d+: warning: (.*) \[([\w,-]+)\]$", re.M)
# The words by which a message names a use.
USES = {
    "logged": "is only logged",
    "accumulated": "is only accumulated",
    "operand": "is only an operand",
    "branch": "decides a branch",
    "size": "decides a size",
    "redundant": "is redundant",
    "discarded": "is discarded",
    "returned": "is returned",
}


def wanted(line):
    """The checks that must report a line, each with its use or None."""
    verdict = re.search(r"// *WARN (torchsync.*)$", line)
    if not verdict:
        return {}
    found = {}
    for one in verdict.group(1).split(" -- ")[0].split(","):
        words = one.split()
        if len(words) > 2 or (len(words) == 2 and words[1] not in USES):
            sys.exit(f"this is no verdict: {one}")
        found[words[0]] = words[1] if len(words) == 2 else None
    return found


def tidy(llvm, plugin, flags, path):
    command = [f"clang-tidy-{llvm}", f"-load={plugin}",
               "-checks=-*,torchsync-*", "-fix", path, "--",
               f"-I{ROOT}/include", *flags]
    result = subprocess.run(command, capture_output=True, text=True,
                            check=False)
    if result.returncode or ": error: " in result.stdout:
        sys.exit(f"clang-tidy ended with {result.returncode}:\n"
                 f"{result.stdout}{result.stderr}")
    return result.stdout


def missing_canaries(llvm, plugin, source):
    """Prints the checks for which the file has no WARN."""
    listed = subprocess.run(
        [f"clang-tidy-{llvm}", f"-load={plugin}", "-checks=-*,torchsync-*",
         "-list-checks"], capture_output=True, text=True, check=True).stdout
    checks = set(re.findall(r"^\s*(torchsync-\S+)$", listed, re.M))
    seen = {check for line in source.splitlines() for check in wanted(line)}
    for check in sorted(checks - seen):
        print(f"no line has WARN {check}: each check needs one")
    return len(checks - seen) + (not checks)


def compare(source, output, path):
    """Prints the lines whose verdict does not hold."""
    messages = {}
    wrong = total = 0
    for file, line, text, checks in FINDING.findall(output):
        if os.path.basename(file) != os.path.basename(path):
            print(f"a finding outside the file: {file}:{line}: {text}")
            wrong += 1
            continue
        for check in checks.split(","):
            messages.setdefault(int(line), {})[check] = text
    for number, line in enumerate(source.splitlines(), 1):
        want, got = wanted(line), messages.get(number, {})
        if not (want or got or "// SILENT" in line):
            continue
        total += 1
        if set(want) == set(got) and all(
                use is None or USES[use] in got[check]
                for check, use in want.items()):
            continue
        wrong += 1
        print(f"line {number}: {line.strip()}")
        for check, text in sorted(got.items()):
            print(f"  reported: {text} [{check}]")
        if not got:
            print("  nothing is reported")
    print(f"{total - wrong} of {total} verdicts hold")
    return wrong


def compare_fixes(source, fixed):
    """Every line is as before, or as the FIXED comment below it says."""
    wrong = 0
    before, after = source.splitlines(), fixed.splitlines()
    if len(before) != len(after):
        print("-fix added or removed lines")
        return 1
    strip = lambda line: re.sub(r" *// (WARN|SILENT).*", "", line).strip()
    for index, line in enumerate(before):
        below = before[index + 1] if index + 1 < len(before) else ""
        asked = re.search(r"// FIXED: (.*)$", below)
        want = asked.group(1) if asked else strip(line)
        if strip(after[index]) != want:
            wrong += 1
            print(f"line {index + 1} after -fix: {after[index].strip()}\n"
                  f"  wanted: {want}")
    return wrong


def main():
    if len(sys.argv) != 6:
        sys.exit("usage: verdicts.py LLVM PLUGIN 1.13|newest FILE TEMP")
    llvm, plugin, libtorch, file, temp = sys.argv[1:]
    flags = subprocess.run([f"{ROOT}/tools/libtorch-flags", libtorch],
                           capture_output=True, text=True, check=False)
    if flags.returncode:
        sys.exit(flags.stderr)
    with open(file, encoding="utf-8") as original:
        source = original.read()
    path = f"{temp}.cpp"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as copy:
        copy.write(source)
    wrong = missing_canaries(llvm, plugin, source)
    wrong += compare(source, tidy(llvm, plugin, flags.stdout.split(), path),
                     path)
    with open(path, encoding="utf-8") as copy:
        fixed = copy.read()
    wrong += compare_fixes(source, fixed)
    if fixed != source:
        tidy(llvm, plugin, flags.stdout.split(), path)
        with open(path, encoding="utf-8") as copy:
            if copy.read() != fixed:
                print("a second -fix changed the file again")
                wrong += 1
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
