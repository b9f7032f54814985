# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What is installed, where, and how it is taken back. Sourced by install, which sets `here`, `work`,
# `version`, `soname`, `prefix`, `destdir` and `libdir`.

manifest=share/dynamicrepeat/manifest

# ---- Whether it can be

# Stops unless every folder that files go to can be written to, or made.
check_folders() {
  local folder
  for folder in include/dynamic_repeat "$libdir/pkgconfig" "$libdir/cmake/DynamicRepeat" \
    share/man/man3 "$(dirname -- "$manifest")"; do
    check_folder "$destdir$prefix/$folder" "Name a prefix that you may write to, such as" \
      "  --prefix \"\$HOME/.local\""
  done
}

check_folder() { # check_folder FOLDER WHAT-WOULD-BE-RIGHT...
  local folder=$1 existing=$1
  shift
  while [[ ! -e $existing && ! -L $existing ]]; do existing=$(dirname -- "$existing"); done
  [[ -d $existing ]] || stop 73 "$folder cannot be made: $existing is not a folder." "$@"
  [[ -w $existing && -x $existing ]] ||
    stop 73 "$folder cannot be made: $(id -un) may not write to $existing." "$@"
}

# ---- Files and their list: paths below the prefix, folders that were made here with a / behind

# Makes the prefix, and notes it as ./ where it was not there, and the folders above it as ../
make_prefix() { # make_prefix FOLDER NOTE
  [[ ! -d $1 ]] || return 0
  make_prefix "$(dirname -- "$1")" "../${2#./}"
  mkdir -- "$1" || stop 73 "The folder $1 cannot be made."
  installed+=("$2")
}

# Makes a folder below the prefix, and notes those that were not there.
make_folder() { # make_folder PATH
  [[ -n $1 && $1 != . ]] || return 0
  [[ ! -d $target/$1 ]] || return 0
  make_folder "$(dirname -- "$1")"
  mkdir -- "$target/$1" || stop 73 "The folder $target/$1 cannot be made."
  installed+=("$1/")
}

put() { # put MODE SOURCE PATH
  make_folder "$(dirname -- "$3")"
  install -m "$1" -- "$2" "$target/$3" || stop 73 "$target/$3 cannot be written."
  installed+=("$3")
}

put_link() { # put_link DESTINATION PATH
  ln -sfn -- "$1" "$target/$2" || stop 73 "$target/$2 cannot be written."
  installed+=("$2")
}

# Fills in a template of the folder package.
put_filled() { # put_filled TEMPLATE PATH
  local text
  text=$(<"$here/package/$1")
  text=${text//@prefix@/"$prefix"}
  text=${text//@libdir@/"$prefix/$libdir"}
  text=${text//@version@/"$version"}
  text=${text//@minor_version@/"${version%.*}"}
  text=${text//@soname@/"$soname"}
  printf '%s\n' "$text" >"$work/filled"
  put 644 "$work/filled" "$2"
}

install_files() {
  local header
  target=$destdir$prefix installed=() kept=()
  [[ ! -e $target/$manifest ]] || remove_files
  # Folders of an earlier install that others use too are still its own.
  installed=("${kept[@]}")
  make_prefix "$target" ./
  for header in dynamic_repeat.{h,hpp} dynamic_repeat/{base,curves,repeats,values,banks,times,loop}.h \
    dynamic_repeat/loop.hpp dynamic_repeat_sdl.h; do
    put 644 "$here/$header" "include/$header"
  done
  put 644 "$work/libdynamicrepeat.a" "$libdir/libdynamicrepeat.a"
  put 644 "$work/libdynamicrepeat.so" "$libdir/libdynamicrepeat.so.$version"
  put_link "libdynamicrepeat.so.$version" "$libdir/$soname"
  put_link "$soname" "$libdir/libdynamicrepeat.so"
  put_filled dynamicrepeat.pc.in "$libdir/pkgconfig/dynamicrepeat.pc"
  put_filled DynamicRepeatConfig.cmake.in \
    "$libdir/cmake/DynamicRepeat/DynamicRepeatConfig.cmake"
  put_filled DynamicRepeatConfigVersion.cmake.in \
    "$libdir/cmake/DynamicRepeat/DynamicRepeatConfigVersion.cmake"
  put_filled dynamic_repeat.3.in share/man/man3/dynamic_repeat.3
  make_folder "$(dirname -- "$manifest")"
  printf '%s\n' "${installed[@]}" "$manifest" >"$target/$manifest" ||
    stop 73 "$target/$manifest cannot be written."
}

# The folder that a note means.
noted_folder() { # noted_folder NOTE
  local folder=$target note=$1
  while [[ $note == ../* ]]; do
    folder=$(dirname -- "$folder")
    note=${note#../}
  done
  printf '%s\n' "$folder/${note#./}"
}

# Removes what the list names, the last first; folders only where nothing else has come, else their
# notes go to `kept`.
remove_files() {
  target=$destdir$prefix kept=()
  [[ -r $target/$manifest ]] ||
    stop 64 "Nothing was installed there: $target/$manifest is missing."
  local lines=() index path
  mapfile -t lines <"$target/$manifest"
  for path in "${lines[@]}"; do
    [[ $path != */ ]] || continue
    [[ $path != /* && /$path/ != */../* ]] || stop 64 "$target/$manifest is damaged: $path"
    rm -f -- "$target/$path" || stop 73 "$target/$path cannot be removed."
  done
  for ((index = ${#lines[@]} - 1; index >= 0; index--)); do
    path=${lines[index]}
    [[ $path == */ && $path != /* ]] || continue
    [[ /$path != */../* || $path =~ ^(\.\./)+$ ]] || continue
    rmdir -- "$(noted_folder "$path")" 2>/dev/null || kept=("$path" "${kept[@]}")
  done
}
