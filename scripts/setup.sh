#!/usr/bin/env bash
# Sets up .venv with everything the program ("run") or its tests ("dev") need; does nothing, and needs no network,
# when that is already so. What the system lacks is installed with apt when root, else named with the command.
set -euo pipefail
cd "$(dirname "$0")/.."

extra=${1:-run}
venv=.venv

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Names of Debian packages are put in place: by root at once, for anybody else as the command to give.
apt_install() {
    if ! command -v apt-get >/dev/null; then
        fail "Missing on this system: $1. Install what your distribution calls these Debian packages: $2"
    fi
    if [ "$(id -u)" -ne 0 ]; then
        fail "Missing on this system: $1. Install it with: sudo apt-get install -y --no-install-recommends $2"
    fi
    printf 'Installing system packages: %s\n' "$2"
    local log
    log=$(mktemp)
    # shellcheck disable=SC2086 # several package names
    if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $2; } \
        >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        fail "apt-get could not install: $2 (see above)."
    fi
    rm -f "$log"
}

usable_python() {
    "$1" -c 'import sys; raise SystemExit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

find_python() {
    local name
    for name in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null && usable_python "$name"; then
            command -v "$name"
            return
        fi
    done
    return 1
}

make_venv() {
    local python
    python=$(find_python) || fail "Python 3.11, 3.12 or 3.13 is needed and was not found." \
        "On Debian 12: sudo apt-get install python3 python3-venv. Elsewhere: make run PYTHON=/path/to/python3.12"
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        apt_install "Python's venv module" "$(basename "$("$python" -c \
            'import sys; print("python%d.%d" % sys.version_info[:2])')")-venv"
    fi
    printf 'Creating %s with %s\n' "$venv" "$("$python" --version)"
    "$python" -m venv "$venv"
}

# Shared libraries that Qt loads, and the Debian packages that hold them.
qt_libraries() {
    printf '%s\n' libglib-2.0.so.0=libglib2.0-0 libGL.so.1=libgl1 libEGL.so.1=libegl1 \
        libxkbcommon.so.0=libxkbcommon0 libdbus-1.so.3=libdbus-1-3 libfontconfig.so.1=libfontconfig1
    if [ "$extra" = run ] && [ -n "${DISPLAY:-}" ]; then
        printf '%s\n' libxkbcommon-x11.so.0=libxkbcommon-x11-0 libxcb-cursor.so.0=libxcb-cursor0 \
            libxcb-icccm.so.4=libxcb-icccm4 libxcb-keysyms.so.1=libxcb-keysyms1 libxcb-shape.so.0=libxcb-shape0
    fi
}

check_libraries() {
    [ "$(uname -s)" = Linux ] || return 0
    local missing
    # shellcheck disable=SC2046 # one argument a library
    missing=$("$venv/bin/python" - $(qt_libraries) <<'PY'
import ctypes
import sys

libraries, packages = [], []
for entry in sys.argv[1:]:
    library, package = entry.split("=")
    try:
        ctypes.CDLL(library)
    except OSError:
        libraries.append(library)
        packages.append(package)
print("|".join((", ".join(libraries), " ".join(packages))) if libraries else "")
PY
    )
    if [ -n "$missing" ]; then
        apt_install "${missing%%|*}" "${missing##*|}"
    fi
}

# What the installed environment depends on: a change of it means installing again.
wanted() {
    printf '%s %s\n' "$("$venv/bin/python" -c 'import sys; print(sys.version, sys.prefix)')" "$(cksum <pyproject.toml)"
}

stamp_holds() {
    local stamp
    for stamp in "$@"; do
        if [ -f "$venv/$stamp" ] && [ "$(cat "$venv/$stamp")" = "$(wanted)" ]; then
            return 0
        fi
    done
    return 1
}

install_packages() {
    local what=.
    if [ "$extra" = dev ]; then
        stamp_holds stamp-dev && return 0
        what=".[dev]"
    else
        stamp_holds stamp-run stamp-dev && return 0
    fi
    printf 'Installing Python packages (%s); the first time this takes some minutes\n' "$what"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$what" ||
        fail "pip could not install the packages (see above). Check the network connection and try again."
    wanted >"$venv/stamp-$extra"
}

# A folder that was moved or copied takes no environment along: its scripts name the old place.
venv_works() {
    [ -x "$venv/bin/python" ] && usable_python "$venv/bin/python" && grep -qF "$PWD/$venv" "$venv/bin/activate" &&
        "$venv/bin/python" -c 'import pip' 2>/dev/null
}

if ! venv_works; then
    rm -rf "$venv"
    make_venv
fi
install_packages
check_libraries
# Where bytecode is not written along the way (PYTHONDONTWRITEBYTECODE) every start would compile all modules anew.
"$venv/bin/python" -m compileall -q simexplorer
# Kernels are compiled for this processor and version once; here, so that nobody waits for them at first use.
"$venv/bin/python" - <<'PY' || printf 'Kernels could not be compiled now (see above); the program does so when it is first used.\n' >&2
from simexplorer.pipeline.engine import KERNELS_READY

if not KERNELS_READY.exists():
    print("Compiling kernels for this processor; the first time this takes half a minute", flush=True)
    from simexplorer.pipeline.warming import compile_kernels

    compile_kernels()
PY
