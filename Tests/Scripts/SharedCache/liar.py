"""A cache that lies: python3 liar.py LIE STORE PROGRAM PORT_FILE

It has the entries below STORE, and answers with a LIE about them. It listens on a free port of the loopback interface,
which it writes to PORT_FILE. It uses nothing but the standard library, and no code of schemaledger.
"""

import hashlib
import hmac
import json
import os
import socket
import sys
import threading
import time

lie, store, program, port_file = sys.argv[1:]


def stored(path):
    try:
        with open(store + path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def action(blob):
    digest = field(1, hashlib.sha256(blob).hexdigest().encode()) + varint(2 << 3) + varint(len(blob))
    return field(2, field(1, b"schemaledger.json") + field(2, digest))


def entry(key, secret=None, **changes):
    """A pass for any key, as a dishonest writer would make it."""
    value = {
        "content": {"milliseconds": 1, "notCovered": [], "statements": []},
        "format": 1, "key": key, "program": program, "verdict": "passed", **changes,
    }
    if secret:
        value["code"] = hmac.new(secret, b"schemaledger shared pass 1\0" + canonical(value), "sha256").hexdigest()
    return canonical(value)


# Blobs that the lies have made, by their digest.
made = {}


def forged(blob):
    made[hashlib.sha256(blob).hexdigest()] = blob
    return action(blob)


# A real pass, for lies about other keys.
some_action = next(stored("/ac/" + name) for name in sorted(os.listdir(store + "/ac")))
some_blob = next(stored("/cas/" + name) for name in sorted(os.listdir(store + "/cas")))


def answer(kind, key):
    """The body, or None for 404."""
    body = made.get(key) if kind == "cas" and key in made else stored(f"/{kind}/{key}")
    if kind == "ac":
        if lie == "other-key":
            return some_action
        if lie == "other-program":
            return forged(entry(key, program=program + "-other"))
        if lie == "other-format":
            return forged(entry(key, format=2))
        if lie == "unauthenticated":
            return forged(entry(key))
        if lie == "wrong-secret":
            return forged(entry(key, secret=b"another secret of more than 32 bytes"))
        if lie == "failed":
            return forged(entry(key, verdict="failed"))
        if lie == "giant-varint":
            return action(some_blob) + b"\x20" + b"\xff" * 30
        if lie == "giant-length":
            return b"\x12" + b"\xff" * 9 + b"\x01" + b"x" * 50
        if lie == "two-files":
            return action(some_blob) + action(b"x")
        if lie == "extra-fields" and body:
            return body + field(9, field(1, b"192.0.2.1:80")) + b"\xf8\x07\x01"
    if kind == "cas":
        if lie == "other-blob":
            return some_blob + b" "
        if lie == "html":
            return b"<html><body>Please log in.</body></html>"
    return body


def serve(connection):
    with connection:
        if lie == "stalls-before":
            time.sleep(30)
        if lie == "garbage":
            connection.sendall(b"220 mail.example.org ESMTP\r\n" * 1000)
        if lie == "tls":
            connection.sendall(b"\x15\x03\x01\x00\x02\x02\x28")
        buffer = b""
        while True:
            while b"\r\n\r\n" not in buffer:
                more = connection.recv(65536)
                if not more:
                    return
                buffer += more
            head, _, buffer = buffer.partition(b"\r\n\r\n")
            if lie in ("garbage", "tls"):
                return
            path = head.split(b" ")[1].decode()
            kind, key = path.strip("/").split("/")[-2:]
            if lie == "closes":
                return
            if lie == "http-0.9":
                connection.sendall(some_blob)
                return
            if lie == "status-500":
                connection.sendall(b"HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\nno")
                continue
            if lie.startswith("redirect"):
                target = {"redirect-file": b"file:///etc/passwd", "redirect-loop": path.encode()}[lie]
                connection.sendall(b"HTTP/1.1 302 Found\r\nLocation: " + target + b"\r\nContent-Length: 0\r\n\r\n")
                continue
            if lie == "stalls-in-head":
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Len")
                time.sleep(30)
            body = answer(kind, key)
            if body is None and lie in ("stalls-in-body", "trickles", "cut", "long", "endless"):
                body = some_action
            if body is None:
                connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                continue
            if lie == "long":
                body += b" " * 1_000_000
            if lie == "endless":
                connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                while True:
                    connection.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n")
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body))
            if lie == "cut":
                connection.sendall(body[:-10])
                return
            if lie == "stalls-in-body":
                connection.sendall(body[:-10])
                time.sleep(30)
            if lie == "trickles":
                for byte in body:
                    connection.sendall(bytes([byte]))
                    time.sleep(0.2)
                return
            connection.sendall(body)


def handle(connection):
    try:
        serve(connection)
    except (OSError, ValueError, IndexError):
        pass


listener = socket.create_server(("127.0.0.1", 0), backlog=128)
with open(port_file + ".new", "w") as file:
    file.write(str(listener.getsockname()[1]))
os.rename(port_file + ".new", port_file)
while True:
    threading.Thread(target=handle, args=(listener.accept()[0],), daemon=True).start()
