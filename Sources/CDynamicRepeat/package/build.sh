# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# How Swift sources become a C library: Embedded Swift, which has no runtime to link. Sourced by
# install, which sets `here` and `build`.

# The folders whose sources it is made of, each a module and its parts: the pure modules, without
# the class face and what reads JSON.
# shellcheck disable=SC2034 # all but the last are handed on by name
{
  timing_sources=(RepeatTiming)
  repeat_sources=(DynamicRepeat/Boundaries DynamicRepeat/Bytes
    DynamicRepeat/Controller DynamicRepeat/Commands)
  bank_sources=(RepeatBanks)
  pacing_sources=(FramePacing)
  c_library_sources=(DynamicRepeatC)
}
memory_sources=CRepeatMemory
kernel_sources=(baseline changes choice field v3 v4)

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
  for tool in ld objcopy ar strip; do
    command -v "$tool" >/dev/null || missing+=(binutils)
  done
  [[ -z $deb ]] || command -v dpkg-deb >/dev/null || missing+=(dpkg)
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
  # The build would overwrite what it finds. Emptiness is checked first: another build may start here.
  [[ -z $(ls -A -- "$work") || -e $work/dynamic-repeat-build ]] ||
    stop 64 "$work holds something else: --build takes a new folder, an empty one, or its own."
  exec {lock}>>"$work/dynamic-repeat-build"
  flock "$lock"
}

