"""A real browser without a window, driven through its pipe: pages are opened, pressed, typed into and pictured."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Page:
    """One page of a running browser."""

    def __init__(self, to_browser: int, from_browser: io.BufferedReader) -> None:
        self._to, self._from = to_browser, from_browser
        self._number = 0
        self._rest = b""
        self._session: str | None = None
        self.said: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """What the browser answers to a command."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") == self._number:
                assert "error" not in told, told
                return dict(told["result"])
            self._listen(told)

    def open(self, path: Path, dark: bool = False, width: int = 1280, height: int = 900) -> None:
        """Open a file and wait until its script has run."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Page.navigate", url=path.as_uri())
        self.wait("document.readyState === 'complete'")

    def evaluate(self, code: str) -> Any:
        """The value of an expression in the page."""
        told = self.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def wait(self, code: str, tries: int = 400) -> None:
        """Until an expression is true."""
        pause = "new Promise(done => setTimeout(done, 25))"
        for _ in range(tries):
            if self.evaluate(code):
                return
            self.evaluate(pause)
        raise AssertionError(f"never true: {code}")

    def press(self, element: str) -> None:
        """A mouse press in the middle of the element that an expression gives."""
        self.evaluate(f"({element}).scrollIntoView({{block: 'center'}})")
        box = self.evaluate(f"(r => [r.x + r.width / 2, r.y + r.height / 2])(({element}).getBoundingClientRect())")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def type(self, text: str) -> None:
        """Text into what has the focus."""
        self.call("Input.insertText", text=text)

    def enter(self) -> None:
        """The Enter key, pressed and let go where the focus is."""
        for kind in ("keyDown", "keyUp"):
            key = {"key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13}
            self.call("Input.dispatchKeyEvent", type=kind, **key)

    def picture(self, path: Path) -> None:
        """What is in sight, as PNG."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            block = self._from.read1(1 << 16)
            assert block, "the browser has ended"
            self._rest += block
        message, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(message))

    def _listen(self, told: dict[str, Any]) -> None:
        """Keep what must not happen: dialogs, errors, requests to anywhere."""
        method, params = told.get("method"), told.get("params", {})
        if method == "Page.javascriptDialogOpening":
            self.said.append(f"dialog: {params['message']}")
        elif method == "Runtime.exceptionThrown":
            self.said.append(f"error: {params['exceptionDetails'].get('text')}")
        elif method == "Log.entryAdded":
            self.said.append(f"log: {params['entry']['text']}")
        elif method == "Network.requestWillBeSent" and not params["request"]["url"].startswith(
            ("file:", "data:", "about:")
        ):
            self.said.append(f"request: {params['request']['url']}")


@contextlib.contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """A browser with a profile of its own in ``folder``."""
    assert BROWSER is not None
    ours, theirs = os.pipe(), os.pipe()  # what it reads, what it writes
    command = [
        *(BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
        *("--remote-debugging-pipe", f"--user-data-dir={folder}", "--hide-scrollbars", "about:blank"),
    ]
    shell = ["bash", "-c", f'exec "$@" 3<&{ours[0]} 4>&{theirs[1]}', "browser", *command]
    started = subprocess.Popen(
        shell, pass_fds=(ours[0], theirs[1]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=True
    )
    os.close(ours[0])
    os.close(theirs[1])
    answers = os.fdopen(theirs[0], "rb")
    try:
        yield Page(ours[1], answers)
    finally:
        answers.close()
        started.kill()
        started.wait()
        os.close(ours[1])
