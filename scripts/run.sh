#!/usr/bin/env bash
# Opens the window on the folders given, the sample collection by default; with no display it runs the same
# collection without a window and leaves a report and a picture of the window in out/.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
    set -- resources/sample
fi

has_display() {
    [ "$(uname -s)" = Darwin ] && return 0
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || return 1
    # A variable may point to a display that is gone; Qt aborts then, so that a child process asks.
    (.venv/bin/python -c 'from PySide6.QtGui import QGuiApplication; QGuiApplication([])') >/dev/null 2>&1
}

if [ "${QT_QPA_PLATFORM:-}" != offscreen ] && has_display; then
    exec .venv/bin/simexplorer "$@"
fi

echo "No display found, so there is no window: running the collection without one, report and picture go to out/."
mkdir -p out
export QT_QPA_PLATFORM=offscreen
.venv/bin/simexplorer scan "$@" --report out/report.html
.venv/bin/simexplorer "$@" --screenshot out/window.png
echo "Report:  $PWD/out/report.html"
echo "Picture: $PWD/out/window.png"
