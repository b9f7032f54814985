#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds a C program with the C library's repeats, curves and times for WebAssembly's system
# interface: wasm_program.sh PROGRAM SOURCE... Its last line is the command that runs programs.
set -euo pipefail

# shellcheck source=Demo/Web/build
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../../../Demo/Web/build"

program=$1
shift
require_swift
swiftc=$(beside_swift swiftc) clang=$(beside_swift clang) compiler=$clang
choose_scratch
require_wasi_libc
# What the page's build makes is for the page alone: the linker leaves out what it does not call.
work=$scratch/web/program
mkdir -p -- "$work"
exec {lock}>>"$work/lock"
flock "$lock"
sum=$(sum_of_sources)
if [[ ! -r $work/sum || $(<"$work/sum") != "$sum" ]]; then
  rm -f -- "$work/sum"
  compile_library
  compile_c "$web/Module/product.c" "$work/product.o"
  printf '%s\n' "$sum" >"$work/sum"
fi
objects=()
for source in "$@"; do
  object=$work/$(basename -- "$source").o
  step "$clang" --target=wasm32-wasi -isystem "$wasi" -std=gnu23 -O1 -I "$here" -c -o "$object" "$source"
  objects+=("$object")
done
step "$(beside_swift wasm-ld)" --gc-sections -z stack-size=1048576 -o "$program" \
  "$(dirname -- "$libm")/crt1-command.o" "${objects[@]}" \
  "$work"/{library,handles,memory,runtime,product}.o "$libm"
printf '%s run\n' "$(beside_swift wasmkit)"
