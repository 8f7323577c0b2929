# lit's configuration: what a test file is and which substitutions it has.
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os

import lit.formats

llvm = lit_config.params["llvm"]
config.name = f"torchsync, LLVM {llvm}"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".test"]
config.excludes = ["Inputs", "mock", "gpu", "corpus", "bench",
                   "fetch", "fixes"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(config.test_source_root)
build = os.path.join(root, "build", f"llvm-{llvm}")
config.test_exec_root = os.path.join(build, "test")
config.available_features.add(f"llvm-{llvm}")

plugin = lit_config.params.get(
    "plugin", os.path.join(build, "lib", "TorchSync.so"))
if not os.path.exists(plugin):
    lit_config.fatal(f"there is no {plugin}: cmake --build build/llvm-{llvm}")

driver = " ".join([
    "%python", os.path.join(config.test_source_root, "check_torchsync.py"),
    f"--clang-tidy=clang-tidy-{llvm}", f"--filecheck=FileCheck-{llvm}"])
# Longer names first: lit replaces in this order.
config.substitutions += [
    ("%check_alone", driver),
    ("%check", f"{driver} --plugin={plugin}"),
    ("%python", "python3"),
    ("%llvm", llvm),
    ("%tidy", f"clang-tidy-{llvm} -load={plugin}"),
    ("%clangd", os.path.join(build, "bin", "torchsync-clangd")),
    ("%clang", f"clang++-{llvm}"),
    ("%filecheck", f"FileCheck-{llvm}"),
    ("%not", f"not-{llvm}"),
    ("%plugin", plugin),
    ("%root", root),
    ("%llvm", llvm),
    ("%include", os.path.join(root, "include")),
    ("%mock", os.path.join(config.test_source_root, "mock")),
]
