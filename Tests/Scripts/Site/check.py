"""Checks the pages of a site without the program that built it.

usage: check.py SITE REPOSITORY

Prints each problem, and exits with status 1 if there is one:

* a page that lets a browser request anything from another host;
* a link to a page, file or anchor that the site does not have;
* a finding code or a key of the configuration, as the sources have them, without its permanent anchor;
* a command, as the sources have them, without a page, or a part of it without a section;
* a page that the search does not find.
"""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser loads by itself. `a` is missing: following a link is the reader's decision.
LOADED = {
    "audio": ["src"], "embed": ["src"], "form": ["action"], "iframe": ["src"], "image": ["href"], "img": ["src", "srcset"],
    "input": ["src"], "object": ["data"], "script": ["src"], "source": ["src", "srcset"], "track": ["src"],
    "use": ["href", "xlink:href"], "video": ["src", "poster"], "base": ["href"],
}
# These relations only name an address. A browser loads nothing from it.
NAMED_RELATIONS = {"canonical", "index", "search", "next", "prev"}
# Names of formats, which no browser loads.
FORMATS = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink")

problems = []


def report(path, text):
    problems.append(f"{path.relative_to(site)}: {text}")


class Page(HTMLParser):
    """The anchors and the links of a page. Reports what it loads from elsewhere."""

    def __init__(self, path):
        super().__init__()
        self.path, self.anchors, self.links, self.inside = path, set(), [], None
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.inside = tag if tag in ("script", "style") else None
        if values.get("id"):
            if values["id"] in self.anchors:
                report(self.path, f"two elements have the id {values['id']}")
            self.anchors.add(values["id"])
        loaded = [values.get(name) for name in LOADED.get(tag, [])]
        if tag == "link" and not set((values.get("rel") or "").split()) <= NAMED_RELATIONS:
            loaded.append(values.get("href"))
        if tag == "meta" and (values.get("http-equiv") or "").lower() == "refresh":
            loaded.append(values.get("content"))
        for address in filter(None, loaded):
            if is_elsewhere(address):
                report(self.path, f"<{tag}> loads {address}")
            elif tag in ("link", "script", "img"):
                self.links.append(address)
        check_style(self.path, values.get("style") or "")
        if tag == "a" and values.get("href") is not None:
            self.links.append(values["href"])

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside == "style":
            check_style(self.path, data)
        elif self.inside == "script":
            check_script(self.path, data)


def is_elsewhere(address):
    return bool(re.match(r"\s*([a-z][a-z0-9+.-]*:)?//", address, re.IGNORECASE)) or ("://" in address)


def check_style(path, text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    for address in re.findall(r"""url\(\s*["']?([^"')]*)""", text) + re.findall(r"""@import\s+["']([^"']*)""", text):
        if is_elsewhere(address) and not address.startswith("data:"):
            report(path, f"the style loads {address}")


def check_script(path, text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    # A comment, but not the rest of an address.
    text = re.sub(r"(?m)(^|[\s;{}])//.*$", r"\1", text)
    for address in re.findall(r"""["'`]((?:https?:|wss?:)?//[^"'`\s]+)""", text):
        if address not in FORMATS:
            report(path, f"the script contains {address}")


site, repository = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
for path in sorted(site.rglob("*.css")):
    check_style(path, path.read_text())
for path in sorted(site.rglob("*.js")):
    # The search index contains the words of the pages.
    if path.name != "searchindex.js":
        check_script(path, path.read_text())

count = 0
for path, page in pages.items():
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme in ("http", "https", "mailto"):
            continue
        count += 1
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_relative_to(site) or not target.is_file():
            report(path, f"links to {link}, which does not exist")
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
            report(path, f"links to {link}, but there is no such anchor")

# The permanent addresses. The tests compare these two schemas with the sources.
schemas = repository / "Docs/json"
definitions = json.loads((schemas / "definitions.schema.json").read_text())["$defs"]
codes = sorted(
    definitions["finding"]["properties"]["code"]["enum"] + definitions["note"]["properties"]["code"]["enum"])
findings = pages[site / "Docs/Findings.html"]
for code in codes:
    if code.startswith("SL4"):
        rule = site / f"Docs/Rules/{code}.html"
        if rule not in pages:
            report(rule, "the rule has no page")
    elif code.lower() not in findings.anchors:
        report(findings.path, f"there is no anchor {code.lower()}")
keys = json.loads((schemas / "configuration.schema.json").read_text())["definitions"]["database"]["properties"]
configuration = pages[site / "Docs/Configuration.html"]
for key in keys:
    if f"keys-of-a-database-{key}" not in configuration.anchors:
        report(configuration.path, f"the key {key} has no anchor")

# The commands by their names in the sources. A name without a page is that of a part of another command.
names = set()
for source in sorted((repository / "Sources/SchemaledgerProgram/Commands").glob("*.swift")):
    names |= set(re.findall(r'commandName: "([a-z-]+)"', source.read_text())) - {"schemaledger"}
commands = {path.stem: page for path, page in pages.items() if path.parent.name == "Commands" and path.stem != "README"}
sections = {anchor for page in commands.values() for anchor in page.anchors}
PARTS = {"hook": ["install", "uninstall", "status", "run"], "generate": ["schema-tests", "migration-tests", "frozen-models"]}
# `help` is a command of every program.
for name in sorted(names - {"help"}):
    owners = [owner for owner, parts in PARTS.items() if name in parts]
    if name not in commands and (not owners or name == "status"):
        report(site / f"Commands/{name}.html", "the command has no page")
    for owner in owners:
        if f"schemaledger-{owner}-{name}" not in sections:
            report(site / f"Commands/{owner}.html", f"the command {name} has no section")

# The search needs nothing but this file, which a browser loads as a script, also without a server.
index = (site / "searchindex.js").read_text()
index = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
searched = {name + ".html" for name in index["docnames"]}
unsearched = {str(path.relative_to(site)) for path in pages} - searched - {"index.html", "search.html"}
for name in sorted(unsearched):
    report(site / name, "the search does not find this page")
for code in codes:
    if code.lower() not in index["titleterms"]:
        report(site / "searchindex.js", f"no title has the word {code}")

for problem in problems:
    print(problem)
print(f"{len(pages)} pages, {count} links within the site, {len(names)} commands, {len(codes)} codes, {len(keys)} keys")
sys.exit(bool(problems) or len(names) < 20 or not codes or not keys or count < len(pages))
