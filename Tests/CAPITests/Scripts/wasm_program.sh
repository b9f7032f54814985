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
swiftc=$(beside_swift swiftc) clang=$(beside_swift clang)
choose_scratch
require_web_packages
# A folder of its own: the page's programs link other parts.
work=$scratch/web-program
library=$root/Sources/CDynamicRepeat
mkdir -p -- "$work/wasm"
exec {lock}>>"$work/lock"
flock "$lock"
sum=$({
  "$swiftc" --version 2>/dev/null
  find "$root"/Sources/{RepeatTiming,DynamicRepeat,DynamicRepeatC,CDynamicRepeat,CMath} "$web/Module" \
    -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
} | sha256sum)
if [[ ! -r $work/sum || $(<"$work/sum") != "$sum" ]]; then
  rm -f -- "$work/sum"
  compile_module RepeatTiming "${timing_folders[@]/#/$root/Sources/}"
  compile_module DynamicRepeat "${repeat_folders[@]/#/$root/Sources/}"
  # All but banks.
  compile_swift DynamicRepeatC -I "$library" -emit-ir -o "$work/wasm/library.ll" -- \
    "$root"/Sources/DynamicRepeatC/*.swift "$root/Sources/DynamicRepeatC/Lock"
  # The tables of curves are C's.
  sed -E '/@repeat_curve_table/s/swiftcc //' "$work/wasm/library.ll" >"$work/wasm/named.ll"
  step "$clang" --target="$target" -O1 -Wno-override-module -c -o "$work/wasm/library.o" \
    "$work/wasm/named.ll"
  compile_c "$library/package/c/tables.c" "$work/wasm/tables.o"
  compile_c "$web/Module/wide.c" "$work/wasm/wide.o"
  printf '%s\n' "$sum" >"$work/sum"
fi
objects=()
for source in "$@"; do
  object=$work/$(basename -- "$source").o
  step "$clang" --target=wasm32-wasi -isystem "$wasi" -std=gnu23 -O1 -I "$library" -c -o "$object" \
    "$source"
  objects+=("$object")
done
step "$(beside_swift wasm-ld)" --gc-sections -z stack-size=1048576 -o "$program" \
  "$(dirname -- "$libm")/crt1-command.o" "${objects[@]}" "$work"/wasm/{library,tables,wide}.o "$libm"
printf '%s run\n' "$(beside_swift wasmkit)"
