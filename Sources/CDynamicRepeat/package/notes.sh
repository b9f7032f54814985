# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The texts of a release: its notes and its bill of materials. Sourced by release, which sets `here`,
# `root`, `files`, `version` and `name`.

# Prints the release notes: a table of the files, and the version's part of Versions.md.
write_notes() {
  local versions=$here/../DynamicRepeat/Versions.md minor=${version%.*} previous
  # The table of changed names has the two versions as its heading.
  previous=$(sed -n "s/^| \([0-9.]*\) | $minor |\$/\1/p" "$versions")
  cat <<TEXT
# DynamicRepeat $version

| you have | take |
|---|---|
| a C or C++ game on Debian or Ubuntu | \`sudo apt install ./libdynamicrepeat${minor}_*.deb ./libdynamicrepeat-dev_*.deb\` |
| any Linux on x86-64 or aarch64, with a C compiler | \`$name.tar.gz\`: make, CMake or Meson; see its README |
| Python 3.9 or later | \`python3 -m venv venv && venv/bin/pip install dynamic_repeat-*.whl\`, the one for your system |
| LuaJIT or LÖVE | \`$name-lua-*.tar.gz\`: put its files in your game's folder, or in a folder below it |
| Swift 6.3 or later | the package at this commit |
| a browser | \`page/index.html\` |

Only the package needs Swift. \`sha256sum -c SHA256SUMS\` checks the files.

## Changes${previous:+ since $previous}
TEXT
  # Release pages show each line break, so a paragraph becomes one line.
  awk -v minor="$minor" '
    function show() {
      if (text == "") return
      print (is_after_blank ? "\n" : "") text
      text = ""
      is_after_blank = 0
    }
    /^## / { is_own = $2 == minor || $2 == minor ","; next }
    !is_own || /^\| \*\*/ { next }
    /^$/ { show(); is_after_blank = 1; next }
    /^[-|]/ { show() }
    { sub(/^ +/, ""); text = text (text == "" ? "" : " ") $0 }
    END { show() }' "$versions"
}

# Prints the bill of materials. In addition to the package's sources, the libraries contain parts of
# Swift's standard library, and the page contains parts of wasi-libc's libm.
write_bill() {
  python3 -B "$here/package/bill.py" "$files" "$name" "$version" "$SOURCE_DATE_EPOCH" \
    "$("$swift" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')" \
    "$(dpkg-query -W -f '${Version}' wasi-libc 2>/dev/null || echo NOASSERTION)"
}
