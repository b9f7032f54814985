# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Builds the C library from Swift sources. Swift's compiler turns them into assembly, as Embedded
# Swift, which has no runtime to link. The assembly, the C parts and a Makefile make a folder that any
# C compiler can build. The script `install` includes this file, and sets `here` and `build`.

# The source folders of each module. DynamicRepeat/Animation, the class with a delegate, is left out.
# shellcheck disable=SC2034 # all but the last are passed by name
{
  repeat_sources=(DynamicRepeat/{Controller,Easing,Lock,Numbers,Rates,Values})
  bank_sources=(RepeatBanks)
  c_library_sources=(DynamicRepeatC)
  pacing_sources=(FramePacing)
  c_loop_sources=(FrameLoopC)
}
# The kernels for each architecture. They use clang's vectors, so they become assembly, too.
declare -A vector_sources=([x86_64]='baseline v3 v4' [aarch64]='baseline')
# The targets for Swift's compiler, without an operating system; clang then makes assembly for Linux.
declare -A embedded_target=([x86_64]=x86_64-unknown-none-elf [aarch64]=aarch64-none-none-elf)

# Whether the C compiler finds its headers and libraries.
compiler_works() {
  local probe status=0
  probe=$(mktemp -- "${TMPDIR:-/tmp}/dynamic-repeat-probe-XXXXXX")
  printf '#include <math.h>\n#include <stdlib.h>\ndouble f(double x) { return cbrt(x); }\n' |
    "$compiler" -x c -shared -fPIC -o "$probe" - -lm >/dev/null 2>&1 || status=1
  rm -f -- "$probe"
  return "$status"
}

# If tools are missing, prints them and the command that installs them, and stops.
require_tools() {
  require_swift
  swiftc=$(beside_swift swiftc)
  # The kernels use clang's vectors; the Swift toolchain contains clang.
  clang=$(beside_swift clang)
  local tool missing=()
  compiler=${CC:-$(command -v cc || command -v gcc || command -v clang || true)}
  [[ -z ${CC:-} ]] || command -v "$CC" >/dev/null ||
    stop 69 "CC names $CC, which is not installed: name a C compiler, or leave CC out."
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
    # If Swift's clang is the only compiler, headers and libraries to link may be missing.
    missing+=(gcc libc6-dev)
  fi
  ((${#missing[@]})) || return 0
  mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
  command -v apt-get >/dev/null || name_packages "${missing[@]}"
  stop 69 "Missing: ${missing[*]}" "Run this, then try again:" \
    "  sudo apt-get install -y ${missing[*]}"
}

# Sets `work` to the build folder: the folder of --build, or a temporary one.
open_work() {
  if [[ -z $build ]]; then
    work=$(mktemp -d "${TMPDIR:-/tmp}/dynamic-repeat-install-XXXXXX")
    trap 'rm -rf -- "$work"' EXIT
    return
  fi
  work=$build
  check_folder "$work" "Name a folder for --build that you may write to."
  mkdir -p -- "$work" || stop 73 "The folder $work cannot be made."
  # The compiler's cache contains its path, so links in the path are resolved.
  work=$(CDPATH='' cd -- "$work" && pwd -P)
  # The build would overwrite other files. The first check is for an empty folder, the second for the mark
  # of an earlier build. In the reverse order, this script would stop if another build started in between.
  [[ -z $(ls -A -- "$work") || -e $work/dynamic-repeat-build ]] ||
    stop 64 "$work holds other files: --build takes a folder that is new, empty, or from an earlier --build."
  exec {lock}>>"$work/dynamic-repeat-build"
  flock "$lock"
}

# Prints the paths of all source files of the libraries, below Sources.
source_files() {
  find LICENSE CCurveTables CDynamicRepeat CFrameLoop CMath CRepeatKernels CTimerSlack \
    DynamicRepeat DynamicRepeatC FrameLoopC FramePacing RepeatBanks -type f ! -name '*.md' \
    ! -path '*/languages/*' -print0 | LC_ALL=C sort -z
}

# Prints a checksum of the libraries' sources and of the tools that build them.
sum_of_sources() {
  local tool
  {
    for tool in "$swiftc" "$clang" "$compiler"; do "$tool" --version; done
    (cd -- "$here/.." && source_files | xargs -0 sha256sum)
  } 2>/dev/null | sha256sum
}

# Prints the header's version.
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
# closure-specialize is off, because it would copy the code of the controller's `plan(at:)` for each of
# five closures, which takes 15 KB.
compile_swift() { # compile_swift ARCHITECTURE MODULE ARRAY-OF-FOLDERS ARGUMENT...
  local target=${embedded_target[$1]} modules=$work/modules-$1 module=$2 folder sources=() found=()
  local -n folders=$3
  shift 3
  for folder in "${folders[@]}"; do
    mapfile -d '' -t found < <(find "$here/../$folder" -name '*.swift' -print0 | LC_ALL=C sort -z)
    sources+=("${found[@]}")
  done
  step "$swiftc" -target "$target" -Xcc -isystem -Xcc "$here/package/c" -Xcc -fno-math-errno \
    -Osize -wmo -parse-as-library -swift-version 6 \
    -enable-experimental-feature Embedded -package-name DynamicRepeat \
    -Xfrontend -disable-stack-protector -Xfrontend -function-sections \
    -Xllvm -sil-disable-pass=closure-specialize \
    -module-cache-path "$work/modules" -I "$modules" -I "$here" -I "$here/../CMath" \
    -I "$here/../CCurveTables/include" \
    -I "$here/../CRepeatKernels/include" \
    -I "$here/../CTimerSlack/include" -I "$here/../CFrameLoop/include" \
    -Xcc -fmodule-map-file="$work/kernels.modulemap" \
    -module-name "$module" "$@" "${sources[@]}"
}

# Compiles a module that others import.
compile_module() { # compile_module ARCHITECTURE MODULE ARRAY-OF-FOLDERS
  compile_swift "$@" -emit-module -emit-module-path "$work/modules-$1/$2.swiftmodule"
}

# Makes the archives and the shared libraries in the work folder, unless they are up to date.
build_libraries() {
  local sum architecture
  architecture=$(compiler_architecture)
  sum=$(sum_of_sources)
  if [[ -r $work/sum && $(<"$work/sum") == "$sum" ]]; then
    say "Using the build of DynamicRepeat $version in $work"
    return
  fi
  say "Building DynamicRepeat $version (this takes half a minute)"
  rm -f -- "$work/sum"
  write_sources "$work/sources" "$architecture"
  step make -C "$work/sources" CC="$compiler"
  printf '%s\n' "$sum" >"$work/sum"
}

# Prints the architecture of the C compiler's target; stops if the library does not support it.
compiler_architecture() {
  local triple
  triple=$("$compiler" -dumpmachine)
  [[ -n ${embedded_target[${triple%%-*}]:-} ]] ||
    stop 69 "$compiler compiles for $triple; the library supports Linux on x86_64 and aarch64."
  printf '%s\n' "${triple%%-*}"
}
