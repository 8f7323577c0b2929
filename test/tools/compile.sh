#!/usr/bin/env bash
# usage: compile.sh COMPILER LIBTORCH FILE
# Parses FILE with the flags of that LibTorch and every warning an error.
set -euo pipefail
read -ra Flags < <("$(dirname "$0")/../../tools/libtorch-flags" "$2")
"$1" -fsyntax-only -Wall -Wextra -Werror "${Flags[@]}" "$3"
