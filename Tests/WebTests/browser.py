# SPDX-License-Identifier: Apache-2.0
"""Drives a headless Chromium by the DevTools protocol over a pipe: no sockets, no packages."""

import json
import os
import select
import subprocess
import time


class Browser:
    """A browser with one page and its own profile."""

    def __init__(self, program, profile):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect():
            # Chromium reads commands from descriptor 3 and writes answers to 4.
            reader, writer = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reader, 3)
            os.dup2(writer, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--enable-unsafe-swiftshader",
             "--no-first-run", "--disable-background-networking", "--hide-scrollbars",
             "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"],
            close_fds=False, preexec_fn=connect, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.count, self.events, self.session = b"", 0, [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        self.page = "about:blank"

    def _message(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.input], [], [], max(0, end - time.monotonic()))
            read = os.read(self.input, 1 << 16) if ready else b""
            if not read:
                raise TimeoutError(f"the browser says nothing for {seconds} s")
            self.buffer += read
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, seconds=60, **arguments):
        """Calls a method and returns its result; stores the events that arrive meanwhile."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": arguments}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message(seconds)
            if answer.get("id") != self.count:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def run(self, script):
        """The value of a script; if the value is a promise, the promise's result."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, condition, seconds=30):
        """Waits until the value of a script is true."""
        end = time.monotonic() + seconds
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(0.05)

    def open(self, address, width, height, scale=1, dark=False, reduced=False):
        """Opens a page in a window of the given size."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=scale, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}])
        if address.split("#")[0] == self.page:  # Chromium would not reload it.
            self.call("Page.navigate", url="about:blank")
        self.page = address.split("#")[0]
        seen = len(self.events)
        loader = self.call("Page.navigate", url=address)["loaderId"]
        while True:
            for event in self.events[seen:]:
                arguments = event.get("params", {})
                if arguments.get("loaderId") == loader and arguments.get("name") == "load":
                    return
            seen = len(self.events)
            self.events.append(self._message(60))

    def press(self, key, code=None, hold=0.0):
        """Presses a key, holds it for `hold` seconds, and releases it."""
        codes = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9,
                 " ": 32, "Enter": 13, "Delete": 46}
        number = codes.get(key, ord(key[0].upper()))
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key,
                      windowsVirtualKeyCode=number, **(text if kind == "keyDown" else {}))
            if kind == "keyDown":
                time.sleep(hold)

    def drag(self, points, seconds=0.3, touch=False):
        """Drags from the first point along the others, and releases at the last."""
        for index, (x, y) in enumerate(points):
            if touch:
                self.call("Input.dispatchTouchEvent", type="touchStart" if index == 0 else "touchMove",
                          touchPoints=[{"x": x, "y": y}])
            else:
                self.call("Input.dispatchMouseEvent", type="mousePressed" if index == 0 else "mouseMoved",
                          x=x, y=y, button="left", buttons=1, clickCount=1)
            time.sleep(seconds / len(points))
        if touch:
            self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        else:
            self.call("Input.dispatchMouseEvent", type="mouseReleased", x=points[-1][0],
                      y=points[-1][1], button="left", clickCount=1)

    def box(self, selector):
        """The box of an element: x, y, width, height."""
        return self.run(
            "(() => { const element = document.querySelector(%s);"
            " element.scrollIntoView({ block: 'center', behavior: 'instant' });"
            " const box = element.getBoundingClientRect();"
            " return [box.x, box.y, box.width, box.height]; })()" % json.dumps(selector))

    def click(self, selector):
        x, y, width, height = self.box(selector)
        self.drag([(x + width / 2, y + height / 2)], 0)

    def faults(self):
        """The page's errors and warnings, and its network requests."""
        found = []
        for event in self.events:
            arguments = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(str(arguments["exceptionDetails"]))
            elif event.get("method") == "Runtime.consoleAPICalled" and arguments["type"] in (
                    "error", "warning", "assert"):
                found.append(str(arguments["args"]))
            elif event.get("method") == "Log.entryAdded":
                # Without a GPU the browser prints a remark about its software WebGL.
                if arguments["entry"]["level"] != "verbose" and arguments["entry"]["source"] != "rendering":
                    found.append(str(arguments["entry"]))
            elif event.get("method") == "Network.requestWillBeSent":
                address = arguments["request"]["url"]
                if not address.startswith(("file:", "data:", "blob:", "about:")):
                    found.append(f"asked for {address}")
        return found

    def trace(self, name, action):
        """The processor time of each event of this name while `action` runs, in milliseconds."""
        self.call("Tracing.start", transferMode="ReportEvents",
                  traceConfig={"includedCategories": ["devtools.timeline"]})
        result, found = action(), []
        self.call("Tracing.end")
        waiting = [event for event in self.events if event.get("method", "").startswith("Tracing.")]
        while True:
            event = waiting.pop(0) if waiting else self._message(60)
            if event.get("method") == "Tracing.dataCollected":
                found += [one["tdur"] / 1000 for one in event["params"]["value"]
                          if one.get("name") == name and "tdur" in one]
            elif event.get("method") == "Tracing.tracingComplete":
                return result, found
            elif not event.get("method", "").startswith("Tracing."):
                self.events.append(event)

    def close(self):
        self.session = None
        try:
            self.call("Browser.close", seconds=10)
        except (OSError, TimeoutError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
