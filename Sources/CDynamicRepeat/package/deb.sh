# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The same install as a Debian package. Sourced by install, which sets `here`, `work` and `deb`.

readonly deb_name=libdynamicrepeat-dev

# Stops unless the package can be written to `deb`.
check_deb() {
  [[ ! -d $deb ]] || stop 73 "$deb is a folder: name a file, such as $deb/$deb_name.deb"
  [[ -d $(dirname -- "$deb") ]] || stop 73 "$deb cannot be written: its folder is not there."
  check_folder "$(dirname -- "$deb")" "Name a file in a folder that you may write to."
}

# Writes the package to `deb`.
write_deb() {
  local tree=$work/tree architecture triplet
  rm -rf -- "$tree"
  architecture=$(dpkg --print-architecture)
  triplet=$("$compiler" -dumpmachine)
  prefix=/usr destdir=$tree libdir=lib/$triplet
  umask 022
  install_files
  # Here dpkg keeps the list.
  rm -r -- "$tree/usr/share/dynamicrepeat"
  # Debian has the license's text, and the copyright file names it.
  rm -rf -- "$tree/usr/share/doc/dynamicrepeat"
  gzip -9n -- "$tree/usr/share/man/man3/dynamic_repeat.3"
  strip --strip-debug -R .comment -- "$tree/usr/$libdir"/lib*.a
  strip -R .comment -R .note -- "$tree/usr/$libdir"/lib*.so."$version"
  write_deb_documents "$tree/usr/share/doc/$deb_name"
  write_deb_control "$tree" "$architecture"
  find "$tree" -type d -exec chmod 755 {} +
  step dpkg-deb --root-owner-group --build "$tree" "$work/package.deb"
  cp -- "$work/package.deb" "$deb" || stop 73 "$deb cannot be written."
}

write_deb_documents() { # write_deb_documents FOLDER
  mkdir -p -- "$1"
  cat >"$1/copyright" <<'TEXT'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: DynamicRepeat

Files: *
Copyright: 2026 DynamicRepeat maintainers
License: Apache-2.0
 SPDX-License-Identifier: Apache-2.0
 .
 On Debian systems, the full text of the Apache License, Version 2.0, can be found in the file
 /usr/share/common-licenses/Apache-2.0.
TEXT
  gzip -9n >"$1/changelog.gz" <<TEXT
dynamicrepeat ($version) unstable; urgency=medium

  * Built from its sources by Sources/CDynamicRepeat/install --deb.

 -- DynamicRepeat maintainers <maintainers@users.noreply.dynamicrepeat.example>  $(date -R -d "@${SOURCE_DATE_EPOCH:-0}")
TEXT
}

write_deb_control() { # write_deb_control TREE ARCHITECTURE
  mkdir -p -- "$1/DEBIAN"
  local libc
  libc=$(newest_libc_symbol "$1/usr/$libdir"/lib*.so."$version")
  cat >"$1/DEBIAN/control" <<TEXT
Package: $deb_name
Source: dynamicrepeat
Version: $version
Architecture: $2
Section: libdevel
Priority: optional
Maintainer: DynamicRepeat maintainers <maintainers@users.noreply.dynamicrepeat.example>
Installed-Size: $(du -sk --exclude=DEBIAN -- "$1" | cut -f1)
Depends: libc6 (>= $libc)
Description: repeats whose rate keeps changing, for games in C and C++
 DynamicRepeat makes things flash, pulse and cycle at a rate that may change
 at any time, exactly: restarting each cycle with a new duration, or keeping
 the phase so that nothing jumps.
 .
 A library of its own, libdynamicrepeat-loop, is a frame loop that games may use
 without the other one: when each frame is due, and when it will be seen.
 .
 This package holds the headers, the static and the shared libraries, which need
 the C library alone, and files for pkg-config and CMake.
TEXT
  printf '%s %s %s (>= %s)\n' libdynamicrepeat "${version%.*}" "$deb_name" "$version" \
    libdynamicrepeat-loop "${version%.*}" "$deb_name" "$version" >"$1/DEBIAN/shlibs"
  printf 'activate-noawait ldconfig\n' >"$1/DEBIAN/triggers"
  (cd -- "$1" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) \
    >"$1/DEBIAN/md5sums"
}

# The version of the C library without which the shared libraries do not load.
newest_libc_symbol() { # newest_libc_symbol LIBRARY...
  objdump -T "$@" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -n 1
}
