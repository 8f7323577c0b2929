#!/usr/bin/env python3
#===- generate.py - What is made from the manifest ------------------------===#
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes docs/catalogue.md from catalogue.yaml, and judges the manifest against
# the newest measurements. The statements of the GPU oracle (test/gpu/run) and
# of the rows' tests (test/catalogue/rows.py) come from here too.
#
# usage: generate.py              writes docs/catalogue.md
#        generate.py --check      fails where it is stale, or where the manifest
#                                 and the measurements disagree
#
#===------------------------------------------------------------------------===#

import argparse
import os
import re
import sys

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGE = "docs/catalogue.md"
RESULTS = os.path.join(ROOT, "test", "gpu", "results")
# The oracle is compiled in this many pieces, one for each core.
SHARDS = 8


def load(name):
    with open(os.path.join(HERE, name)) as f:
        # Everything is a text: a version 2.10 is not the number 2.1.
        return yaml.load(f, yaml.BaseLoader)


class Statement:
    """One statement to measure and to judge: a row's example or its twin."""

    def __init__(self, row, name, text, waits):
        self.row, self.name, self.text, self.waits = row, name, text, waits

    @property
    def since(self):
        """The first LibTorch in which the statement compiles."""
        return version(self.row.get("since"))

    @property
    def is_cuda_cpp(self):
        """It takes nvcc, and no LibTorch, to compile it."""
        return bool(re.search(r"\bthrust::|\bsymbol\b", self.text))

    def waits_in(self, libtorch):
        until = version(self.row.get("until"))
        return self.waits and not (until and libtorch >= until)

    @property
    def is_decidable(self):
        return not any(c["is"] == "undecidable"
                       for c in self.row.get("when", []))


def version(text):
    return tuple(map(int, text.split("."))) if text else ()


def statements(manifest):
    for row in manifest["operations"]:
        if "measured" in row:
            if "example" in row:
                yield Statement(row, row["measured"], row["example"], True)
            if "free" in row:
                yield Statement(row, row["measured"] + " free", row["free"],
                                False)
    for row in manifest["free"]:
        if "measured" in row:
            yield Statement(row, row["measured"], row["example"], False)


def declarations(text, fixture):
    """The declarations of the fixture that \\p text needs, in order."""
    needed, todo = set(), [text]
    while todo:
        # Members and qualified names are nobody's variables.
        free = re.sub(r"(\.|->|::)\s*[A-Za-z_]\w*", "", todo.pop())
        for word in re.findall(r"[A-Za-z_]\w*", free):
            if word in fixture and word not in needed:
                needed.add(word)
                todo.append(fixture[word])
    return [fixture[name] for name in fixture if name in needed]


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def function(statement, number, fixture):
    lines = [f"#if !defined(SKIP_{number})" +
             (" && AT_LEAST({}, {})".format(*statement.since)
              if statement.since else "")]
    lines.append(f"static void statement{number}(Probe &P) {{")
    lines += ["  " + d for d in declarations(statement.text, fixture)]
    lines.append(f"  P.measure({quoted(statement.name)}, "
                 f"{quoted(statement.text)},")
    lines.append(f"            [&] {{ {statement.text}; }});")
    lines += ["}", "#endif"]
    return lines


def table(numbered):
    lines = ["const Statement Table[] = {"]
    for number, statement in numbered:
        guard = f"#if !defined(SKIP_{number})"
        if statement.since:
            guard += " && AT_LEAST({}, {})".format(*statement.since)
        lines += [guard, f"    {{{quoted(statement.name)}, "
                         f"statement{number}}},", "#endif"]
    return lines + ["    {nullptr, nullptr}};"]


def oracle(manifest, fixture, cuda_cpp):
    numbered = [(n, s) for n, s in enumerate(statements(manifest))
                if s.is_cuda_cpp == cuda_cpp]
    fixture = fixture["cuda" if cuda_cpp else "libtorch"]
    lines = []
    shards = 1 if cuda_cpp else SHARDS
    for shard in range(shards):
        mine = numbered[shard::shards]
        if not cuda_cpp:
            lines.append(f"#if SHARD == {shard}")
        for number, statement in mine:
            lines += function(statement, number, fixture)
        lines += table(mine)
        if not cuda_cpp:
            lines.append("#endif")
    return "\n".join(lines) + "\n"


