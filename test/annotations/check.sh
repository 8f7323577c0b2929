#!/usr/bin/env bash
# usage: check.sh COMPILER FILE...
# Compiles FILE as C++17 and C++20, unoptimised and optimised, with warnings as
# errors, and again with the macros empty: the two objects must be equal. Then
# a reason that is no string literal must be refused.
set -euo pipefail

Compiler=$1
File=$2
Include=$(cd "$(dirname "$0")/../../include" && pwd)
Temp=$(mktemp -d)
trap 'rm -rf "$Temp"' EXIT

cat >"$Temp/empty.h" <<'END'
#define TORCHSYNC_ANNOTATIONS_H
#define TORCHSYNC_HOT
#define TORCHSYNC_COLD
#define TORCHSYNC_ALLOW_SYNC(reason)
END
cat >"$Temp/reason.cpp" <<'END'
#include <torchsync/annotations.h>
constexpr char Reason[] = "text";
void f() { TORCHSYNC_ALLOW_SYNC(Reason); }
END

case $Compiler in
nvcc)
  # As CUDA code, so that nvcc's own front end sees it. The host compiler gets
  # no -pedantic: it would warn about the lines that nvcc generates.
  Flags=(-x cu -Werror all-warnings -Xcompiler "-Wall,-Wextra")
  ;;
clang*)
  # The test indexes an array, and annotations are attributes, which C++98
  # lacks; nothing else of -Weverything is left out.
  Flags=(-Weverything -Wno-unknown-warning-option -Wno-unsafe-buffer-usage -Wno-c++98-compat -Wno-c++98-compat-pedantic -Werror
    -pedantic)
  ;;
*) Flags=(-Wall -Wextra -pedantic -Werror) ;;
esac

# What must be equal: the whole file, but for nvcc the instructions, since it
# writes the name of a temporary file and an identifier of its own into each.
content() {
  case $Compiler in
  nvcc) objdump --disassemble "$1.o" | sed '/file format/d' ;;
  *) cat "$1.o" ;;
  esac >"$1"
}

for Standard in 17 20; do
  for Level in 0 2; do
    Compile=("$Compiler" "-std=c++$Standard" "-O$Level" "${Flags[@]}"
      "-I$Include" -c "$File" -o)
    "${Compile[@]}" "$Temp/with.o"
    "${Compile[@]}" "$Temp/without.o" -include "$Temp/empty.h"
    content "$Temp/with"
    content "$Temp/without"
    cmp "$Temp/with" "$Temp/without"
  done
  if "$Compiler" "-std=c++$Standard" "-I$Include" -c "$Temp/reason.cpp" \
    -o "$Temp/reason.o" 2>/dev/null; then
    echo "$Compiler took a reason that is no string literal"
    exit 1
  fi
done
