# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Installs files and removes them. Sourced by install, which sets `work`, `compiler`,
# `prefix`, `destdir` and `libdir`.

manifest=share/dynamicrepeat/manifest

# ---- Checks before the build

# Stops unless every folder of the installation can be written to or created.
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

# ---- Files and their list: paths below the prefix; a created folder ends with /

# Creates the prefix and the missing folders above it. In the list of files, a created prefix is ./ and
# the created folders above it are ../, ../../ and so on.
make_prefix() { # make_prefix FOLDER NOTE
  [[ ! -d $1 ]] || return 0
  make_prefix "$(dirname -- "$1")" "../${2#./}"
  mkdir -- "$1" || stop 73 "The folder $1 cannot be made."
  installed+=("$2")
}

# Creates a folder below the prefix and the missing folders above it, and lists the created folders.
make_folder() { # make_folder PATH
  [[ -n $1 && $1 != . ]] || return 0
  [[ ! -d $target/$1 ]] || return 0
  make_folder "$(dirname -- "$1")"
  mkdir -- "$target/$1" || stop 73 "The folder $target/$1 cannot be made."
  installed+=("$1/")
}

put() { # put SOURCE PATH
  make_folder "$(dirname -- "$2")"
  # Copies links as links and keeps modes. An existing file is replaced, not overwritten, because a running
  # program may have loaded it.
  cp -P --remove-destination --preserve=mode -- "$1" "$target/$2" ||
    stop 73 "$target/$2 cannot be written."
  installed+=("$2")
}

# Installs the files that the Makefile of the sources installs, and writes a list of them.
install_files() {
  local file files=() folders=(DESTDIR="$work/staged" PREFIX="$prefix" LIBDIR="$libdir")
  rm -rf -- "$work/staged"
  # In an argument of `make`, a dollar sign begins a variable, so it is doubled.
  step make -C "$work/sources" CC="$compiler" install "${folders[@]//\$/\$\$}"
  mapfile -d '' -t files < <(cd -- "$work/staged$prefix" &&
    find . -mindepth 1 ! -type d -printf '%P\0' | LC_ALL=C sort -z)
  target=$destdir$prefix installed=() kept=()
  [[ ! -e $target/$manifest ]] || remove_files
  # Folders that an earlier install created stay in the list, even if other programs use them now.
  installed=("${kept[@]}")
  make_prefix "$target" ./
  for file in "${files[@]}"; do put "$work/staged$prefix/$file" "$file"; done
  rm -rf -- "$work/staged"
  make_folder "$(dirname -- "$manifest")"
  printf '%s\n' "${installed[@]}" "$manifest" >"$target/$manifest" ||
    stop 73 "$target/$manifest cannot be written."
}

# Prints the exports that compilers and programs need to find the libraries, unless the folders are among the
# default ones or in these variables already.
print_exports() {
  local lib=$prefix/$libdir
  has_line "$lib/pkgconfig" "$(pkg-config --variable pc_path pkg-config 2>/dev/null)" "${PKG_CONFIG_PATH:-}" ||
    say "$(printf 'export PKG_CONFIG_PATH=%q${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}' "$lib/pkgconfig")"
  has_line "$lib" "$(PATH=$PATH:/sbin ldconfig -NXv 2>/dev/null | sed 's|^/lib.*|&\n/usr&|')" "${LD_LIBRARY_PATH:-}" ||
    say "$(printf 'export LD_LIBRARY_PATH=%q${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}' "$lib")"
}

# Whether a folder is in one of the lists, each of whose folders ends with a colon or a line.
has_line() { # has_line FOLDER LIST...
  local folder=$1
  shift
  printf '%s\n' "$@" | tr : "\n" | grep -xF -- "$folder" >/dev/null
}

# Makes the packages of the option whose name is in `kind`, in the folder given to that option. The
# sources' Makefile does the work.
make_packages() {
  local folder=${!kind}
  [[ $folder == /* ]] || folder=$PWD/$folder
  # The checksum in the work folder, which shows whether the libraries are up to date, does not
  # cover these files, so they are always copied anew.
  rm -rf -- "$work/sources/languages"
  cp -r -- "$here/languages" "$work/sources"
  step make -s -C "$work/sources" CC="$compiler" "$kind" OUT="${folder//\$/\$\$}"
  say "Wrote $(paste -sd ' ' -- "$work/log")"
}

# Prints the path of a folder in the list.
noted_folder() { # noted_folder NOTE
  local folder=$target note=$1
  while [[ $note == ../* ]]; do
    folder=$(dirname -- "$folder")
    note=${note#../}
  done
  printf '%s\n' "$folder/${note#./}"
}

# Removes the listed files, then the listed folders in reverse order. A folder that has other files is kept
# and added to `kept`.
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
