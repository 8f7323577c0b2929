#!/usr/bin/env python3
"""What the checks cost: as a ratio to the parse, and how it grows.

usage: test/bench/overhead.py [--llvm N] [--rounds N] [--sizes] [--parse]

--parse  user time of clang-tidy over a LibTorch translation unit with every
         torchsync check, against the same run with none of them.
--sizes  user time that the checks add for one function of more and more
         statements, and for more and more functions, with the mock headers.
Without either, both. The machine may be shared: the runs that are compared
alternate, the smallest of each kind counts, and ratios are all that is said.
"""
import argparse
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    if run.returncode or " error: " in run.stdout:
        sys.exit(f"overhead: {' '.join(command[:3])} failed:\n{run.stdout[-2000:]}"
                 f"{run.stderr[-2000:]}")
    return after - before


def compare(llvm, source, flags, rounds):
    """User seconds with none of the checks and with all of them."""
    plugin = ROOT / f"build/llvm-{llvm}/lib/TorchSync.so"
    tidy = [f"clang-tidy-{llvm}", f"-load={plugin}"]
    # A check that looks at nothing but the first lines stands for none.
    none = tidy + ["-checks=-*,llvm-header-guard", str(source), "--"] + flags
    every = tidy + ["-checks=-*,torchsync-*", str(source), "--"] + flags
    best = [math.inf, math.inf]
    for _ in range(rounds):
        best[0] = min(best[0], user_seconds(none))
        best[1] = min(best[1], user_seconds(every))
    return best


STATEMENTS = """#include <torch/torch.h>
#include <torchsync/annotations.h>
using torch::Tensor;
void grow(Tensor x, Tensor y) {{
  float sum = 0;
  TORCHSYNC_HOT for (int i = 0; i < 10; ++i) {{
{body}
  }}
}}
"""
BLOCK = """    auto a{n} = x + y.to(torch::kFloat);
    if (a{n}.dim() == 2) x = a{n} * 2;
    sum += a{n}.sum().item<float>();
    y = torch::where(a{n} > 0, a{n}, y);"""
FUNCTION = """static float f{n}(const Tensor &x) {{
  auto a = x + 1;
  if (a.dim() == 2) a = a * 2;
  return a.sum().item<float>();
}}"""


def one_function(statements):
    body = "\n".join(BLOCK.format(n=n) for n in range(statements // 4))
    return STATEMENTS.format(body=body)


def many_functions(count):
    functions = "\n".join(FUNCTION.format(n=n) for n in range(count))
    calls = "\n".join(f"    sum += f{n}(x);" for n in range(count))
    text = STATEMENTS.format(body=calls)
    return text.replace("void grow", functions + "\nvoid grow")


def growth(llvm, name, make, sizes, rounds):
    flags = ["-std=c++17", f"-I{ROOT}/include", "-isystem", f"{ROOT}/test/mock"]
    points = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "grow.cpp"
            source.write_text(make(size))
            none, every = compare(llvm, source, flags, rounds)
        points.append((size, every - none))
        print(f"{name}\t{size}\t{every - none:.2f} s added to {none:.2f} s")
    (small, first), (large, last) = points[0], points[-1]
    exponent = math.log(max(last, 1e-3) / max(first, 1e-3)) / math.log(large / small)
    print(f"{name}: the added time grows with the size to the power of {exponent:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--llvm", choices=["19", "22"], default="22")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sizes", action="store_true")
    parser.add_argument("--parse", action="store_true")
    args = parser.parse_args()
    both = not (args.sizes or args.parse)
    os.chdir(ROOT)
    if args.sizes or both:
        growth(args.llvm, "statements of one function", one_function,
               [1250, 2500, 5000, 10000], args.rounds)
        growth(args.llvm, "functions", many_functions,
               [250, 500, 1000, 2000], args.rounds)
    if args.parse or both:
        flags = subprocess.run(["tools/libtorch-flags"], capture_output=True,
                               text=True, check=True).stdout.split()
        flags.append(f"-I{ROOT}/include")
        for source in sorted(pathlib.Path("docs/examples").glob("*.cpp")):
            none, every = compare(args.llvm, source, flags, args.rounds)
            print(f"{source}\tall checks / parse alone = {every / none:.3f}")


if __name__ == "__main__":
    main()
