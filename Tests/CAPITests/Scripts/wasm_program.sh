#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds a C program with the C library's repeats and curves for WASI, WebAssembly's system
# interface. Prints the command that runs such programs.
#
#   wasm_program.sh PROGRAM SOURCE...
set -euo pipefail

# shellcheck source=Demo/Web/build
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../../../Demo/Web/build"

program=$1
shift
require_swift
swiftc=$(beside_swift swiftc) clang=$(beside_swift clang)
choose_scratch
mkdir -p -- "$scratch/web"
exec {lock}>>"$scratch/web/lock"
flock "$lock"
require_packages wasi-libc
# Only the programs that this script builds use the objects in this folder.
work=$scratch/web/program headers=$root/Sources/CDynamicRepeat kernels=$root/Sources/CRepeatKernels
mkdir -p -- "$work"
sum=$({
  "$swiftc" --version 2>/dev/null
  cat -- "$web"/build "$web"/Module/*.c "${BASH_SOURCE[0]}"
  find "$root"/Sources/{DynamicRepeat,DynamicRepeatC,CDynamicRepeat,CRepeatKernels,CMath,CCurveTables} -type f \
    -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
} | sha256sum)
if [[ ! -r $work/sum || $(<"$work/sum") != "$sum" ]]; then
  rm -f -- "$work/sum"
  compile_repeats
  # Compiles everything except the banks. Their allocator is included, because curves use it to check for
  # free memory.
  printf 'module CRepeatKernels { header "%s" export * }\n' "$kernels/include/CRepeatKernels.h" \
    >"$work/wasm/kernels.modulemap"
  compile_c "$kernels/memory.c" "$work/wasm/memory.o" -I "$kernels/include"
  compile_swift DynamicRepeatC -I "$headers" -Xcc -fmodule-map-file="$work/wasm/kernels.modulemap" \
    -Xcc -I"$kernels/include" -emit-ir -o "$work/wasm/library.ll" \
    -- "$root"/Sources/DynamicRepeatC/{*.swift,Lock}
  compile_ir library
  compile_c "$web/Module/wide.c" "$work/wasm/wide.o"
  compile_c "$root/Sources/CCurveTables/curve_tables.c" "$work/wasm/tables.o" \
    -I "$root/Sources/CCurveTables/include"
  printf '%s\n' "$sum" >"$work/sum"
fi
objects=()
for source in "$@"; do
  object=$work/$(basename -- "$source").o
  step "$clang" --target=wasm32-wasi -isystem "$wasi" -std=gnu23 -O1 -I "$headers" -c -o "$object" \
    "$source"
  objects+=("$object")
done
step "$(beside_swift wasm-ld)" --gc-sections -z stack-size=1048576 -o "$program" \
  "$(dirname -- "$libm")/crt1-command.o" "${objects[@]}" \
  "$work"/wasm/{library,memory,tables,wide}.o "$libm"
printf '%s run\n' "$(beside_swift wasmkit)"
