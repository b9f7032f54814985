# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What Tests/run and Tests/check-docs share: the packages and the build of the tests. Sourced, never
# run.

# shellcheck source=Demo/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../Demo/setup.sh"

# Every package that a test, the page's build or a script which a test starts needs. This list is the
# only one: it is installed before the first test, and no test installs anything.
readonly test_packages=(libsdl2-dev xvfb xdotool openbox imagemagick x11-utils python3 g++ cmake
  pkg-config chromium make python3-pip python3-cffi python3-pygame luajit love wasi-libc binaryen
  libgl1-mesa-dri)
# What only the tests of --all need.
readonly more_test_packages=(valgrind meson ninja-build abigail-tools ffmpeg lintian musl-tools
  gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user weston sway wmctrl)

# Installs the tests' packages; from then on a script that a test starts may install none.
require_test_packages() {
  local packages=("${test_packages[@]}")
  [[ -z ${DYNAMIC_REPEAT_ALL_TESTS:-} ]] || packages+=("${more_test_packages[@]}")
  require_packages "${packages[@]}"
  export PACKAGES_ARE_LISTED_IN=Tests/build.sh
}

# Builds the package with its tests, once. Optimized, a test takes a seventh of the time or less, and
# months of frames take seconds. Assertions are checked and preconditions say their message, as in a
# debug build. Without debug information the build is a sixth shorter. Sets `programs` to the folder
# of the programs, and `bundle` to the program that runs tests.
build_tests() {
  local text title="Building the package and its tests"
  choose_scratch
  # Demo/run builds without @testable: in one folder each would undo the other's build.
  scratch+=/tests
  mkdir -p -- "$scratch/temporary"
  say "$title (the first time takes some minutes)"
  if ! text=$(build_with_tests --build-tests --package-path "$root" 2>&1); then
    if [[ $text == *"database is locked"* ]]; then
      stop 75 "Another build is running in $scratch: run this again when it has ended."
    fi
    stop 70 "$text" "The build failed; its output is above."
  fi
  programs=$(build_with_tests --package-path "$root" --show-bin-path 2>/dev/null)
  # shellcheck disable=SC2034 # for Tests/run
  bundle=$programs/DynamicRepeatPackageTests.xctest
  rm -rf -- "$scratch/temporary/TemporaryDirectory."*
}

# Runs `swift build` in the tests' folder with the tests' options.
#
# Two packages are built in this folder: with its cache, SwiftPM takes the plan of one for the other's.
# The compiler keeps what macros expand to in TMPDIR/swift-generated-sources. Where that belongs to
# another user, it writes files with senseless names into the working folder instead.
build_with_tests() { # build_with_tests ARGUMENT...
  TMPDIR=$scratch/temporary "$swift" build "${swiftpm[@]:4}" --scratch-path "$scratch" \
    --disable-build-manifest-caching -c release -debug-info-format none -Xswiftc -enable-testing -Xswiftc -DDEBUG \
    -Xswiftc -assert-config -Xswiftc Debug "$@" </dev/null
}
