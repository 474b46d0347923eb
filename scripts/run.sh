#!/usr/bin/env bash
# Opens the window on the folders given, the sample collection by default; with no display it runs the same
# collection without a window and leaves a report and a picture of the window in out/.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
    set -- resources/sample
fi

has_display() {
    .venv/bin/python -c 'import sys; from simexplorer.displays import why_no_window; sys.exit(why_no_window())'
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
