#!/usr/bin/env python3
# ===- findings.py - What an editor gets to see and to apply -----------------===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Opens the examples and a file of its own in torchsync-clangd and looks at the
# findings: severity, notes, page, quick fixes and which of them is preferred.
# Then the ways to turn the checks off and on in .clang-tidy and .clangd.
#
# usage: findings.py --clangd PROGRAM --temp FOLDER
#
# ===------------------------------------------------------------------------===#

import argparse
import os
import subprocess
import sys
import urllib.parse

import lsp
from project import EXAMPLES, Project

COPIES = """\
#include <torch/torch.h>
#include <torchsync/annotations.h>

void keep(const torch::Tensor &T);
void prepare();

void f(const torch::Tensor &X) {
  TORCHSYNC_HOT for (int I = 0; I < 9; ++I) {
    auto Copy = X.cpu();
    prepare();
    keep(Copy);
  }
}
"""

# As little of LibTorch as a finding needs: this one is parsed often.
LOGS = """\
#include <torchsync/annotations.h>

namespace at {
struct Tensor {
  template <typename T> T item() const;
};
} // namespace at

float f(const at::Tensor &X) {
  float Sum = 0;
  TORCHSYNC_HOT for (int I = 0; I < 9; ++I)
    Sum += X.item<float>();
  return Sum;
}
"""

STOCK = """\
float f(int A, int B) { return A / B; }
"""


def expect(condition, *what):
    if not condition:
        raise lsp.Failure(" ".join(str(part) for part in what))


def ours(diagnostics):
    return [d for d in diagnostics
            if str(d.get("code")).startswith("torchsync-")]


def codes(diagnostics):
    return sorted({str(d.get("code")) for d in diagnostics})


def one(found, code):
    found = [d for d in found if d["code"] == code]
    expect(len(found) == 1, "one", code, "was expected in", found)
    return found[0]


def check_version(options):
    said = subprocess.run([options.clangd, "--version"], capture_output=True,
                          text=True, check=True).stdout
    expect(" clangd version " in said and " with torchsync " in said,
           "--version does not name clangd and torchsync:", said)
    expect("without gRPC" in said and "+grpc" not in said,
           "--version does not say that gRPC is missing:", said)


def check_examples(options):
    project = Project(os.path.join(options.temp, "examples"))
    with lsp.Clangd(options.clangd, root=project.folder,
                    log=project.log) as clangd:
        for name in sorted(os.listdir(EXAMPLES)):
            if name.endswith(".cpp"):
                path = project.copy(os.path.join(EXAMPLES, name))
                found = check_example(clangd, path)
                if name == "train.cpp":
                    check_safe_fix(clangd, path, found)


