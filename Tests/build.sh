# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The common part of Tests/run and Tests/check-docs: the packages and the build of the tests. It is
# sourced, not run.

# shellcheck source=Demo/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../Demo/setup.sh"

# The tests use SDL 2. Some of them also use SDL 3; see build_with_sdl3.
unset DYNAMIC_REPEAT_SDL

# All packages that the tests, the build of the web page and the scripts of tests need. They are
# installed before the first test, and no test installs anything.
readonly test_packages=(libsdl2-dev xvfb xdotool imagemagick x11-utils python3 g++ cmake
  pkg-config chromium make python3-pip python3-cffi python3-pygame luajit love wasi-libc binaryen
  libgl1-mesa-dri)
# Packages that only the tests of --all need.
readonly more_test_packages=(valgrind meson ninja-build abigail-tools ffmpeg lintian musl-tools
  gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user weston sway)
# Packages that Tests/debian-13 unpacks without installing: SDL 3, the libraries that SDL 3 loads by
# name, and SDL 3's headers.
readonly debian_13_packages=(libsdl3-0 libsdl2-compat-shim libx11-6 libxcursor1 libxext6 libxfixes3
  libxi6 libxrandr2 libxss1 libwayland-client0 libwayland-egl1 libwayland-cursor0 libdecor-0-0
  libxkbcommon0 libgl1 libglx-mesa0 libegl1 libegl-mesa0 libgles2 libgl1-mesa-dri)
readonly debian_13_headers=(libsdl3-dev)

# Installs the tests' packages. From then on, the scripts that tests start may not install any.
require_test_packages() {
  local packages=("${test_packages[@]}")
  [[ -z ${DYNAMIC_REPEAT_ALL_TESTS:-} ]] || packages+=("${more_test_packages[@]}")
  require_packages "${packages[@]}"
  export PACKAGES_ARE_LISTED_IN=Tests/build.sh
  [[ -z ${DYNAMIC_REPEAT_ALL_TESTS:-} ]] || find_sdl3
}

# Sets DYNAMIC_REPEAT_SDL3 to the folder of Debian 13's libraries. Without it, the tests of SDL 3 are
# skipped: Debian 12 has no package of SDL 3, and Debian 13's server may be unreachable.
find_sdl3() {
  DYNAMIC_REPEAT_SDL3=$("$root/Tests/debian-13") && export DYNAMIC_REPEAT_SDL3 ||
    unset DYNAMIC_REPEAT_SDL3
}

# Builds the package with its tests once, optimized: a test then takes at most a seventh of its time in a
# debug build, and a simulation of months takes seconds. As in a debug build, assertions are checked and
# preconditions print their message. Without debug information the build takes a sixth less time. Sets
# `programs` to the folder of the programs, and `bundle` to the program that runs tests.
build_tests() {
  local text title="Building the package and its tests"
  choose_scratch
  # Demo/run builds without @testable. In the same folder, each build would undo the other.
  scratch+=/tests
  mkdir -p -- "$scratch/temporary"
  say "$title (the first time takes some minutes)"
  if ! text=$(build_with_tests --build-tests --package-path "$root" 2>&1); then
    if [[ $text == *"database is locked"* ]]; then
      stop 75 "Another build is running in $scratch: run this again when it has ended."
    fi
    stop 70 "$text" "The build failed; its output is above."
  fi
  programs=$(build_with_tests --package-path "$root" --show-bin-path 2>/dev/null) ||
    stop 70 "swift build --show-bin-path failed in $scratch"
  # shellcheck disable=SC2034 # for Tests/run
  bundle=$programs/DynamicRepeatPackageTests.xctest
  rm -rf -- "$scratch/temporary/TemporaryDirectory."*
}

# Builds the demo and the loop's probe with SDL 3, if find_sdl3 has found it. Sets
# DYNAMIC_REPEAT_SDL3_PROGRAMS to the folder of the two programs.
build_with_sdl3() {
  local text product sdl3=${DYNAMIC_REPEAT_SDL3:-}
  [[ -n $sdl3 ]] || return 0
  for product in flashing-square loop-probe; do
    text=$(DYNAMIC_REPEAT_SDL=3 "$swift" build "${swiftpm[@]:4}" --package-path "$root" \
      --scratch-path "$scratch/sdl3" -c release -debug-info-format none --product "$product" \
      -Xcc "-I$sdl3/usr/include" -Xlinker "-L$sdl3/usr/lib/x86_64-linux-gnu" \
      -Xlinker --allow-shlib-undefined 2>&1 </dev/null) ||
      stop 70 "$text" "The build with SDL 3 failed; its output is above."
  done
  export DYNAMIC_REPEAT_SDL3_PROGRAMS=$scratch/sdl3/release
}

# Runs `swift build` in the tests' folder with the tests' options.
#
# This package and Demo/SwiftGame are built in this folder; if SwiftPM cached build plans, it would use
# one package's plan for the other. The compiler keeps expanded macros in TMPDIR/swift-generated-sources.
# If that folder belongs to another user, the compiler writes files with random names into the working
# folder instead.
build_with_tests() { # build_with_tests ARGUMENT...
  with_build_lock env TMPDIR="$scratch/temporary" "$swift" build "${swiftpm[@]:4}" --scratch-path "$scratch" \
    --disable-build-manifest-caching -c release -debug-info-format none -Xswiftc -enable-testing -Xswiftc -DDEBUG \
    -Xswiftc -assert-config -Xswiftc Debug "$@" </dev/null
}
