# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The common part of Demo/run, Tests/run and the other commands: finding the Swift toolchain, installing
# missing packages, and building. It is sourced, not run, and asks nothing. If this user may not install
# packages, it prints the command to run as root.
#
# Exit codes, as in BSD's sysexits: 69 if something needed is missing, 70 if the build failed, and
# 75 if another build is running.

# The first Swift that has every language feature that the package uses.
readonly needed_major=6 needed_minor=3

# The folder that holds Package.swift.
root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
swift=

say() { printf '%s\n' "$*" >&2; }

stop() { # stop CODE LINE...
  local code=$1 line
  shift
  for line in "$@"; do say "$line"; done
  exit "$code"
}

# ---- the toolchain

# Sets `swift` to a toolchain that is new enough. Ends the script if there is none.
require_swift() {
  local candidate text found=
  # swiftly installs its toolchains in a folder that only login shells have in PATH.
  for candidate in "$(command -v swift || true)" \
    "${SWIFTLY_BIN_DIR:-${HOME:-}/.local/share/swiftly/bin}/swift"; do
    [[ -x $candidate ]] || continue
    # Other programs are called swift too, such as OpenStack's; the version text distinguishes them.
    text=$("$candidate" --version 2>/dev/null </dev/null) || continue
    [[ $text =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] || continue
    found="${BASH_REMATCH[1]}.${BASH_REMATCH[2]}"
    if ((BASH_REMATCH[1] > needed_major ||
      (BASH_REMATCH[1] == needed_major && BASH_REMATCH[2] >= needed_minor))); then
      swift=$candidate
      return
    fi
  done
  local problem="There is no Swift toolchain here"
  [[ -z $found ]] || problem="Swift $found is too old"
  stop 69 "$problem: Swift $needed_major.$needed_minor or later is needed." \
    "Toolchains are at https://www.swift.org/install" \
    "Without Swift: take the files of a release. dynamicrepeat-*.tar.gz builds the library for C and C++;" \
    "the Debian packages, the Python wheels and the module for Lua are built already."
}

# Prints the path of another tool of the toolchain. `swift` itself may be a link in another folder.
beside_swift() { # beside_swift NAME
  local folder
  for folder in "$(dirname -- "$swift")" "$(dirname -- "$(readlink -f -- "$swift")")"; do
    [[ ! -x $folder/$1 ]] || { printf '%s\n' "$folder/$1" && return; }
  done
  stop 69 "The Swift toolchain has no $1 next to $swift." \
    "Toolchains are at https://www.swift.org/install"
}

# ---- packages

# Whether SDL's header and link library exist, however they were installed.
has_sdl() { # has_sdl 2|3
  local header library
  if command -v pkg-config >/dev/null && pkg-config --exists "sdl$1"; then return; fi
  for header in /usr/include/SDL"$1"/SDL.h /usr/local/include/SDL"$1"/SDL.h; do
    [[ -r $header ]] || continue
    for library in /usr/lib/*/libSDL"$1".so /usr/lib/libSDL"$1".so /usr/lib64/libSDL"$1".so \
      /usr/local/lib/libSDL"$1".so; do
      [[ -e $library ]] && return
    done
  done
  return 1
}

# Whether the system's Python has a module.
has_python_module() {
  local python=/usr/bin/python3
  [[ -x $python ]] || python=python3
  "$python" -c "import importlib.util, sys; sys.exit(not importlib.util.find_spec('$1'))" \
    >/dev/null 2>&1
}

# Whether the program or the files of a package exist. The package's name is Debian's.
has_package() {
  case $1 in
    libsdl[23]-dev) has_sdl "${1:6:1}" ;;
    xvfb) command -v Xvfb >/dev/null ;;
    imagemagick) command -v import >/dev/null ;;
    x11-utils) command -v xwininfo >/dev/null ;;
    musl-tools) command -v musl-gcc >/dev/null ;;
    gcc-aarch64-linux-gnu) command -v aarch64-linux-gnu-gcc >/dev/null ;;
    binaryen) command -v wasm-opt >/dev/null ;;
    libgl1-mesa-dri) compgen -G '/usr/lib*/dri/swrast_dri.so' >/dev/null ||
      compgen -G '/usr/lib/*/dri/swrast_dri.so' >/dev/null ;;
    wasi-libc) [[ -e /usr/lib/wasm32-wasi/libc.a ]] ;;
    ninja-build) command -v ninja >/dev/null ;;
    abigail-tools) command -v abidiff >/dev/null ;;
    libc6-dev-arm64-cross) [[ -e /usr/aarch64-linux-gnu/include/math.h ]] ;;
    qemu-user) command -v qemu-aarch64 >/dev/null ;;
    # This checks Debian's own Python, because another Python in PATH has other packages.
    python3-pip) has_python_module pip ;;
    python3-cffi) has_python_module cffi ;;
    python3-pygame) has_python_module pygame && has_python_module numpy ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# The name of a Debian package in another distribution.
