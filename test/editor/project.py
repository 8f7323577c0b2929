# ===- project.py - A folder that an editor opens -----------------------------===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes a fresh folder with sources and the flags that compile them, against the
# mock of LibTorch unless told otherwise.
#
# ===------------------------------------------------------------------------===#

import os
import shutil

TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TEST)
EXAMPLES = os.path.join(ROOT, "docs", "examples")
MOCK_FLAGS = ["-std=c++17", "-isystem" + os.path.join(TEST, "mock")]


class Project:
    def __init__(self, folder, flags=None):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.folder = folder
        self.log = os.path.join(folder, "clangd.log")
        flags = list(flags or MOCK_FLAGS)
        flags.append("-I" + os.path.join(ROOT, "include"))
        self.write("compile_flags.txt", "\n".join(flags) + "\n")

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def copy(self, source):
        with open(source, encoding="utf-8") as file:
            return self.write(os.path.basename(source), file.read())