# --- docs/catalogue.md ----------------------------------------------------------

PHRASES = {
    "on-device": "{} is on the device", "known-device": "{} is on the device",
    "on-host": "{} is on the host", "maybe-host": "{} is on the host",
    "absent": "{} is not given", "given": "{} is given",
    "true": "{} is true", "not-true": "{} is not true",
    "tensor": "{} is a tensor", "not-tensor": "{} is not a tensor",
    "list": "{} is a list", "mask": "{} is a mask",
    "has-mask": "{} hold a mask", "has-host-mask": "{} hold a mask on the host",
    "has-0d-index": "{} hold a 0-dim tensor",
    "has-host-index": "{} hold a tensor on the host",
    "has-integer-index": "{} hold an integer tensor",
    "no-tensor-index": "{} hold no tensor",
    "one-element": "{} select one element", "rank-0": "{} is 0-dim",
    "pageable": "{} is in pageable memory", "pinned": "{} is pinned",
    "not-pinned": "{} is not pinned",
    "distinct": "{} is another tensor",
    "temporary": "{} is an element or slice", "negative": "{} is negative",
    "equals": "{} is `{value}`", "differs": "{} is not `{value}`",
    "undecidable": "it depends on values or shapes: documented, not reported",
}


def condition(c):
    arg = c["arg"]
    subject = {"self": "the tensor", "target": "the target"}.get(
        arg, "`" + arg.replace("|", "` or `") + "`")
    return PHRASES[c["is"]].format(subject, value=c.get("value"))


def conditions(row):
    words = [condition(c) for c in row.get("when", [])
             # That a parameter is a tensor is said by where it lives.
             if not (c["is"] == "tensor" and len(row["when"]) > 1)]
    if row.get("since"):
        words.append(f"since LibTorch {row['since']}")
    if row.get("until"):
        words.append(f"before LibTorch {row['until']}")
    return ", ".join(words) or "always"


def cell(text):
    return text.replace("|", "\\|")


def evidence(row, results):
    if "measured" not in row:
        return "not measured: " + row["unmeasured"]
    measured = results.get(row["measured"])
    if not measured:
        return ""
    if measured["host"] == "BLOCKS":
        return f"waits in `{measured['waits_in']}`"
    if measured["host"] == "stalls":
        ms = float(measured["ms_behind_16ms_kernel"])
        return f"{ms:.0f} ms in `{measured['waits_in']}`, without the kernel"
    return "does not wait"


def by_group(rows):
    groups = {}
    for row in rows:
        groups.setdefault(row["group"], []).append(row)
    return groups


def page(manifest, newest):
    results = newest.rows if newest else {}
    checks = {}
    for row in manifest["operations"]:
        checks.setdefault(row["check"], []).append(row)
    lines = [
        "<!-- Made by checks/catalogue/generate.py; do not edit. -->", "",
        "# The catalogue: what makes the host wait, and what does not", "",
        "Every LibTorch and CUDA call that torchsync knows, by what one does "
        "with it. A line says when the call waits, what to write instead, and "
        "what a GPU said: each example ran behind a 16 ms kernel, and a call "
        "waits if the host came back only when the kernel was done.", ""]
    if newest:
        lines += [f"Measured on {newest.title}; `test/gpu/run` measures it on "
                  "yours ([how](../test/gpu/README.md)).", ""]
    lines += ["The name before a line is its id: `DisabledOperations: "
              "'cpu;allclose'` switches rows off, and `CatalogueFile` adds "
              "rows of your own in [the same form]"
              "(../checks/catalogue/catalogue.yaml).", ""]
    lines += ["| check | operations |", "|---|---|"]
    lines += [f"| [torchsync-{name}](checks/{name}.md) | "
              + ", ".join(f"[{r['id']}](#{r['id']})" for r in rows) + " |"
              for name, rows in checks.items()]
    free = by_group(manifest["free"])
    for group, rows in by_group(manifest["operations"]).items():
        lines += ["", f"## {group}", "",
                  "| | example that waits | when | instead | measured |",
                  "|---|---|---|---|---|"]
        for row in rows:
            twin = f"<br>free: `{cell(row['free'])}`" if "free" in row else ""
            lines.append(
                f"| <a id=\"{row['id']}\"></a>{row['id']} "
                f"| `{cell(row['example'])}`{twin} "
                f"| {cell(conditions(row))}: {cell(row['why'])} "
                f"| {cell(row['instead'])} | {evidence(row, results)} |")
        lines += free_table(free.pop(group, []), results)
    for group, rows in free.items():
        lines += ["", f"## {group}"] + free_table(rows, results)
    return "\n".join(lines) + "\n"