package_name() { # package_name MANAGER PACKAGE
  case $1/$2 in
    dnf/libsdl[23]-dev | zypper/libsdl3-dev) echo "SDL${2:6:1}-devel" ;;
    pacman/libsdl[23]-dev) echo "sdl${2:6:1}" ;;
    zypper/libsdl2-dev) echo libSDL2-devel ;;
    apk/libsdl[23]-dev) echo "sdl${2:6:1}-dev" ;;
    dnf/xvfb | zypper/xvfb) echo xorg-x11-server-Xvfb ;;
    pacman/xvfb) echo xorg-server-xvfb ;;
    dnf/imagemagick | zypper/imagemagick) echo ImageMagick ;;
    pacman/x11-utils) echo xorg-xwininfo ;;
    dnf/x11-utils | zypper/x11-utils | apk/x11-utils) echo xwininfo ;;
    pacman/python3) echo python ;;
    pacman/python3-*) echo "python-${2#python3-}" ;;
    apk/python3-*) echo "py3-${2#python3-}" ;;
    dnf/g++ | zypper/g++) echo gcc-c++ ;;
    pacman/g++) echo gcc ;;
    dnf/libc6-dev | zypper/libc6-dev) echo glibc-devel ;;
    pacman/libc6-dev) echo glibc ;;
    apk/libc6-dev) echo musl-dev ;;
    dnf/pkg-config) echo pkgconf-pkg-config ;;
    pacman/pkg-config | apk/pkg-config) echo pkgconf ;;
    *) echo "$2" ;;
  esac
}

# Whether this user is root, or can become root without a password. Sets `as_root` to the words that
# run a command as root.
may_install() {
  as_root=()
  ((EUID != 0)) || return 0
  command -v sudo >/dev/null && sudo -n true 2>/dev/null </dev/null || return 1
  as_root=(sudo -n)
}

# Installs those of the packages, named as in Debian, that are missing. If this user may not install
# packages, prints the command to run, and stops.
require_packages() {
  local package missing=()
  for package in "$@"; do
    has_package "$package" || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  # Tests install nothing, because a later test's result would depend on the new packages.
  [[ -z ${PACKAGES_ARE_LISTED_IN:-} ]] ||
    stop 69 "Missing: ${missing[*]}. Tests install nothing: add what is missing to $PACKAGES_ARE_LISTED_IN."
  if ! command -v apt-get >/dev/null; then
    name_packages "${missing[@]}"
  fi
  local as_root=()
  may_install ||
    stop 69 "Missing: ${missing[*]}. Installing needs root; run this, then try again:" \
      "  sudo apt-get install -y ${missing[*]}"
  install_packages "${missing[@]}"
  for package in "${missing[@]}"; do
    has_package "$package" ||
      stop 69 "$package was installed, but its files are still not found." \
        "Look at: dpkg -L $package"
  done
}

