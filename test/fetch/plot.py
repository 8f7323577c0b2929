# ===- plot.py - Draws docs/benefit.md's figure ----------------------------===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reads the table of loops_bench and draws, for each loop and size, how long an
# iteration takes after -fix and as advised, as written being 1. Needs
# matplotlib. Started by test/fetch/run gpu.
#
# usage: plot.py LOOPS.tsv FIGURE.svg
#
# ===------------------------------------------------------------------------===#

import csv
import sys

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    kinds = ["-fix", "the advice"]
    ratios = {}
    for row in rows:
        loop, kind = row["recipe"].split(": ")
        ratios.setdefault(f"{loop}, {row['size']}", {})[kind] = (
            float(row["after_us"]) / float(row["before_us"]))
    # A fixed salt and no date: the same table gives the same file.
    matplotlib.rcParams["svg.hashsalt"] = "torchsync"
    figure, axes = pyplot.subplots(figsize=(8, 0.45 * len(ratios) + 1))
    for offset, kind in enumerate(kinds):
        axes.barh([n + (offset - 0.5) * 0.4 for n in range(len(ratios))],
                  [ratio[kind] for ratio in ratios.values()], 0.4,
                  label={"-fix": "after -fix"}.get(kind, "as advised"))
    axes.axvline(1, color="black", linewidth=1)
    axes.set_yticks(range(len(ratios)), list(ratios))
    axes.invert_yaxis()
    axes.set_xlabel("time of an iteration, as written = 1")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    figure.savefig(sys.argv[2], bbox_inches="tight", metadata={"Date": None})


if __name__ == "__main__":
    main()
