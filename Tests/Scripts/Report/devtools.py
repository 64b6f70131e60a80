"""A browser that is driven over the DevTools protocol: https://chromedevtools.github.io/devtools-protocol/"""
import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse


def unavailable(reason):
    print(f"report: {reason}", file=sys.stderr)
    # The status of `run` for what could not be tested.
    raise SystemExit(69)


class Browser:
    """Chromium without a window, with a profile of its own."""

    def __init__(self):
        program = next((p for p in ("chromium", "chromium-browser", "google-chrome") if shutil.which(p)), None)
        if program is None:
            raise SystemExit("report: Chromium is not installed; 'make report-page' installs it")
        self.profile = tempfile.mkdtemp()
        said = []
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
             "--host-resolver-rules=MAP * 127.0.0.1:9", f"--user-data-dir={self.profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            said.append(line)
            found = re.search(r"ws://([^:/]+):(\d+)(\S+)", line)
            if found:
                break
        else:
            sys.stderr.writelines(said[-10:])
            unavailable("Chromium did not start")
        self.host, self.port = found.group(1), int(found.group(2))
        try:
            self.connection = Connection(self.host, self.port, found.group(3))
        except OSError as error:
            self.close()
            unavailable(f"no connection to Chromium at {self.host}: {error}")
        # What Chromium goes on to write would fill the pipe.
        subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=subprocess.DEVNULL)

    def page(self):
        target = self.connection.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        return Page(Connection(self.host, self.port, f"/devtools/page/{target}"))

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Connection:
    """A WebSocket: https://www.rfc-editor.org/rfc/rfc6455"""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            (f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        self.buffer = self.buffer.split(b"\r\n\r\n", 1)[1]
        self.count = 0
        self.events = []

    def take(self, length):
        while len(self.buffer) < length:
            received = self.socket.recv(1 << 20)
            if not received:
                raise SystemExit("report: Chromium closed the connection")
            self.buffer += received
        taken, self.buffer = self.buffer[:length], self.buffer[length:]
        return taken

    def receive(self):
        message = b""
        while True:
            first, second = self.take(2)
            length = second & 0x7F
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            payload = self.take(length)
            if first & 0x0F in (0, 1):
                message += payload
                if first & 0x80:
                    return json.loads(message)

    def call(self, method, parameters=None):
        self.count += 1
        number = self.count
        payload = json.dumps({"id": number, "method": method, "params": parameters or {}}).encode()
        mask = os.urandom(4)
        head = b"\x81"
        if len(payload) < 126:
            head += bytes([0x80 | len(payload)])
        elif len(payload) < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", len(payload))
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", len(payload))
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))
        while True:
            message = self.receive()
            if message.get("id") == number:
                if "error" in message:
                    raise SystemExit(f"report: {method}: {message['error']}")
                return message["result"]
            self.events.append(message)


class Page:
    def __init__(self, connection):
        self.connection = connection
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility", "DOM"):
            connection.call(f"{domain}.enable")
        connection.call("Performance.enable", {"timeDomain": "threadTicks"})

    def call(self, method, **parameters):
        return self.connection.call(method, parameters)

    def run(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"report: {expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def open(self, path, fragment="", scripts=True):
        # An address that differs in its fragment only would not load the page again.
        self.load("about:blank")
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        start = time.monotonic()
        self.load("file://" + urllib.parse.quote(path) + fragment)
        self.loading = time.monotonic() - start

    def thread_seconds(self):
        """The CPU time of the main thread since the page was opened. Other work of the machine does not count."""
        metrics = self.call("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "ThreadTime")

    def load(self, address):
        """Waits for the load event of the address. That of the page before may come late, so the address is compared, too."""
        self.connection.events.clear()
        self.call("Page.navigate", url=address)
        while True:
            while not any(event.get("method") == "Page.loadEventFired" for event in self.connection.events):
                self.connection.events.append(self.connection.receive())
            state = self.run("[document.readyState, location.protocol]")
            if state == ["complete", address.split(":")[0] + ":"]:
                return
            self.connection.events = [event for event in self.connection.events if event.get("method") != "Page.loadEventFired"]

    def look(self, width, dark=False, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def key(self, key):
        text = key if len(key) == 1 else {"Enter": "\r"}.get(key, "")
        # Without its code, a key does not do what the browser itself does with it, such as closing a dialog.
        code = {"Enter": 13, "Escape": 27, " ": 32}.get(key, 0)
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def printed_pages(self):
        data = base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"])
        return len(re.findall(rb"/Type\s*/Page[^s]", data))

    def screenshot(self, path, whole=True):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1}
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole,
                         **({"clip": clip} if whole else {}))["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def problems(self):
        """Errors of the console, exceptions, violations of the policy, and requests other than for the page itself."""
        found = []
        for event in self.connection.events:
            method, values = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append("exception: " + str(values["exceptionDetails"].get("exception", {}).get("description")))
            elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
                found.append("console: " + values["entry"]["text"])
            elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning"):
                found.append("console: " + str(values["args"]))
            elif method == "Network.requestWillBeSent" and values["type"] != "Document":
                found.append("request: " + values["request"]["url"])
        return found
