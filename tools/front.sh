# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# Shared by the front doors ./run ./test ./bench ./soak: installs what is missing, builds a preset.
# The caller has set `root` and changed into it.

say() {
    printf '%s\n' "$*" >&2
}

# packages_of PURPOSE...: the names listed in tools/packages
packages_of() {
    for purpose in "$@"; do
        sed -n "s/^$purpose: *//p" tools/packages
    done | tr ' ' '\n' | sort -u
}

# install_packages PURPOSE...: asks the package manager only when something is missing
install_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        for tool in cmake ninja ccache python3; do
            command -v "$tool" >/dev/null 2>&1 && continue
            say "sinew: '$tool' is missing, and this system has no Debian packages."
            say "       Install the equivalents of: $(packages_of "$@" | tr '\n' ' ')"
            exit 4
        done
        return 0
    fi
    missing=''
    for package in $(packages_of "$@"); do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=''
        [ "$state" = installed ] && continue
        # a program that came another way does as well: npm, for one, is part of other nodejs
        command -v "$package" >/dev/null 2>&1 || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0

    say "sinew: installing$missing"
    as_root=''
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            say "sinew: this needs root. Run as root:  apt-get install$missing"
            exit 4
        fi
        as_root=sudo
    fi
    log=$(mktemp)
    # shellcheck disable=SC2086  # the list is meant to be split
    if ! { $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        say "sinew: the packages could not be installed; see above."
        exit 4
    fi
    rm -f "$log"
}

# build_preset PRESET [TARGET...]: configures once, builds what changed, shows errors only
build_preset() {
    preset=$1
    shift
    # what another checkout has compiled need not be compiled again
    export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=true
    if [ ! -f "build/$preset/build.ninja" ]; then
        say "sinew: configuring $preset"
        mkdir -p "build/$preset"
        if ! cmake --preset "$preset" >"build/$preset/configure.log" 2>&1; then
            cat "build/$preset/configure.log" >&2
            rm -f "build/$preset/CMakeCache.txt"
            exit 70
        fi
        say "sinew: building $preset, which takes a minute or two the first time"
    fi
    if ! ninja -C "build/$preset" "$@" >"build/$preset/build.log" 2>&1; then
        grep -vE '^\[[0-9]+/[0-9]+\] |^ninja: Entering' "build/$preset/build.log" | head -n 60 >&2
        say "sinew: the build failed; the whole log is build/$preset/build.log"
        exit 70
    fi
}

# build_page: the page, when its sources are newer than what was built from them
build_page() {
    stamp=build/page.stamp
    if [ -f "$stamp" ] && [ -f viewer/dist/index.html ]; then
        newer=$(find viewer -name node_modules -prune -o -name dist -prune -o -type f \
            -newer "$stamp" -print | head -n 1)
        [ -n "$newer" ] || return 0
    fi
    say "sinew: building the page"
    mkdir -p build
    old=$(find viewer/package-lock.json -newer viewer/node_modules 2>/dev/null || echo none)
    if ! { { [ -d viewer/node_modules ] && [ -z "$old" ]; } ||
        (cd viewer && npm ci --no-audit --no-fund); } >build/page.log 2>&1 ||
        ! (cd viewer && npm run build) >>build/page.log 2>&1; then
        tail -n 20 build/page.log >&2
        return 1
    fi
    touch viewer/node_modules "$stamp"
}

# fetch_packages SOURCE NAME: packages from npm as SOURCE/package-lock.json says, in build/NAME
fetch_packages() {
    folder=build/$2
    mkdir -p "$folder"
    if [ -d "$folder/node_modules" ] && cmp -s "$1/package.json" "$folder/package.json" &&
        cmp -s "$1/package-lock.json" "$folder/package-lock.json"; then
        return 0
    fi
    rm -rf "$folder/node_modules"
    cp "$1/package.json" "$1/package-lock.json" "$folder/"
    npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund
}
