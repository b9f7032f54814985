# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# Makes the Debian packages: the libraries, and the files for development. `make deb` calls it:
#   STRIP=... OBJDUMP=... sh -eu deb.sh FOLDER VERSION TRIPLET OUT
# FOLDER/dev holds an installation below /usr; the libraries move to FOLDER/runtime.
folder=$1 version=$2 triplet=$3 out=$4
runtime=libdynamicrepeat${version%.*} dev=libdynamicrepeat-dev
# This file's date is the source archive's, so packages made again from the archive have the same bytes.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(stat -c %Y "$0")}
export SOURCE_DATE_EPOCH
case $triplet in
  x86_64-*) architecture=amd64 ;;
  aarch64-*) architecture=arm64 ;;
esac
umask 022

# Writes a package of FOLDER/TREE. Its other fields and its description come from standard input.
write_package() { # write_package TREE NAME SECTION
  tree=$folder/$1 name=$2 section=$3
  mkdir -p "$tree/DEBIAN" "$tree/usr/share/doc/$name"
  cat >"$tree/usr/share/doc/$name/copyright" <<TEXT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: DynamicRepeat
Comment: The libraries contain the parts of Swift's standard library that they use, compiled from
 the sources at https://github.com/swiftlang/swift. They link no other runtime than the C library.

Files: *
Copyright: 2026 DynamicRepeat maintainers
License: Apache-2.0

Files: usr/lib/*
Copyright: 2026 DynamicRepeat maintainers
           2014-2026 Apple Inc. and the Swift project authors
License: Apache-2.0 and Apache-2.0 with Swift exception

License: Apache-2.0
 SPDX-License-Identifier: Apache-2.0
 .
 On Debian systems, the full text of the Apache License, Version 2.0, can be found in the file
 /usr/share/common-licenses/Apache-2.0.

License: Apache-2.0 with Swift exception
 SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 .
 The Apache License, Version 2.0, as above, with the Runtime Library Exception:
 As an exception, if you use this Software to compile your source code and
 portions of this Software are embedded into the binary product as a result,
 you may redistribute such product without providing attribution as would
 otherwise be required by Sections 4(a), 4(b) and 4(d) of the License.
TEXT
  gzip -9n >"$tree/usr/share/doc/$name/changelog.gz" <<TEXT
dynamicrepeat ($version) unstable; urgency=medium

  * Built from the source archive with make deb.

 -- DynamicRepeat maintainers <maintainers@users.noreply.dynamicrepeat.example>  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
TEXT
  (cd "$tree" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$tree/DEBIAN/md5sums"
  fields=$(cat)
  cat >"$tree/DEBIAN/control" <<TEXT
Package: $name
Source: dynamicrepeat
Version: $version
Architecture: $architecture
Multi-Arch: same
Section: $section
Priority: optional
Maintainer: DynamicRepeat maintainers <maintainers@users.noreply.dynamicrepeat.example>
Installed-Size: $(find "$tree/usr" -type f -printf '%s\n' | awk '{ kib += int(($1 + 1023) / 1024) } END { print kib }')
$fields
TEXT
  # dpkg-deb only lowers the dates of newer files, so all files get the same date here.
  find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  file=$out/${name}_${version}_$architecture.deb
  dpkg-deb --root-owner-group --build "$tree" "$file" >/dev/null
  printf '%s\n' "$file"
}

libraries=usr/lib/$triplet
mkdir -p "$folder/runtime/$libraries" "$folder/runtime/DEBIAN" "$folder/runtime/usr/share/lintian/overrides"
mv "$folder/dev/$libraries"/lib*.so.* "$folder/runtime/$libraries"
"$STRIP" -R .comment -R .note "$folder/runtime/$libraries"/lib*.so."$version"
"$STRIP" --strip-debug -R .comment "$folder/dev/$libraries"/lib*.a
# Debian installs the license's text itself; the copyright file names it.
rm -rf "$folder/dev/usr/share/doc"
gzip -9n "$folder/dev/usr/share/man/man3/dynamic_repeat.3"

printf '%s %s %s (>= %s)\n' libdynamicrepeat "${version%.*}" "$runtime" "$version" \
  libdynamicrepeat-loop "${version%.*}" "$runtime" "$version" >"$folder/runtime/DEBIAN/shlibs"
printf 'activate-noawait ldconfig\n' >"$folder/runtime/DEBIAN/triggers"
printf '%s\n' "# The two libraries change their versions together." \
  "$runtime: package-name-doesnt-match-sonames *" >"$folder/runtime/usr/share/lintian/overrides/$runtime"
libc=$("$OBJDUMP" -T "$folder/runtime/$libraries"/lib*.so."$version" |
  sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -n 1)
about=" DynamicRepeat makes things flash, pulse and cycle exactly, at a rate that may
 change at any time: each cycle restarts with a new duration, or the phase is
 kept so that nothing jumps.
 .
 A separate library, libdynamicrepeat-loop, is a frame loop that games may use
 alone. It computes when each frame is due, and when its picture will be seen.
 ."
write_package runtime "$runtime" libs <<TEXT
Depends: libc6 (>= $libc)
Description: repeats whose rate keeps changing, for games (libraries)
$about
 This package holds the shared libraries, which need the C library alone.
TEXT
write_package dev "$dev" libdevel <<TEXT
Depends: $runtime (= $version), libc6-dev
Description: repeats whose rate keeps changing, for games in C and C++
$about
 This package holds the headers, the static libraries, and files for pkg-config
 and CMake.
TEXT
