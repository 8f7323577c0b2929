#!/usr/bin/env python3
#===- rows.py - Every row of the manifest against real LibTorch headers ---===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes one hot loop for each statement of the manifest, its tensors' origins
# in view, and compares what clang-tidy says on its line with the manifest: a
# row's example is reported by the row's check, its free twin and the calls of
# the free list by none. Then compiles a use of every name in the manifest.
#
# usage: rows.py CLANG_TIDY PLUGIN LIBTORCH_FLAGS... (as tools/libtorch-flags
#        prints them), --names CLANG FLAGS... FLAGS... for the names
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


def libtorch_version(flags):
    """The version whose headers the flags name."""
    text = subprocess.run(
        ["clang++-22", *flags, "-E", "-dM", "-x", "c++", "-include",
         "torch/version.h", "/dev/null"], capture_output=True, text=True,
        check=True).stdout
    return tuple(int(re.search(rf"TORCH_VERSION_{part} (\d+)", text).group(1))
                 for part in ("MAJOR", "MINOR"))


def judge(clang_tidy, plugin, flags):
    manifest = generate.load("catalogue.yaml")
    text, judged = source(manifest, generate.load("fixture.yaml"))
    libtorch = libtorch_version(flags)
    with tempfile.TemporaryDirectory() as folder:
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
    bad = 0
    for line, s in judged.items():
        if s.since > libtorch:
            continue
        got = said.get(line, set())
        waits = s.waits_in(libtorch) and s.is_decidable
        good = (f"torchsync-{s.row['check']}" in got) if waits else not got
        if not good and not (s.waits and not s.is_decidable and not waits):
            print(f"{s.name}: `{s.text}` "
                  f"{'should be reported by ' + s.row['check'] if waits else 'should be silent'}"
                  f", but clang-tidy says {sorted(got) or 'nothing'}")
            bad += 1
    print(f"LibTorch {libtorch[0]}.{libtorch[1]}: {len(judged)} statements, "
          f"{bad} wrong")
    return bad


if __name__ == "__main__":
    sys.exit(1 if judge(sys.argv[1], sys.argv[2], sys.argv[3:]) else 0)
