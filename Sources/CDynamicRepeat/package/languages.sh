# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The library for Python and for LuaJIT, made from its headers. Sourced by install, which sets
# `here`, `work`, `version`, `wheel` and `lua`.

# Stops unless files can be written to the folder of --wheel or --lua.
check_language_folder() {
  check_folder "$wheel$lua" "Name a folder that you may write to."
}

# Makes the wheel or the Lua module, and sets `made` to the file.
make_language() {
  local folder=$wheel$lua empty=$work/no-system-headers
  mkdir -p -- "$folder" || stop 73 "The folder $folder cannot be made."
  # With comments and macros; of the system's headers, nothing is needed but the types' names.
  mkdir -p -- "$empty"
  : >"$empty/stddef.h"
  : >"$empty/stdint.h"
  step "$compiler" -E -P -C -dD -nostdinc -isystem "$empty" "$here/dynamic_repeat.h" \
    -o "$work/declarations.h"
  step python3 -B "$here/languages/make.py" "$1" "$work/declarations.h" \
    "$work/sources/build/libdynamicrepeat.so" "$2" "$folder"
  made=$(tail -n 1 -- "$work/log")
}

make_wheel() {
  local made
  make_language wheel "$version"
  say "Wrote $made; install it with: python3 -m pip install $made"
}

make_lua() {
  local made soname=libdynamicrepeat.so.${version%.*}
  make_language lua "$soname"
  say "Wrote $made and $soname beside it; put both in the folder of your game"
}
