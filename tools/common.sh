# common.sh - What the scripts of this directory share; they source it.
#
# Part of torchsync, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# shellcheck shell=bash disable=SC2034

# Ends the script with one sentence.
die() {
  echo "${0##*/}: $*" >&2
  exit 1
}

Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Where the newest LibTorch is unpacked: outside the build tree, so that a
# clean build downloads nothing.
Newest=$(sed -n 's/^torch==\([0-9.]*\).*/\1/p' "$Root/tools/libtorch-newest.txt")
Cache=${TORCHSYNC_CACHE:-${XDG_CACHE_HOME:-${HOME:?}/.cache}/torchsync}
NewestDir=$Cache/libtorch-$Newest
