"""A real browser without a window, spoken to by its own protocol: pages run as readers see them."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import websocket_connect

#: Names under which systems have it.
NAMES = ("chromium", "chromium-browser", "google-chrome")

_SECONDS = 30.0


def found() -> str | None:
    """Return the path of a browser, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def visit(page: Path, scripts: list[str], folder: Path, width: int = 1280) -> dict[str, Any]:
    """Open a page, evaluate scripts in it one after another, and return what happened.

    Returns
    -------
    dict
        ``values`` of the scripts; ``errors``, what the console complained of; ``requests``, what
        was asked of the network or disk; ``downloads``, the texts of files that were saved.
    """
    path = found()
    assert path is not None
    saved = folder / "saved"
    saved.mkdir()
    command = [
        path, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
        f"--user-data-dir={folder / 'profile'}", f"--window-size={width},900", "about:blank",
    ]  # fmt: skip
    log = folder / "log"
    with log.open("w") as err, subprocess.Popen(command, stdout=err, stderr=err) as browser:
        try:
            talk = _talk(_listening(log), page.resolve().as_uri(), scripts, str(saved))
            seen = asyncio.run(asyncio.wait_for(talk, 2 * _SECONDS))
        finally:
            browser.terminate()
    return {**seen, "downloads": {one.name: one.read_bytes().decode() for one in saved.iterdir()}}


def _listening(log: Path) -> str:
    """Wait until the browser says where it listens."""
    for _ in range(int(_SECONDS * 10)):
        said = re.search(r"ws://([\d.:]+)/", log.read_text())
        if said:
            return said[1]
        time.sleep(0.1)
    raise AssertionError(log.read_text())


async def _address(host: str) -> str:
    """Return the address of the browser's first page."""
    answer = await AsyncHTTPClient().fetch(f"http://{host}/json")
    pages = [one for one in json.loads(answer.body) if one["type"] == "page"]
    return str(pages[0]["webSocketDebuggerUrl"])


async def _talk(host: str, uri: str, scripts: list[str], saved: str) -> dict[str, Any]:
    socket = await websocket_connect(await _address(host), max_message_size=1 << 26)
    events: list[dict[str, Any]] = []
    number = 0

    async def call(method: str, **params: Any) -> dict[str, Any]:
        nonlocal number
        number += 1
        await socket.write_message(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(await socket.read_message() or "{}")
            if message.get("id") == number:
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result
            events.append(message)

    for domain in ("Page", "Runtime", "Log", "Network"):
        await call(f"{domain}.enable")
    await call("Browser.setDownloadBehavior", behavior="allow", downloadPath=saved)
    await call("Page.navigate", url=uri)
    while not any(event.get("method") == "Page.loadEventFired" for event in events):
        events.append(json.loads(await socket.read_message() or "{}"))
    values = []
    for script in scripts:
        answer = await call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        values.append(answer["result"].get("value"))
    await call("Runtime.evaluate", expression="new Promise((done) => setTimeout(done, 500))",
               awaitPromise=True)  # fmt: skip
    socket.close()
    told = {event.get("method"): [] for event in events}
    for event in events:
        told[event.get("method")].append(event.get("params", {}))
    return {
        "values": values,
        "errors": [
            *told.get("Runtime.exceptionThrown", []),
            *(one["entry"] for one in told.get("Log.entryAdded", [])),
        ],
        "requests": [one["request"]["url"] for one in told.get("Network.requestWillBeSent", [])],
    }
