#!/usr/bin/env bash
# usage: configure.sh DIRECTORY CMAKE-ARGUMENT...
# Configures the project in a fresh directory, which must fail, and prints what
# CMake says on one line, since it breaks lines where it likes.
set -euo pipefail

Directory=$1
shift
rm -rf "$Directory"
if cmake -G Ninja -S "$(dirname "$0")/../.." -B "$Directory" "$@" 2>&1; then
  echo "configuring succeeded" >&2
  exit 1
fi | tr -s ' \n' ' '