# Installs with apt-get; `as_root` comes from require_packages. Keeps existing configuration files, about
# which dpkg would otherwise ask.
install_packages() {
  local text install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get -o DPkg::Lock::Timeout=300 -o Dpkg::Options::=--force-confdef
    -o Dpkg::Options::=--force-confold install -y --no-install-recommends "$@")
  say "Installing $* with apt-get"
  if ! text=$("${install[@]}" 2>&1 </dev/null); then
    # The package lists are missing or out of date, as in a fresh container.
    "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update >/dev/null 2>&1 </dev/null || true
    if ! text=$("${install[@]}" 2>&1 </dev/null); then
      stop 69 "$text" "apt-get could not install $*; run this to see why, then try again:" \
        "  apt-get update && apt-get install -y $*"
    fi
  fi
}

# Prints the packages' names in a distribution without apt-get, and stops.
name_packages() {
  local manager package names=() verb
  for manager in dnf pacman zypper apk; do
    command -v "$manager" >/dev/null || continue
    for package in "$@"; do names+=("$(package_name "$manager" "$package")"); done
    case $manager in
      pacman) verb=-S ;;
      apk) verb=add ;;
      *) verb=install ;;
    esac
    stop 69 "Missing: ${names[*]}. Run this as root, then try again:" \
      "  $manager $verb ${names[*]}"
  done
  stop 69 "Missing: $* (Debian's names). Install the same packages of your distribution, then try again." \
    "SDL2's development files are named SDL2-devel, sdl2, libSDL2-devel or sdl2-dev elsewhere."
}

# ---- building

# Whether to build in a folder: yes if it belongs to this user, or if this user can create it.
#
# Root does not build in another user's folder, because files of two owners would break both users' builds.
may_build_in() { # may_build_in FOLDER
  if [[ -e $1 ]]; then
    [[ -O $1 && -w $1 ]]
  else
    [[ -w $(dirname -- "$1") ]]
  fi
}

# Sets `scratch` to the build folder, and `swiftpm` to the options for it. The build folder is the
# package's .build, or a folder in the user's cache.
choose_scratch() {
  scratch=$root/.build
  swiftpm=(--package-path "$root")
  may_build_in "$scratch" || scratch=
  local home=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache} name
  if [[ -z $scratch ]]; then
    # Each clone of the package has a build folder of its own.
    name=$(printf '%s' "$root" | cksum)
    scratch=$home/dynamic-repeat/${name%% *}
    if ! mkdir -p -- "$scratch" 2>/dev/null; then
      local own=${TMPDIR:-/tmp}/dynamic-repeat-$EUID
      mkdir -m 700 -- "$own" 2>/dev/null || true
      # Another user could create a folder with this name first, so only this user's folder is trusted.
      [[ -d $own && ! -L $own && -O $own ]] ||
        stop 69 "There is nowhere to build: $root, $home and $own cannot be written to." \
          "Name a folder for the build: XDG_CACHE_HOME=FOLDER $0"
      scratch=$own/${name%% *}
    fi
  fi
  swiftpm+=(--scratch-path "$scratch")
  if [[ ! -w ${HOME:-/nonexistent} ]]; then
    # By default, SwiftPM and the compiler write some files to the home folder.
    export CLANG_MODULE_CACHE_PATH=$scratch/modules
    swiftpm+=(--cache-path "$scratch/cache" --config-path "$scratch/config"
      --security-path "$scratch/security")
  fi
}

# Runs a command while no other script builds in the folder `scratch`, because SwiftPM's builds in one
# folder fail if they overlap.
with_build_lock() { # with_build_lock COMMAND...
  local lock
  mkdir -p -- "$scratch"
  exec {lock}>>"$scratch/script.lock"
  flock -n "$lock" || { say "Waiting for another build in $scratch" && flock "$lock"; }
  # The command's own background processes do not keep the lock.
  local status=0
  "$@" {lock}>&- || status=$?
  exec {lock}>&-
  return "$status"
}

