# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Installs files and removes them. Sourced by install, which sets `work`, `compiler`,
# `prefix`, `destdir` and `libdir`.

manifest=share/dynamicrepeat/manifest

# ---- Whether it can be

# Stops unless every folder that files go to can be written to, or made.
check_folders() {
  local folder
  for folder in include/dynamic_repeat "$libdir/pkgconfig" "$libdir"/cmake/DynamicRepeat{,Loop} \
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

put() { # put SOURCE PATH
  make_folder "$(dirname -- "$2")"
  # A link, or a file with its mode; what was there is replaced, not written into.
  cp -P --remove-destination --preserve=mode -- "$1" "$target/$2" ||
    stop 73 "$target/$2 cannot be written."
  installed+=("$2")
}

# Installs what the Makefile of the sources does, and keeps a list of it.
install_files() {
  local file files=() folders=(DESTDIR="$work/staged" PREFIX="$prefix" LIBDIR="$libdir")
  rm -rf -- "$work/staged"
  # To make, a dollar sign begins a variable.
  step make -C "$work/sources" CC="$compiler" install "${folders[@]//\$/\$\$}"
  mapfile -d '' -t files < <(cd -- "$work/staged$prefix" &&
    find . -mindepth 1 ! -type d -printf '%P\0' | LC_ALL=C sort -z)
  target=$destdir$prefix installed=() kept=()
  [[ ! -e $target/$manifest ]] || remove_files
  # Folders of an earlier install that others use too are still its own.
  installed=("${kept[@]}")
  make_prefix "$target" ./
  for file in "${files[@]}"; do put "$work/staged$prefix/$file" "$file"; done
  rm -rf -- "$work/staged"
  make_folder "$(dirname -- "$manifest")"
  printf '%s\n' "${installed[@]}" "$manifest" >"$target/$manifest" ||
    stop 73 "$target/$manifest cannot be written."
}

# Writes what `kind` names, with the Makefile of the sources, to the folder of that option.
make_packages() {
  local folder=${!kind}
  [[ $folder == /* ]] || folder=$PWD/$folder
  # The build is kept while no source of the libraries changes, which these are not.
  rm -rf -- "$work/sources/languages"
  cp -r -- "$here/languages" "$work/sources"
  step make -s -C "$work/sources" CC="$compiler" "$kind" OUT="${folder//\$/\$\$}"
  say "Wrote $(paste -sd ' ' -- "$work/log")"
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
