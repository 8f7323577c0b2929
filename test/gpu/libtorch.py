# ===- libtorch.py - The LibTorch of a machine with a GPU ------------------===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Where that LibTorch, its CUDA toolkit and CUPTI are, and how programs are
# compiled and linked with them: shared by what runs on a GPU.
#
# ===------------------------------------------------------------------------===#

import glob
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def die(sentence):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {sentence}")


def first(paths):
    return next((p for pattern in paths for p in sorted(glob.glob(pattern))),
                None)


class LibTorch:
    """Where a LibTorch and what it was built with are."""

    def __init__(self, directory):
        if not directory:
            found = subprocess.run(
                [sys.executable, "-c",
                 "import os, torch; print(os.path.dirname(torch.__file__))"],
                capture_output=True, text=True)
            if found.returncode:
                die("there is no torch in this python3; name a LibTorch's "
                    "directory with --libtorch")
            directory = found.stdout.strip()
        self.directory = directory
        self.include = os.path.join(directory, "include")
        self.lib = os.path.join(directory, "lib")
        header = first([self.include + "/torch/headeronly/version.h",
                        self.include + "/torch/csrc/api/include/torch/"
                                       "version.h"])
        if not header:
            die(f"{directory} has no LibTorch headers")
        text = open(header).read()
        self.version = tuple(
            int(re.search(rf"TORCH_VERSION_{part} (\d+)", text).group(1))
            for part in ("MAJOR", "MINOR"))
        # The wheels keep the toolkit's parts beside torch.
        site = os.path.dirname(directory)
        nvcc = shutil.which("nvcc")
        self.cuda = [os.environ.get("CUDA_HOME", "/usr/local/cuda"),
                     *([os.path.dirname(os.path.dirname(os.path.realpath(nvcc)))]
                       if nvcc else []),
                     *glob.glob(site + "/nvidia/cu1?"),
                     *glob.glob(site + "/nvidia/cuda_*")]

    def toolkit(self, *names):
        return first([f"{cuda}/{name}" for cuda in self.cuda for name in names])

    def flags(self):
        runtime = self.toolkit("include/cuda_runtime.h")
        if not runtime:
            die("there is no cuda_runtime.h; set CUDA_HOME")
        standard = "c++20" if self.version >= (2, 12) else "c++17"
        includes = [self.include, self.include + "/torch/csrc/api/include",
                    os.path.dirname(runtime)]
        stub = os.path.join(ROOT, "cmake", "cuda-stub")
        if not os.path.exists(
                self.include + "/c10/cuda/impl/cuda_cmake_macros.h"):
            includes.append(stub)
        abi = first([self.lib + "/libc10.so"])
        # Wheels before 2.6 have the old std::string.
        old = abi and self.version < (2, 6) and b"__cxx11" not in open(
            abi, "rb").read()
        return [f"-std={standard}", "-w", "-O0",
                f"-D_GLIBCXX_USE_CXX11_ABI={0 if old else 1}",
                *[f for i in includes for f in ("-isystem", i)]]

    def cupti(self):
        """The folder of cupti.h, if there is one."""
        header = self.toolkit("include/cupti.h", "extras/CUPTI/include/cupti.h")
        return header and os.path.dirname(header)

    def link(self, objects, program):
        libraries = [os.path.join(self.lib, f"lib{name}.so") for name in
                     ("torch", "torch_cpu", "torch_cuda", "c10", "c10_cuda")]
        search = [self.lib]
        for name in ("cudart", "cupti"):
            path = self.toolkit(f"lib64/lib{name}.so*", f"lib/lib{name}.so*",
                                 f"extras/CUPTI/lib64/lib{name}.so*")
            if path:
                libraries.append(path)
                search.append(os.path.dirname(path))
        subprocess.run(
            [os.environ.get("CXX", "g++"), *objects, "-o", program,
             "-Wl,--no-as-needed", *libraries, "-lpthread",
             *[f"-Wl,-rpath,{path}" for path in search],
             # Libraries that these load sit in the wheels' other folders.
             "-Wl,--allow-shlib-undefined"], check=True)
