"""Checks that the checks see faults: each fault is put into the page that is the argument, and must be reported."""
import base64
import hashlib
import pathlib
import re
import sys
import tempfile

from devtools import Browser
from inspection import CONTRAST, FIRST_SCREEN, HEADINGS, OVERFLOW, PICTURES, SCROLLED, unnamed_controls

# What is reported, and how the page gets the fault.
FAULTS = [
    ("the page is", lambda page: page.replace("</footer>", '<svg width="2000" aria-hidden="true"></svg></footer>')),
    ("the contrast of FONT", lambda page: page.replace("</footer>", '<font color="#b0b0b0">a</font></footer>')),
    ("the contrast of text", lambda page: page.replace("fill: var(--quiet)", "fill: #b0b0b0")),
    ("leaves out a level", lambda page: page.replace("</footer>", "<h6>a</h6></footer>")),
    ("not exactly one h1", lambda page: page.replace("</footer>", "<h1>a</h1></footer>")),
    ("a button has no name", lambda page: page.replace("</footer>", "<button></button></footer>")),
    ("a searchbox has no name", lambda page: page.replace("<label>Search <input", '<label> <input').replace(
        'placeholder="name, code or text"', "")),
    ("a picture has no name", lambda page: page.replace("</footer>", "<svg></svg></footer>")),
    ("a box that scrolls", lambda page: page.replace(' tabindex="0" role="region"', "").replace(
        ".scroll { overflow-x: auto; }", ".scroll { overflow-x: auto; width: 9rem; }")),
    ("is below the first screen", lambda page: page.replace(".verdict {", ".verdict { margin-top: 60rem;")),
    ("console: ", lambda page: page.replace("</footer>", "<p style='color: red'>a</p></footer>")),
    ("console: ", lambda page: page.replace("</footer>", '<img src="https://example.org/a.png"></footer>')),
    ("console: ", lambda page: page.replace("</footer>", "<script>window.broken = 1</script></footer>")),
    ("request: https://example.org", lambda page: page.replace("default-src 'none'", "img-src *").replace(
        "</footer>", '<img src="https://example.org/a.png"></footer>')),
    ("exception: ", lambda page: page.replace('"use strict";', '"use strict"; nothing();')),
]


def with_hashes(page):
    """The page with a policy that allows its style and its script, so that a fault in them is not refused."""
    for kind, element in (("style", r"<style>(.*?)</style>"), ("script", r"<script>(.*?)</script>")):
        content = re.findall(element, page, re.S)[-1 if kind == "style" else 0]
        if "window.broken" in content:
            continue
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        page = re.sub(rf"{kind}-src &#39;sha256-[^&]*&#39;", lambda _: f"{kind}-src &#39;sha256-{digest}&#39;", page)
    return page


def main():
    original = pathlib.Path(sys.argv[1]).read_text()
    missed = 0
    browser = Browser()
    with tempfile.TemporaryDirectory() as folder:
        try:
            page = browser.page()
            for number, (expected, change) in enumerate(FAULTS):
                changed = with_hashes(change(original))
                path = pathlib.Path(folder) / f"{number}.html"
                path.write_text(changed)
                page.look(1280)
                page.open(str(path))
                found = list(unnamed_controls(page))
                for expression in (HEADINGS, PICTURES, OVERFLOW, CONTRAST, SCROLLED, FIRST_SCREEN):
                    found += page.run(expression)
                found += page.problems()
                if changed == original or not any(expected in problem for problem in found):
                    print(f"FAILED: fault {number} is not reported: {expected!r} is not in {found}", file=sys.stderr)
                    missed += 1
        finally:
            browser.close()
    print(f"{len(FAULTS)} faults, {missed} not reported")
    sys.exit(1 if missed else 0)


main()
