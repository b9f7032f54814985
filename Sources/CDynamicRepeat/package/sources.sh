# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Writes a folder of sources that any C compiler builds without Swift. C stays C; Swift becomes
# assembly. The script `install` includes this file, and sets `here`, `work`, `clang`, `swiftc`,
# `version` and `sources`.

# The description of each library in its pkg-config file.
readonly about='Repeats whose rate keeps changing: flashes, pulses and cycles, without jumps or drift'
readonly about_loop='A frame loop: when each frame is due, and when its picture will be seen'

# Stops unless the folder `sources` can be written.
check_sources() {
  [[ $sources == /* ]] || sources=$PWD/$sources
  check_folder "$sources" "Name a folder that you may write to."
  [[ ! -d $sources || -z $(ls -A -- "$sources") || -e $sources/made-from.sha256 ]] ||
    stop 64 "$sources holds other files: --sources takes a folder that is new, empty, or from an earlier --sources."
}

# Writes the folder `sources`. If the preparation fails, an existing folder stays as it is.
give_sources() {
  say "Writing the C sources of DynamicRepeat $version (this takes a minute)"
  write_sources "$work/given" "${!embedded_target[@]}"
  copy_tests "$work/given/tests"
  rm -rf -- "$sources"
  mkdir -p -- "$(dirname -- "$sources")"
  cp -r -- "$work/given" "$sources" || stop 73 "$sources cannot be written."
  rm -rf -- "$work/given"
}

# Copies each library's tests that need nothing but the library.
copy_tests() { # copy_tests FOLDER
  local tests=$here/../../Tests/CAPITests/C
  mkdir -p -- "$1"/dynamicrepeat{,-loop}
  cp -- "$tests"/{main,repeats,commands,events,values,locks,curves,banks}.c "$tests/check.h" \
    "$1/dynamicrepeat"
  cp -- "$tests/loops.c" "$1/dynamicrepeat-loop"
}

# Turns C or LLVM IR into assembly for Linux that any assembler accepts, with the library's own names.
assemble() { # assemble ARCHITECTURE SOURCE ASSEMBLY ARGUMENT...
  local architecture=$1 source=$2 assembly=$3
  shift 3
  # Use atomic instructions, because libgcc's functions, which would replace them, call glibc.
  [[ $architecture != aarch64 ]] || set -- "$@" -mno-outline-atomics
  step "$clang" --target="$architecture-linux-gnu" -ffreestanding -fPIC -fvisibility=hidden \
    -ffunction-sections -fdata-sections -fno-stack-protector -fno-addrsig -fno-verbose-asm \
    -fno-ident "$@" -S -o "$work/raw.s" "$source"
  awk -f "$here/package/assembly.awk" "$work/raw.s" |
    LC_ALL=C sed -E -f "$here/package/names.sed" >"$assembly"
}

# Writes the assembly of a module, including the function bodies that it uses from other modules.
assemble_bodies() { # assemble_bodies ARCHITECTURE MODULE ARRAY-OF-FOLDERS ASSEMBLY
  compile_swift "$1" "$2" "$3" -emit-ir -o "$work/swift.ll"
  # Keep the tables for backtraces, and omit frame pointers.
  sed -E '/^attributes #/ {
    s/ uwtable(\([a-z]*\))?( |$)/ /
    s/ "frame-pointer"="[a-z-]*"//
    s/\{/{ uwtable(sync)/
  }' \
    "$work/swift.ll" >"$work/tables.ll"
  # Swift's compiler has already optimised this code.
  assemble "$1" "$work/tables.ll" "$4" -Os -Wno-override-module -Xclang -disable-llvm-passes
}

# Writes the assembly for one architecture, unless it is up to date.
write_assembly() { # write_assembly ARCHITECTURE FOLDER
  local loop sum
  sum=$(sum_of_sources)
  [[ ! -r $2/sum || $(<"$2/sum") != "$sum" ]] || return 0
  rm -rf -- "$2"
  mkdir -p -- "$work/modules-$1" "$2"
  compile_module "$1" DynamicRepeat repeat_sources
  compile_module "$1" RepeatBanks bank_sources
  compile_module "$1" FramePacing pacing_sources
  assemble_bodies "$1" DynamicRepeatC c_library_sources "$2/swift.s"
  assemble_bodies "$1" FrameLoopC c_loop_sources "$2/loop.s"
  for loop in ${vector_sources[$1]}; do
    assemble "$1" "$here/../CRepeatKernels/$loop.c" "$2/kernels-$loop.s" -std=gnu11 -O3 \
      -I "$here/../CRepeatKernels/include"
  done
  printf '%s\n' "$sum" >"$2/sum"
}

# Writes the folder that builds without Swift: C files, and assembly made from the Swift files.
write_sources() { # write_sources FOLDER ARCHITECTURE...
  local folder=$1 architecture file
  shift
  rm -rf -- "$folder"
  printf 'module CRepeatKernels { header "%s" export * }\n' \
    "$(readlink -f -- "$here/../CRepeatKernels/include/CRepeatKernels.h")" >"$work/kernels.modulemap"
  mkdir -p -- "$folder"/{include/dynamic_repeat,assembly,install} \
    "$folder"/c/{CRepeatKernels,CTimerSlack}/include
  cp -- "$here"/dynamic_repeat.{h,hpp,glsl} "$here"/../CFrameLoop/include/dynamic_repeat_*.h \
    "$folder/include"
  cp -- "$here"/dynamic_repeat/*.h "$folder/include/dynamic_repeat"
  write_tables >"$folder/c/curve_tables.c"
  cp -- "$here"/../CTimerSlack/clock.c "$folder/c/CTimerSlack"
  cp -- "$here"/../CTimerSlack/include/CTimerSlack.h "$folder/c/CTimerSlack/include"
  cp -- "$here"/../CRepeatKernels/{changes.c,choice.c,memory.c,sets.h} "$folder/c/CRepeatKernels"
  cp -- "$here"/../CRepeatKernels/include/*.h "$folder/c/CRepeatKernels/include"
  cp -- "$here"/package/*.in "$here/package/sources/deb.sh" "$folder/install"
  for file in Makefile CMakeLists.txt meson.build; do
    sed -e "s|@project_version@|$version|" -e "s|@about_loop@|$about_loop|" -e "s|@about@|$about|" \
      "$here/package/sources/$file" >"$folder/$file"
  done
  cp -- "$here/package/exports.map" "$folder"
  cp -r -- "$here/languages" "$folder"
  cp -- "$here/../LICENSE" "$folder"
  for architecture in "$@"; do
    write_assembly "$architecture" "$work/assembly-$architecture"
    mkdir -- "$folder/assembly/$architecture"
    cp -- "$work/assembly-$architecture"/*.s "$folder/assembly/$architecture"
  done
  write_names "$folder" >"$folder/names.h"
  write_origin "$folder"
}

# Writes the tables of the named curves as C, because few compilers have #embed.
write_tables() {
  printf '/* SPDX-License-Identifier: Apache-2.0 */\n/* Made from Sources/CCurveTables. */\n'
  printf '#include <stdint.h>\n\n__attribute__((visibility("hidden"))) extern const uint64_t repeat_curve_tables[];\n'
  printf '_Alignas(64) const uint64_t repeat_curve_tables[] = {\n'
  od -An -v -tx8 -w32 "$here/../CCurveTables/curve_tables.bin" | sed 's/ \([0-9a-f]*\)/0x\1,/g'
  printf '};\n'
}

# Writes macros that give the C parts' own names the prefix that they have in the assembly.
write_names() { # write_names FOLDER
  printf '/* SPDX-License-Identifier: Apache-2.0 */\n'
  printf '/* Included before everything else: the own names of the C parts begin with dr__. */\n'
  grep -rohE '\b(repeat|rk)_[a-z0-9_]+\b' "$1/c" | LC_ALL=C sort -u | sed 's/.*/#define & dr__&/'
}

# Writes the folder's README, and the checksums of its sources. In the package's Sources, `sha256sum -c`
# lists the sources that have changed since.
write_origin() { # write_origin FOLDER
  local text
  (cd -- "$here/.." && source_files | xargs -0 sha256sum) >"$1/made-from.sha256"
  text=$(<"$here/package/sources/README.in")
  text=${text//@version@/"$version"}
  # The first C program of this folder's README.
  text=${text//@program@/"$(sed -n '/^```c$/,/^```$/ { /^```$/q; /^```/!{ s/^./  &/; p } }' "$here/README.md")"}
  text=${text//@compiler@/"$("$swiftc" --version 2>/dev/null | sed -n 1p)"}
  text=${text//@sum@/"$(sha256sum "$1/made-from.sha256" | cut -d' ' -f1)"}
  printf '%s\n' "$text" >"$1/README"
}