# Shows a build's progress in one line of the terminal, and passes its output on.
#
# SwiftPM begins each step's line with [n/m]; m is the number of steps known so far.
show_progress() { # show_progress TITLE
  local line shown=
  while IFS= read -r line || [[ -n $line ]]; do
    printf '%s\n' "$line"
    if [[ -t 2 && $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
      shown=1
      printf '\r%s: step %s of %s\033[K' "$1" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
    fi
  done
  [[ -z $shown ]] || printf '\r%s\033[K\n' "$1" >&2
}

# Builds a product for release, or the whole package if none is named. Sets `programs` to the folder of
# the programs. Prints one line, which shows the progress on a terminal; if the build fails, the build's
# output follows.
build_release() { # build_release [PRODUCT]
  local text title="Building ${1:-all programs}"
  choose_scratch
  [[ -e $scratch/release/${1:-benchmark} ]] || title+=" (the first time takes some minutes)"
  # On a terminal the first step of the build writes over this line.
  if [[ -t 2 ]]; then printf '%s' "$title" >&2; else say "$title"; fi
  # SwiftPM leaves empty folders in TMPDIR; they are deleted below.
  mkdir -p -- "$scratch/temporary"
  if ! text=$(with_build_lock env TMPDIR="$scratch/temporary" "$swift" build "${swiftpm[@]}" -c release \
    ${1:+--product "$1"} 2>&1 </dev/null | show_progress "$title"); then
    if [[ $text == *"database is locked"* ]]; then
      stop 75 "Another build is running in $scratch: run this again when it has ended."
    fi
    stop 70 "$text" "The build failed; its output is above."
  fi
  # If no step was shown, the line has no line break yet.
  if [[ -t 2 && ! $text =~ \[[0-9]+/[0-9]+\] ]]; then say; fi
  programs=$(TMPDIR=$scratch/temporary "$swift" build "${swiftpm[@]}" -c release --show-bin-path \
    2>/dev/null)
  rm -rf -- "$scratch/temporary/TemporaryDirectory."*
}

# Builds a program for release, and sets `program` to its path.
build_program() { # build_program PRODUCT
  build_release "$1"
  # shellcheck disable=SC2034 # for the script that sources this
  program=$programs/$1
}

# ---- actions without a build

# Prints a program's help, with the demo's scenes in place of @scenes.
print_help() { # print_help PROGRAM
  local line
  while IFS= read -r line; do
    if [[ $line == @scenes ]]; then list_scenes; else printf '%s\n' "$line"; fi
  done <"$root/Demo/Texts/$1.txt"
}

# Prints the name and the summary of each scene of the demo, in the order of SceneList.swift.
list_scenes() {
  local folder=$root/Demo/FlashingSquare/Scenes type file word
  local types=()
  mapfile -t types < <(sed -n 's/^    \([A-Za-z0-9]*\)\.self,$/\1/p' "$folder/SceneList.swift")
  for type in "${types[@]}"; do
    file=$(grep -rlE --include='*.swift' "(struct|class) $type: .*Scene" "$folder")
    local words=()
    for word in name summary; do
      words+=("$(sed -n "s/^  static let $word = \"\(.*\)\"\$/\1/p" "$file")")
    done
    printf '%22s%-7s  %s\n' '' "${words[@]}"
  done
}

# If the arguments request the help or the version of a program, prints it and exits. The text comes from
# the same file as in the program. The first such argument wins, as in the programs.
answer_at_once() { # answer_at_once PROGRAM ARGUMENT...
  local name=$1 argument status=0 header=$root/Sources/CDynamicRepeat/dynamic_repeat/base.h
  shift
  for argument in "$@"; do
    case $argument in
      --help | -h)
        local text
        text=$(print_help "$name") || exit 74
        # `cat` is a separate process, because the reader may close the pipe early.
        cat <<<"$text" || status=$?
        ;;
      --version)
        local version=()
        mapfile -t version < <(sed -n 's/^#define DR_VERSION_[A-Z]* //p' "$header")
        printf '%s %s.%s.%s\n' "$name" "${version[@]}" || status=$?
        ;;
      *) continue ;;
    esac
    # 141 is no error: the reader closed the pipe early. Other failures exit with 74, as in the programs.
    ((status == 0 || status == 141)) || exit 74
    exit 0
  done
}

# Whether an option is among the arguments, alone or with =VALUE.
has_option() { # has_option NAME ARGUMENT...
  local name=$1 argument
  shift
  for argument in "$@"; do
    [[ $argument == "$name" || $argument == "$name="* ]] && return
  done
  return 1
}