# A sum of all that the libraries are made of and with.
sum_of_sources() {
  local tool
  {
    for tool in "$swiftc" "$clang" "$compiler"; do "$tool" --version; done
    find "$here/"{.,../CMath,../CRepeatKernels,../CRepeatMemory,../DynamicRepeat,../DynamicRepeatC} \
      "$here/../"{RepeatBanks,RepeatTiming,FramePacing,CTimerSlack} -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
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
compile_swift() { # compile_swift MODULE ARRAY-OF-FOLDERS ARGUMENT...
  local module=$1 folder sources=() found=()
  local -n folders=$2
  shift 2
  for folder in "${folders[@]}"; do
    mapfile -d '' -t found < <(find "$here/../$folder" -name '*.swift' -print0 | LC_ALL=C sort -z)
    sources+=("${found[@]}")
  done
  step "$swiftc" -Osize -wmo -parse-as-library -swift-version 6 \
    -enable-experimental-feature Embedded -package-name DynamicRepeat \
    -Xfrontend -disable-stack-protector -Xfrontend -function-sections \
    -module-cache-path "$work/modules" -I "$work" -I "$here" -I "$here/../CMath" \
    -I "$here/../CRepeatMemory/include" -I "$here/../CRepeatKernels/include" \
    -I "$here/../CTimerSlack/include" -Xcc -fmodule-map-file="$work/kernels.modulemap" -module-name "$module" "$@" "${sources[@]}"
}

# Compiles a C source and adds it to `objects`.
compile_c() { # compile_c COMPILER OPTIMISATION SOURCE
  local object=$work/${3//\//-}.o
  step "$1" -std=gnu11 "$2" -fPIC -ffunction-sections -fdata-sections -fno-stack-protector \
    -fvisibility=hidden -I "$here/../CRepeatKernels/include" -c "$here/../$3.c" -o "$object"
  objects+=("$object")
}

# Makes libdynamicrepeat.a and libdynamicrepeat.so in the work folder, unless they are there.
build_libraries() {
  local sum
  sum=$(sum_of_sources)
  if [[ -r $work/sum && $(<"$work/sum") == "$sum" ]]; then
    say "Taking libdynamicrepeat $version as it was built in $work"
    return
  fi
  say "Building libdynamicrepeat $version (this takes half a minute)"
  rm -f -- "$work/sum"
  compile_libraries
  printf '%s\n' "$sum" >"$work/sum"
}

compile_libraries() {
  printf 'module CRepeatKernels { header "%s" export * }\n' \
    "$(readlink -f -- "$here/../CRepeatKernels/include/CRepeatKernels.h")" >"$work/kernels.modulemap"
  compile_swift RepeatTiming timing_sources \
    -emit-module -emit-module-path "$work/RepeatTiming.swiftmodule"
  compile_swift DynamicRepeat repeat_sources \
    -emit-module -emit-module-path "$work/DynamicRepeat.swiftmodule"
  compile_swift RepeatBanks bank_sources \
    -emit-module -emit-module-path "$work/RepeatBanks.swiftmodule"
  compile_swift FramePacing pacing_sources \
    -emit-module -emit-module-path "$work/FramePacing.swiftmodule"
  # Every body that is used from the other modules is compiled into this one object.
  compile_swift DynamicRepeatC c_library_sources -emit-ir -o "$work/swift.ll"
  # Swift's compiler puts all data in one section; in sections of their own, the linker leaves out
  # what a program does not use: most of all, the bank. It has been optimised already.
  step "$clang" -S -Os -fPIC -ffunction-sections -fdata-sections -Wno-override-module \
    -Xclang -disable-llvm-passes -o "$work/swift.s" "$work/swift.ll"
  step awk -f "$here/package/sections.awk" -v "out=$work/swift-sections.s" "$work/swift.s"
  step "$clang" -c -o "$work/swift.o" "$work/swift-sections.s"
  # What Swift allocates comes from the blocks of the library, not from malloc.
  step objcopy --redefine-sym posix_memalign=repeat_memory_align \
    --redefine-sym free=repeat_memory_free --redefine-sym rk_allocate=repeat_rows_take \
    --redefine-sym rk_free=repeat_rows_give "$work/swift.o"
  local source objects=()
  for source in "$here/../$memory_sources"/*.c; do
    compile_c "$compiler" -Os "$memory_sources/$(basename -- "$source" .c)"
  done
  compile_c "$compiler" -Os CTimerSlack/clock
  compile_c "$clang" -O3 CRepeatKernels/memory
  step ld -r -o "$work/memory.o" "${objects[@]}"
  objects=()
  for source in "${kernel_sources[@]}"; do
    compile_c "$clang" -O3 "CRepeatKernels/$source"
  done
  link_members "${objects[@]}"
  # `ar` adds to an archive that is there.
  rm -f -- "$work/libdynamicrepeat.a"
  step ar rcsD "$work/libdynamicrepeat.a" "$work"/{repeats,extras,times,loops,banks,memory}.o
  step "$compiler" -shared -o "$work/libdynamicrepeat.so" "$work"/{repeats,extras,times,loops,banks,memory}.o \
    -Wl,-soname,"$soname" -Wl,--version-script="$here/package/exports.map" \
    -Wl,-z,defs -Wl,-z,relro -Wl,-z,now -Wl,--gc-sections -lm
  step strip --strip-unneeded "$work/libdynamicrepeat.so"
}

# Links the archive's members, so that a program with single repeats takes no bank, no loop, no time
# spaces, and none of the functions for other clocks and short forms: repeats.o, extras.o, times.o,
# loops.o and banks.o
# from what their functions need of swift.o, beside memory.o. What several need is in each, weak: the
# linker keeps one. Names that are not the header's are hidden and begin with dr_internal_, so that the archive can
# be linked into anything, Swift included.
link_members() { # link_members KERNEL-OBJECT...
  local functions member bank_functions='^dr_(bank_|default_bank_)'
  local extras='^dr_(ticks_|mix_|default_(command|moment)$|repeat_(shift_time|value_or|is_on|.*_at)$)'
  local times='^dr_(time_space_|convert_time$|media_|default_(time_space|media_timing)$)'
  local loops='^dr_(loop_|default_loop)'
  step objcopy --wildcard --weaken-symbol='$*' "$work/swift.o"
  functions=$(nm -g --defined-only "$work/swift.o" | sed -n 's/.* T \(dr_.*\)/\1/p')
  # shellcheck disable=SC2046 # a word for each function
  step ld -r --gc-sections -o "$work/repeats.o" "$work/swift.o" \
    $(grep -vE "$bank_functions|$extras|$times|$loops" <<<"$functions" | sed 's/^/--undefined=/')
  # shellcheck disable=SC2046
  step ld -r --gc-sections -o "$work/extras.o" "$work/swift.o" \
    $(grep -E "$extras" <<<"$functions" | sed 's/^/--undefined=/')
  # shellcheck disable=SC2046
  step ld -r --gc-sections -o "$work/times.o" "$work/swift.o" \
    $(grep -E "$times" <<<"$functions" | sed 's/^/--undefined=/')
  # shellcheck disable=SC2046
  step ld -r --gc-sections -o "$work/loops.o" "$work/swift.o" \
    $(grep -E "$loops" <<<"$functions" | sed 's/^/--undefined=/')
  # shellcheck disable=SC2046
  step ld -r --gc-sections -o "$work/banks.o" "$work/swift.o" "$@" \
    $(grep -E "$bank_functions" <<<"$functions" | sed 's/^/--undefined=/')
  for member in repeats extras times loops banks memory; do nm -g --defined-only "$work/$member.o"; done |
    awk '$3 !~ /^dr_/ && !seen[$3]++ { print $3, "dr_internal_" $3 }' >"$work/names"
  for member in repeats extras times loops banks memory; do
    step objcopy --redefine-syms="$work/names" "$work/$member.o"
    step objcopy --wildcard --keep-global-symbol='dr_*' --strip-unneeded "$work/$member.o"
  done
}
