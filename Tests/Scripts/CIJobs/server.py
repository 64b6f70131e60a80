#!/usr/bin/env python3
"""A stub of GitHub: the comments of its REST API, and the files of releases. Runs until its input ends.

    server.py FOLDER

    FOLDER/port        the port, once the server listens on 127.0.0.1
    FOLDER/mode        how it answers; see below. No file: as GitHub does
    FOLDER/comments    the comments of all pull requests, as JSON
    FOLDER/requests    the requests, one on each line
    FOLDER/releases    files of releases, in folders named as their tags

https://docs.github.com/en/rest/issues/comments
"""

import http.server
import json
import pathlib
import re
import sys
import threading
import urllib.parse

FOLDER = pathlib.Path(sys.argv[1])
TOKEN = "token-of-the-stub"
LIMIT = 65536


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, value, kind="application/json"):
        # Both forms are JSON.
        layout = {"indent": 2} if self.mode() == "indented" else {"separators": (",", ":")}
        data = value if isinstance(value, bytes) else json.dumps(value, **layout).encode()
        if self.mode() == "escaped":
            data = data.replace(b"<", b"\\u003c").replace(b">", b"\\u003E")
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def mode(self):
        file = FOLDER / "mode"
        return file.read_text().strip() if file.exists() else ""

    def comments(self, new=None):
        file = FOLDER / "comments"
        if new is not None:
            file.write_text(json.dumps(new))
        return json.loads(file.read_text()) if file.exists() else []

    def do_GET(self):
        self.respond()

    def do_POST(self):
        self.respond()

    def do_PATCH(self):
        self.respond()

    def respond(self):
        with open(FOLDER / "requests", "a", encoding="utf-8") as file:
            file.write(f"{self.command} {self.path}\n")
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        url = urllib.parse.urlparse(self.path)
        release = re.fullmatch(r"/owner/schemaledger/releases/download/([^/]+)/([^/]+)", url.path)
        if release:
            file = FOLDER / "releases" / release.group(1) / release.group(2)
            self.answer(*((200, file.read_bytes()) if file.is_file() else (404, b"Not Found")), "application/octet-stream")
        elif self.mode().isdigit():
            self.answer(int(self.mode()), {"message": "as the mode says"})
        elif self.headers.get("Authorization") != f"Bearer {TOKEN}":
            self.answer(401, {"message": "Bad credentials"})
        elif self.mode() == "page":
            self.answer(200, b"<html><body>Sign in</body></html>", "text/html")
        elif self.mode() == "read-only" and self.command != "GET":
            self.answer(403, {"message": "Resource not accessible by integration"})
        else:
            self.comment(url, body)

    def comment(self, url, body):
        every = self.comments()
        of_request = re.fullmatch(r"/api/repos/ada/notes/issues/(\d+)/comments", url.path)
        one = re.fullmatch(r"/api/repos/ada/notes/issues/comments/(\d+)", url.path)
        if of_request and self.command == "GET":
            query = urllib.parse.parse_qs(url.query)
            size, page = int(query["per_page"][0]), int(query["page"][0])
            found = [each for each in every if each["issue"] == int(of_request.group(1))]
            self.answer(200, [self.shown(each) for each in found[(page - 1) * size:page * size]])
            return
        text = json.loads(body)["body"]
        if len(text) > LIMIT:
            self.answer(422, {"message": "Validation Failed"})
        elif of_request and self.command == "POST":
            every.append({"id": 1000 + len(every), "issue": int(of_request.group(1)), "login": "github-actions[bot]", "body": text})
            self.comments(every)
            self.answer(201, self.shown(every[-1]))
        elif one and self.command == "PATCH" and any(each["id"] == int(one.group(1)) for each in every):
            for each in every:
                if each["id"] == int(one.group(1)):
                    each["body"] = text
            self.comments(every)
            self.answer(200, self.shown(every[0]))
        else:
            self.answer(404, {"message": "Not Found"})

    def shown(self, comment):
        return {
            "url": "https://example.org", "id": comment["id"], "node_id": "x", "performed_via_github_app": {"id": 7, "owner": {
                "login": "github", "id": 9}}, "user": {"login": comment["login"], "id": 1, "site_admin": False},
            "body": comment["body"], "reactions": {"+1": 0, "total_count": 0}, "labels": [{"id": 5, "body": "x"}, []],
        }


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
(FOLDER / "port.new").write_text(str(server.server_address[1]))
(FOLDER / "port.new").rename(FOLDER / "port")
sys.stdin.read()
