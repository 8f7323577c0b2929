#!/usr/bin/env python3
#===- names.py - Every name of the manifest is somebody's -----------------===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A misspelled name never matches, and no other test of the row would tell when
# the row has a second name. So this compiles a using-declaration for each name
# against both LibTorchs, and fails for a name that neither declares.
#
# usage: names.py CLANG
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

# Libraries that LibTorch's headers do not bring along.
OTHERS = ("::fmt::", "::spdlog::", "::std::", "::thrust::", "::hip", "::cu",
          "::c10d::")


def declaration(number, name):
    scope, last = name.rsplit("::", 1)
    owner = scope.rsplit("::", 1)[1] if "::" in scope else ""
    if re.match("[A-Z]", owner) and owner != "CUDACachingAllocator":
        # In a template that nobody uses, an overloaded name may stay so.
        return f"auto n{number} = [](auto) {{ return &{name}; }};"
    if re.match("[A-Z]", last) and "_" not in last:
        return f"using N{number} = {name};"
    return f"namespace n{number} {{ using {name}; }}"


def missing(clang, libtorch, names):
    flags = subprocess.run([os.path.join(ROOT, "tools", "libtorch-flags"),
                            libtorch], capture_output=True, text=True,
                           check=True).stdout.split()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "names.cpp")
        with open(path, "w") as f:
            f.write('#include "Includes.h"\n#line 1\n')
            f.writelines(declaration(i, n) + "\n" for i, n in enumerate(names))
        output = subprocess.run(
            [clang, "-fsyntax-only", "-w", "-ferror-limit=0", *flags,
             f"-I{ROOT}/test/gpu", path], capture_output=True,
            text=True).stderr
    lines = re.findall(r"names\.cpp:(\d+):\d+: error: (.*)", output)
    if not lines and "error" in output:
        sys.exit(output)
    return {names[int(line) - 1]: error for line, error in lines}


def main():
    manifest = generate.load("catalogue.yaml")
    names = sorted({n for row in manifest["operations"] for n in row["names"]
                    if not n.startswith(OTHERS)})
    nowhere = missing(sys.argv[1], "newest", names)
    if nowhere:
        nowhere = missing(sys.argv[1], "1.13", sorted(nowhere))
    for name, error in nowhere.items():
        print(f"{name}: neither LibTorch declares it ({error})")
    print(f"{len(names)} names, {len(nowhere)} unknown")
    return 1 if nowhere or not names else 0


if __name__ == "__main__":
    sys.exit(main())
