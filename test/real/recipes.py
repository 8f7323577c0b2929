#!/usr/bin/env python3
# ===- recipes.py - torchsync finds no fault with its own advice ------------===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Takes the C++ of docs/recipes.md, with all of AsyncFetch instantiated, and runs
# every check over it with the real headers of one LibTorch: silence. Then seeds
# mistakes, and each must be found, by its check and by no other.
#
# usage: recipes.py LLVM PLUGIN 1.13|newest TEMP
#
# ===------------------------------------------------------------------------===#

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
INSTANCES = "".join(f"template class torchsync::AsyncFetch<{name}>;\n" for name
                    in ["float", "double", "int64_t", "bool", "torch::Tensor"])
# What is replaced, by what, and the check that must find it; in the page's order.
MISTAKES = [
    ("Losses.push(Step());", "Losses.push(Step()), Step().item();",
     "torchsync-item"),
    ("Output = Work(Input);\n    Graph",
     "Output = Work(Input), Output.cpu();\n    Graph",
     "torchsync-graph-capture"),
    ("Observations = Act(Choice.cpu());",
     "Choice = Choice.to(torch::kCPU, /*non_blocking=*/true);\n"
     "    Observations = Act(Choice + 1);", "torchsync-non-blocking-read"),
]


def recipes():
    with open(os.path.join(ROOT, "docs/recipes.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^```cpp(?: cuda)?\n(.*?)^```$", file.read(),
                            re.M | re.S)
    return "".join(blocks) + INSTANCES


def checks_that_speak(llvm, plugin, libtorch, path, text):
    """The checks with a finding in the text, in its order, and all output."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    flags = subprocess.run(
        [os.path.join(ROOT, "tools/libtorch-flags"), libtorch], check=True,
        capture_output=True, text=True).stdout.split()
    run = subprocess.run(
        [f"clang-tidy-{llvm}", f"-load={plugin}", "-checks=-*,torchsync-*",
         "-header-filter=torchsync/|recipes", path, "--", *flags,
         "-I" + os.path.join(ROOT, "include")],
        check=False, capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stdout + run.stderr)
    return re.findall(r"warning: .*\[(.*)\]$", run.stdout, re.M), run.stdout


def main():
    llvm, plugin, libtorch, temp = sys.argv[1:]
    text = recipes()
    path = temp + ".recipes.cpp"
    said, output = checks_that_speak(llvm, plugin, libtorch, path, text)
    if said:
        sys.exit("the recipes are found fault with:\n" + output)
    for before, after, _ in MISTAKES:
        if text.count(before) != 1:
            sys.exit(f"'{before}' is not once in the recipes")
        text = text.replace(before, after)
    said, output = checks_that_speak(llvm, plugin, libtorch, path, text)
    if said != [check for _, _, check in MISTAKES]:
        sys.exit("the mistakes in the recipes are not found one by one:\n" +
                 output)


if __name__ == "__main__":
    main()