def check_example(clangd, path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    diagnostics = clangd.open(path)
    expect(not [d for d in diagnostics if d["severity"] == 1], path,
           "does not compile:", diagnostics)
    found = ours(diagnostics)
    expect(found, "no finding in", path)
    for d in found:
        expect(d["severity"] == 2, "not a warning:", d)
        expect(d["source"] == "clang-tidy", "another source:", d)
        marks = [note for note in d["relatedInformation"]
                 if note["message"] == "The hot loop is marked here"]
        expect(len(marks) == 1, "no note about the hot loop:", d)
        marked = lines[marks[0]["location"]["range"]["start"]["line"]]
        expect("TORCHSYNC_HOT" in marked, "the note is not at the mark:", d)
        page = urllib.parse.unquote(d["codeDescription"]["href"])
        with open(page[len("file://"):], encoding="utf-8") as file:
            expect(d["code"] in file.readline(), page, "is not about", d)
    if "infer" in path:
        chain = [note["message"] for d in found
                 for note in d["relatedInformation"]]
        expect("'brightPixels' is called here" in chain, "no call chain:", found)
    return found


def check_safe_fix(clangd, path, found):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    finding = one(found, "torchsync-device-to-host")
    actions = clangd.code_actions(path, finding)
    expect(len(actions) == 1 and actions[0]["isPreferred"] is True,
           "a safe fix is the preferred one:", actions)
    fixed = lsp.apply(text, actions[0], path)
    expect(fixed == text.replace("Loss.detach().cpu().item<double>()",
                                 "Loss.detach().item<double>()"),
           "the fix wrote something else:", fixed)
    clangd.change(path, 2, fixed)
    after = codes(ours(clangd.diagnostics(path, 2)))
    expect(finding["code"] not in after and "torchsync-item" in after,
           "left after the fix:", after)


def check_review_fix(options):
    project = Project(os.path.join(options.temp, "review"))
    path = project.write("copies.cpp", COPIES)
    with lsp.Clangd(options.clangd, root=project.folder,
                    log=project.log) as clangd:
        finding = one(clangd.open(path), "torchsync-device-to-host")
        action, = clangd.code_actions(path, finding)
        expect(action["title"].startswith("needs review: with non_blocking"),
               "the title does not say what changes:", action)
        expect("isPreferred" not in action, "preferred unseen:", action)
        expect(lsp.apply(COPIES, action, path) == COPIES.replace(
            "X.cpu()", "X.to(torch::kCPU, /*non_blocking=*/true)").replace(
                "    keep(", "    if (torch::cuda::is_available()) "
                "torch::cuda::synchronize();\n    keep("),
               "the fix wrote something else:", action)


def found_with(server, root, name, config, source=LOGS):
    """The codes found under these configuration files, name to text."""
    project = Project(os.path.join(root, name))
    for file, text in config.items():
        project.write(file, text)
    return codes(server.open(project.write("main.cpp", source)))


def check_config(options):
    project = Project(os.path.join(options.temp, "config"))
    with lsp.Clangd(options.clangd, root=project.folder,
                    log=project.log) as server:
        check_configs(server, project.folder)


def check_configs(server, root):
    tidy, clangd = ".clang-tidy", ".clangd"
    item = "torchsync-item"
    for name, config, wanted in [
            ("none", {}, [item]),
            ("strict", {clangd: "Diagnostics: {ClangTidy: "
                                "{FastCheckFilter: Strict}}"}, [item]),
            ("loose", {clangd: "Diagnostics: {ClangTidy: "
                               "{FastCheckFilter: Loose}}"}, [item]),
            ("unfiltered", {clangd: "Diagnostics: {ClangTidy: "
                                    "{FastCheckFilter: None}}"}, [item]),
            ("others-only", {tidy: "Checks: '-*,bugprone-*'"}, [item]),
            ("off", {tidy: "Checks: '-torchsync-*'"}, []),
            ("one-off", {tidy: "Checks: '-torchsync-item'"}, []),
            ("another-off", {tidy: "Checks: '-torchsync-print'"}, [item]),
            ("another", {tidy: "Checks: '-*,torchsync-print'"}, []),
            ("one", {tidy: "Checks: '-*,torchsync-item'"}, [item]),
            ("nothing", {tidy: "Checks: '-*'"}, []),
            ("clangd-off", {clangd: "Diagnostics: {ClangTidy: "
                                    "{Remove: torchsync-*}}"}, []),
            ("suppressed", {clangd: "Diagnostics: {Suppress: "
                                    "torchsync-item}"}, [])]:
        found = found_with(server, root, name, config)
        expect(found == wanted, f"with the configuration '{name}':", found)
    # clangd's own defaults stay, and stay out where the user says so.
    division = "bugprone-integer-division"
    expect(found_with(server, root, "stock", {}, STOCK) == [division],
           "clangd's own checks are gone")
    off = {tidy: "Checks: '-torchsync-*'"}
    expect(found_with(server, root, "stock-off", off, STOCK) == [],
           "-torchsync-* brought others in")


def check_severity(options):
    """A deferrable wait is a warning unless the option says otherwise."""
    project = Project(os.path.join(options.temp, "severity"))
    with lsp.Clangd(options.clangd, root=project.folder,
                    log=project.log) as server:
        for value, wanted in ("Warning", 2), ("Information", 3):
            folder = Project(os.path.join(project.folder, value))
            folder.write(".clang-tidy", "CheckOptions: {DeferrableSeverity: "
                         f"{value}}}\n")
            found = server.open(folder.write("main.cpp", LOGS))
            finding = one(found, "torchsync-item")
            expect("only accumulated" in finding["message"] and
                   finding["severity"] == wanted, value, "gave", finding)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clangd", required=True)
    parser.add_argument("--temp", required=True)
    options = parser.parse_args()
    check_version(options)
    check_examples(options)
    check_review_fix(options)
    check_config(options)
    check_severity(options)


if __name__ == "__main__":
    try:
        main()
    except lsp.Failure as failure:
        sys.exit(str(failure))
