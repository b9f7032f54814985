# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# How Swift sources become a C library: Embedded Swift, which has no runtime to link. Its compiler
# makes assembly; together with the C parts and a Makefile that is a folder which any C compiler
# builds. Sourced by install, which sets `here` and `build`.

# The folders whose sources it is made of, each a module and its parts: of DynamicRepeat all but the
# class with a delegate.
# shellcheck disable=SC2034 # all but the last are handed on by name
{
  repeat_sources=(DynamicRepeat/{Coding,Controller,Easing,Lock,Numbers,Rates,Values})
  bank_sources=(RepeatBanks)
  c_library_sources=(DynamicRepeatC)
  pacing_sources=(FramePacing)
  c_loop_sources=(FrameLoopC)
}
# The loops over vectors, which are written in clang's vectors: they become assembly too.
declare -A vector_sources=([x86_64]='baseline v3 v4' [aarch64]='baseline')
# The names of the architectures for Swift's compiler, without a system: clang makes it Linux's.
declare -A embedded_target=([x86_64]=x86_64-unknown-none-elf [aarch64]=aarch64-none-none-elf)

# Whether the C compiler finds headers, and what it links with.
compiler_works() {
  local probe status=0
  probe=$(mktemp -- "${TMPDIR:-/tmp}/dynamic-repeat-probe-XXXXXX")
  printf '#include <math.h>\n#include <stdlib.h>\ndouble f(double x) { return cbrt(x); }\n' |
    "$compiler" -x c -shared -fPIC -o "$probe" - -lm >/dev/null 2>&1 || status=1
  rm -f -- "$probe"
  return "$status"
}