def free_table(rows, results):
    if not rows:
        return []
    lines = ["", "These do not wait:", "", "| | call | why | measured |",
             "|---|---|---|---|"]
    for row in rows:
        lines.append(f"| {row['id']} | `{cell(row['example'])}` "
                     f"| {cell(row['why'])} | {evidence(row, results)} |")
    return lines


# --- The manifest against the measurements --------------------------------------

class Results:
    """One file of results: test/gpu/results/torch2.11-cu130-h200.tsv."""

    def __init__(self, path, named=True):
        if named:
            name = os.path.basename(path)[:-len(".tsv")]
            torch, cuda, gpu = name.split("-", 2)
            self.libtorch = version(torch[len("torch"):])
            self.title = (f"LibTorch {torch[len('torch'):]}, CUDA "
                          f"{cuda[2:-1]}.{cuda[-1]}, {gpu.upper()}")
        with open(path) as f:
            head = f.readline().rstrip("\n").split("\t")
            self.rows = {}
            for line in f:
                row = dict(zip(head, line.rstrip("\n").split("\t")))
                self.rows[row["name"]] = row


def newest_results():
    if not os.path.isdir(RESULTS):
        return None
    found = [Results(os.path.join(RESULTS, name))
             for name in sorted(os.listdir(RESULTS)) if name.endswith(".tsv")]
    return max(found, key=lambda r: r.libtorch, default=None)


def disagreements(manifest, newest):
    """Sentences on where the manifest and the newest results differ."""
    seen = set()
    for row in manifest["operations"] + manifest["free"]:
        if ("measured" in row) == ("unmeasured" in row):
            yield (f"row '{row['id']}' needs either a measurement or a reason "
                   "why there is none")
        if row["id"] in seen:
            yield f"the id '{row['id']}' is used twice"
        seen.add(row["id"])
    if not newest:
        yield "there are no results in test/gpu/results"
        return
    for statement in statements(manifest):
        if statement.since > newest.libtorch:
            continue
        got = newest.rows.get(statement.name)
        if not got:
            yield f"'{statement.name}' was not measured on {newest.title}"
        elif got["statement"] != statement.text:
            yield (f"'{statement.name}' was measured as `{got['statement']}`, "
                   f"but the manifest says `{statement.text}`")
        elif got["host"] not in ("BLOCKS", "stalls", "free"):
            yield f"'{statement.name}' could not be measured: {got['host']}"
        else:
            waits = statement.waits_in(newest.libtorch)
            if waits != (got["host"] != "free"):
                yield (f"the manifest says that '{statement.name}' "
                       f"{'waits' if waits else 'does not wait'}, but the "
                       f"measurement on {newest.title} says '{got['host']}'")
            elif waits and got["waits_in"] != statement.row["blocks"]:
                yield (f"the manifest says that '{statement.name}' waits in "
                       f"{statement.row['blocks']}, but the measurement on "
                       f"{newest.title} says {got['waits_in']}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    manifest = load("catalogue.yaml")
    newest = newest_results()
    text, path = page(manifest, newest), os.path.join(ROOT, PAGE)
    bad = 0
    if not args.check:
        with open(path, "w") as f:
            f.write(text)
    elif not os.path.exists(path) or open(path).read() != text:
        print(f"{PAGE} is stale: run checks/catalogue/generate.py")
        bad += 1
    if args.check:
        for sentence in disagreements(manifest, newest):
            print(sentence)
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
