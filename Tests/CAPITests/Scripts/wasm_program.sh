#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds a C program with the C library's repeats and curves for WebAssembly's system
# interface: wasm_program.sh PROGRAM SOURCE... Prints the command that runs programs.
set -euo pipefail

# shellcheck source=Demo/Web/build
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../../../Demo/Web/build"

program=$1
shift
require_swift
swiftc=$(beside_swift swiftc) clang=$(beside_swift clang) compiler=$clang
choose_scratch
require_web_packages
# What is compiled here is for these programs alone, but for the modules that are imported.
work=$scratch/web
made=$work/program
mkdir -p -- "$made"
exec {lock}>>"$work/lock"
flock "$lock"
sum=$(sum_of_sources)
if [[ ! -r $made/sum || $(<"$made/sum") != "$sum" ]]; then
  rm -f -- "$made/sum"
  # All but banks and frame loops.
  mapfile -t library_sources < <(cd -- "$root/Sources" &&
    printf '%s\n' DynamicRepeatC/*.swift DynamicRepeatC/Lock)
  compile_library library_sources
  compile_c "$web/Module/product.c" "$work/product.o"
  mv -- "$work"/{library,exceptions,handles,memory,runtime,product}.o "$made"
  printf '%s\n' "$sum" >"$made/sum"
fi
objects=()
for source in "$@"; do
  object=$made/$(basename -- "$source").o
  step "$clang" --target=wasm32-wasi -isystem "$wasi" -std=gnu23 -O1 -I "$here" -c -o "$object" "$source"
  objects+=("$object")
done
step "$(beside_swift wasm-ld)" --gc-sections -z stack-size=1048576 -o "$program" \
  "$(dirname -- "$libm")/crt1-command.o" "${objects[@]}" \
  "$made"/{library,exceptions,handles,memory,runtime,product}.o "$libm"
printf '%s run\n' "$(beside_swift wasmkit)"
