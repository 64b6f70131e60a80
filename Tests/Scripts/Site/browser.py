"""Checks the pages of a site in Chromium, without a network.

usage: browser.py SITE AXE [--pictures FOLDER] [--pages NAME...]    AXE: the file axe.min.js of axe-core

Prints each problem, and exits with status 1 if there is one:

* what axe-core reports about pages of each kind, wide and narrow, light and dark;
* a page that scrolls sideways, and a key that is broken into lines;
* a query for which the search does not show the pages for users first.
"""

import argparse
import json
import sys
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Report"))
from devtools import Browser  # noqa: E402

# One page of each kind: the front, transcripts, tables of keys, code, lists of options, search.
PAGES = [
    "index", "Docs/QuickStart", "Docs/Sources", "Docs/Recipes", "Docs/AppModels", "Docs/Configuration", "Docs/Findings",
    "Docs/Rules/README", "Docs/Rules/SL412", "Docs/EntryFormat", "Docs/ContinuousIntegration", "Docs/BadInput",
    "Commands/README", "Commands/freeze", "Commands/hook", "Sources/SchemaModel/SchemaModel.docc/API", "Tests/README", "search",
]
# A query, and the pages of which one must come first.
QUERIES = {
    "freeze": ["Commands/freeze"],
    "verify": ["Commands/verify"],
    "waiver": ["Docs/Waivers"],
    "waivers": ["Docs/Waivers"],
    "Room": ["Docs/Sources", "Docs/Configuration"],
    "exit status": ["Docs/Guide", "Commands/README"],
    "--from-tags": ["Commands/freeze", "Commands/init"],
    "SL302": ["Docs/Findings"],
    "Django": ["Docs/Recipes"],
    "Rails": ["Docs/Recipes"],
}
# Their pages come after those for users.
DEVELOPERS = ("Docs/Architecture", "Docs/BadInput", "Docs/Changelog", "Docs/Decisions", "Tests/", "Sources/")

parser = argparse.ArgumentParser()
parser.add_argument("site", type=Path)
parser.add_argument("axe", type=Path)
parser.add_argument("--pictures", type=Path)
parser.add_argument("--pages", nargs="+", default=PAGES)
arguments = parser.parse_args()
site, axe, pictures = arguments.site.resolve(), arguments.axe.read_text(), arguments.pictures
problems = []

BROKEN = """[...document.querySelectorAll('td:first-child code')].filter(code => code.getClientRects().length > 1)
  .map(code => code.textContent)"""
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
# Sphinx lists the results one by one, and then writes their number.
SEARCHED = """new Promise(resolve => { let tries = 200; const wait = () => {
  const shown = document.querySelector('#search-results .search-summary')?.textContent;
  if ((shown && shown !== ' ') || !tries--) resolve(); else setTimeout(wait, 50); }; wait(); })"""
RESULTS = "[...document.querySelectorAll('#search-results li > a')].map(a => a.getAttribute('href'))"


def examine(page, name, width, dark):
    place = f"{name} at {width} px{' in the dark' if dark else ''}"
    page.look(width, dark)
    page.open(str(site / f"{name}.html"))
    for text in page.run(BROKEN):
        problems.append(f"{place}: a key is broken: {text}")
    if page.run(WIDE):
        problems.append(f"{place}: the page scrolls sideways")
    page.run(axe + "; 0")
    found = json.loads(page.run("axe.run().then(found => JSON.stringify(found.violations))"))
    for violation in found:
        for node in violation["nodes"]:
            problems.append(f"{place}: {violation['id']}: {node['target']}: {node['html'][:160]}")
    if pictures:
        pictures.mkdir(exist_ok=True)
        page.screenshot(str(pictures / f"{name.replace('/', '-')}-{width}{'-dark' if dark else ''}.png"))


def search(page, query):
    page.look(1400)
    page.load("about:blank")
    page.load("file://" + quote(str(site / "search.html")) + "?q=" + quote(query))
    page.run(SEARCHED)
    return [address.split(".html")[0] for address in page.run(RESULTS)]


def queries(page):
    for query, first in QUERIES.items():
        results = search(page, query)
        if not results or results[0] not in first:
            problems.append(f"the search for {query} does not show {' or '.join(first)} first, but: {results[:5]}")
        ranks = [result.startswith(DEVELOPERS) for result in results]
        if ranks != sorted(ranks):
            problems.append(f"the search for {query} shows a page for developers before one for users: {results}")


browser = Browser()
try:
    page = browser.page()
    for name in arguments.pages:
        for width in (1400, 390):
            for dark in (False, True):
                examine(page, name, width, dark)
    queries(page)
finally:
    browser.close()
for problem in problems:
    print(problem)
print(f"{len(arguments.pages)} pages at 2 widths, light and dark, {len(QUERIES)} queries, {len(problems)} problems")
sys.exit(bool(problems))