# Names what is missing and how it is got.
require_tools() {
  require_swift
  swiftc=$(beside_swift swiftc)
  # The kernels are written in clang's vectors; Swift brings it along.
  clang=$(beside_swift clang)
  local tool missing=()
  compiler=${CC:-$(command -v cc || command -v gcc || command -v clang || true)}
  [[ -z ${CC:-} ]] || command -v "$CC" >/dev/null ||
    stop 69 "CC names $CC, which is not there: name a C compiler, or leave CC out."
  for tool in ld ar strip; do
    command -v "$tool" >/dev/null || missing+=(binutils)
  done
  for tool in make awk; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  [[ -z $deb ]] || command -v dpkg-deb >/dev/null || missing+=(dpkg)
  [[ -z $wheel$lua ]] || command -v python3 >/dev/null || missing+=(python3)
  if [[ -z $compiler ]]; then
    missing+=(gcc libc6-dev)
  elif ! ((${#missing[@]})) && ! compiler_works; then
    # Swift's own clang is found where there is no other, and may have nothing to link with.
    missing+=(gcc libc6-dev)
  fi
  ((${#missing[@]})) || return 0
  mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
  command -v apt-get >/dev/null || name_packages "${missing[@]}"
  stop 69 "Missing: ${missing[*]}" "Run this, then try again:" \
    "  sudo apt-get install -y ${missing[*]}"
}

# Sets `work` to the folder that is built in: the one of --build, or one that is gone afterwards.
open_work() {
  if [[ -z $build ]]; then
    work=$(mktemp -d "${TMPDIR:-/tmp}/dynamic-repeat-install-XXXXXX")
    trap 'rm -rf -- "$work"' EXIT
    return
  fi
  work=$build
  check_folder "$work" "Name a folder for --build that you may write to."
  mkdir -p -- "$work" || stop 73 "The folder $work cannot be made."
  # The compiler's cache contains its path, which differs by way of a link.
  work=$(CDPATH='' cd -- "$work" && pwd -P)
  # The build would overwrite what it finds. Emptiness is checked first: another build may start here.
  [[ -z $(ls -A -- "$work") || -e $work/dynamic-repeat-build ]] ||
    stop 64 "$work holds something else: --build takes a new folder, an empty one, or its own."
  exec {lock}>>"$work/dynamic-repeat-build"
  flock "$lock"
}

# All that the libraries are made of, each below Sources.
source_files() {
  find CDynamicRepeat CFloatExceptions CFrameLoop CMath CRepeatKernels CTimerSlack \
    DynamicRepeat DynamicRepeatC FrameLoopC FramePacing RepeatBanks -type f ! -name '*.md' \
    ! -path '*/languages/*' -print0 | LC_ALL=C sort -z
}

# A sum of all that the libraries are made of and with.
sum_of_sources() {
  local tool
  {
    for tool in "$swiftc" "$clang" "$compiler"; do "$tool" --version; done
    (cd -- "$here/.." && source_files | xargs -0 sha256sum)
  } 2>/dev/null | sha256sum
}

# The version that the header names.
header_version() {
  sed -n 's/^#define DR_VERSION_[A-Z]* //p' "$here/dynamic_repeat/base.h" | paste -sd .
}

# Runs a step of the build; its output is shown if it fails.
step() {
  "$@" >"$work/log" 2>&1 </dev/null ||
    stop 70 "$(<"$work/log")" "The build failed; its output is above."
}

# Compiles the sources of folders as a module; further arguments go to the compiler.
#
# Without closure-specialize: it makes a copy of the controller's plan for each of five closures, 15 KB.
compile_swift() { # compile_swift ARCHITECTURE MODULE ARRAY-OF-FOLDERS ARGUMENT...
  local target=${embedded_target[$1]} modules=$work/modules-$1 module=$2 folder sources=() found=()
  local -n folders=$3
  shift 3
  for folder in "${folders[@]}"; do
    mapfile -d '' -t found < <(find "$here/../$folder" -name '*.swift' -print0 | LC_ALL=C sort -z)
    sources+=("${found[@]}")
  done
  step "$swiftc" -target "$target" -Xcc -isystem -Xcc "$here/package/c" \
    -Osize -wmo -parse-as-library -swift-version 6 \
    -enable-experimental-feature Embedded -package-name DynamicRepeat \
    -Xfrontend -disable-stack-protector -Xfrontend -function-sections \
    -Xllvm -sil-disable-pass=closure-specialize \
    -module-cache-path "$work/modules" -I "$modules" -I "$here" -I "$here/../CMath" \
    -I "$here/../CRepeatKernels/include" \
    -I "$here/../CTimerSlack/include" -I "$here/../CFrameLoop/include" \
    -I "$here/../CFloatExceptions/include" -Xcc -fmodule-map-file="$work/kernels.modulemap" \
    -module-name "$module" "$@" "${sources[@]}"
}

# Compiles a module that others import.
compile_module() { # compile_module ARCHITECTURE MODULE ARRAY-OF-FOLDERS
  compile_swift "$@" -emit-module -emit-module-path "$work/modules-$1/$2.swiftmodule"
}

# Makes the archives and the shared libraries in the work folder, unless they are there.
build_libraries() {
  local sum architecture
  architecture=$(compiler_architecture)
  sum=$(sum_of_sources)
  if [[ -r $work/sum && $(<"$work/sum") == "$sum" ]]; then
    say "Taking DynamicRepeat $version as it was built in $work"
    return
  fi
  say "Building DynamicRepeat $version (this takes half a minute)"
  rm -f -- "$work/sum"
  write_sources "$work/sources" "$architecture"
  step make -C "$work/sources" CC="$compiler"
  printf '%s\n' "$sum" >"$work/sum"
}

# The architecture that the C compiler compiles for; stops where the library has none for it.
compiler_architecture() {
  local triple
  triple=$("$compiler" -dumpmachine)
  [[ -n ${embedded_target[${triple%%-*}]:-} ]] ||
    stop 69 "$compiler compiles for $triple; the library is there for x86_64 and aarch64 Linux."
  printf '%s\n' "${triple%%-*}"
}
