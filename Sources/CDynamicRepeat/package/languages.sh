# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Both libraries for Python and for LuaJIT, made from their headers. Sourced by install, which sets
# `here`, `work`, `version`, `wheel` and `lua`.

# Stops unless files can be written to the folder of --wheel or --lua.
check_language_folder() {
  check_folder "$wheel$lua" "Name a folder that you may write to."
}

# Makes the wheel or the Lua module, and sets `made` to the file.
make_language() { # make_language LANGUAGE
  local folder=$wheel$lua empty=$work/no-system-headers
  mkdir -p -- "$folder" || stop 73 "The folder $folder cannot be made."
  # Of the system's headers, nothing is needed but the types' names; in Python and Lua, alignment is an
  # attribute.
  mkdir -p -- "$empty"
  : >"$empty/stddef.h"
  : >"$empty/stdint.h"
  step "$compiler" -E -P -nostdinc -isystem "$empty" -include "$here/dynamic_repeat.h" \
    "$here/../CFrameLoop/include/dynamic_repeat_loop.h" -o "$work/declarations.h"
  sed -i 's/_Alignas(16)/__attribute__((aligned(16)))/' "$work/declarations.h"
  step python3 -B "$here/languages/make.py" "$1" "$work/declarations.h" "$work/sources/build" \
    "$version" "$folder"
  made=$(tail -n 1 -- "$work/log")
}

make_wheel() {
  local made
  make_language wheel
  say "Wrote $made; install it with: python3 -m pip install $made"
}

make_lua() {
  local made
  make_language lua
  say "Wrote $made, its declarations and the two libraries beside it; put all four in the folder of your game"
}
