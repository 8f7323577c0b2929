#!/usr/bin/env python3
#===- rows.py - Every row of the manifest against real LibTorch headers ---===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes one hot loop for each statement of the manifest, its tensors' origins
# in view, and compares what clang-tidy says on its line with the manifest: a
# row's example is reported by the row's check, its free twin and the calls of
# the free list by none.
#
# usage: rows.py CLANG_TIDY PLUGIN 1.13|newest
#
#===------------------------------------------------------------------------===#

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "checks", "catalogue"))
import generate  # noqa: E402


def source(manifest, fixture):
    """The test's text, and the statement on each of its lines."""
    lines = ["#include <torchsync/annotations.h>", '#include "Includes.h"']
    judged = {}
    for number, s in enumerate(generate.statements(manifest)):
        if s.is_cuda_cpp:
            continue  # Not for a LibTorch without nvcc; the mock has these.
        if s.since:
            lines.append("#if AT_LEAST({}, {})".format(*s.since))
        lines.append(f"void statement{number}(int n) {{")
        lines += ["  " + d for d in
                  generate.declarations(s.text, fixture["libtorch"])]
        lines.append("  TORCHSYNC_HOT for (int i = 0; i < n; ++i) {")
        lines.append(f"    {s.text};")
        judged[len(lines)] = s
        lines.append("  }")
        lines.append("}")
        if s.since:
            lines.append("#endif")
    return "\n".join(lines) + "\n", judged


def version_of(flags, folder):
    """The LibTorch whose headers the flags name, as the compiler sees it."""
    path = os.path.join(folder, "version.cpp")
    with open(path, "w") as f:
        f.write("#include <torch/version.h>\n"
                "TORCH_VERSION_MAJOR TORCH_VERSION_MINOR\n")
    text = subprocess.run(["clang++-22", *flags, "-E", "-P", path],
                          capture_output=True, text=True, check=True).stdout
    return tuple(map(int, text.split()[-2:]))


def judge(clang_tidy, plugin, libtorch):
    flags = subprocess.run([os.path.join(ROOT, "tools", "libtorch-flags"),
                            libtorch], capture_output=True, text=True,
                           check=True).stdout.split()
    manifest = generate.load("catalogue.yaml")
    text, judged = source(manifest, generate.load("fixture.yaml"))
    with tempfile.TemporaryDirectory() as folder:
        libtorch = version_of(flags, folder)
        path = os.path.join(folder, "rows.cpp")
        with open(path, "w") as f:
            f.write(text)
        output = subprocess.run(
            [clang_tidy, f"-load={plugin}", "-checks=-*,torchsync-*",
             "--header-filter=^$", path, "--", *flags, "-w",
             f"-I{ROOT}/include", f"-I{ROOT}/test/gpu"],
            capture_output=True, text=True).stdout
    errors = re.findall(r"^.*: error: .*$", output, re.M)
    if errors:
        sys.exit("\n".join(errors[:10]))
    said = {}
    for line, checks in re.findall(
            r"rows\.cpp:(\d+):\d+: warning: .*\[([\w,.-]+)\]$", output, re.M):
        said.setdefault(int(line), set()).update(checks.split(","))
    # What is free today may have waited in this LibTorch.
    waited = {row["example"] for row in manifest["operations"]
              if libtorch < generate.version(row.get("until"))}
    count = bad = 0
    for line, s in judged.items():
        if s.since > libtorch:
            continue
        count += 1
        got = said.get(line, set())
        if s.text in waited:
            good = bool(got)
        elif s.waits_in(libtorch) and s.is_decidable:
            good = f"torchsync-{s.row['check']}" in got
        else:
            good = not got
        if not good:
            print(f"{s.name}: `{s.text}`: clang-tidy says "
                  f"{', '.join(sorted(got)) or 'nothing'}")
            bad += 1
    print("LibTorch {}.{}: {} statements, {} wrong".format(*libtorch, count,
                                                           bad))
    return bad or not count


if __name__ == "__main__":
    sys.exit(bool(judge(*sys.argv[1:])))
