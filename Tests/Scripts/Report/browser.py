"""Checks the pages of a folder in Chromium: the arguments are the folder and, optionally, a folder for screenshots."""
import pathlib
import sys

from devtools import Browser
from inspection import CONTRAST, FIRST_SCREEN, HEADINGS, OVERFLOW, PICTURES, SCROLLED, unnamed_controls
from interaction import check_interaction

WIDTHS = (320, 768, 1280)
FIRST_SCREENS = ((1400, 900), (390, 844))
# CPU time, so that other work of the machine does not count.
INTERACTIVE_SECONDS = 1.0
# A page of 19 findings, on A4 or Letter.
PRINTED_PAGES = 6
# 200 versions of 300 tables, before anything is opened.
ELEMENTS = 6000

problems = []


def report(name, found):
    for problem in found:
        problems.append(f"{name}: {problem}")


def expect(name, what, value, wanted):
    if value != wanted:
        problems.append(f"{name}: {what}: {value!r} instead of {wanted!r}")


def check_looks(page, name, path, pictures):
    """What depends on the width and the colours. All details are open, so that their text is checked, too."""
    for dark in (False, True):
        for width in WIDTHS:
            page.look(width, dark)
            page.open(path)
            scheme = "dark" if dark else "light"
            if pictures:
                page.screenshot(pictures / f"{name}-{width}-{scheme}.png")
            page.run("document.querySelectorAll('details').forEach((details) => { details.open = true });"
                     " new Promise((done) => setTimeout(done, 50))")
            report(f"{name} at {width}, {scheme}", page.run(SCROLLED))
            report(f"{name} at {width}, {scheme}", page.run(OVERFLOW))
            # The colours do not depend on the width, except for what narrow pages hide.
            if width != 768:
                report(f"{name} at {width}, {scheme}", page.run(CONTRAST))


def check_structure(page, name, path):
    page.look(1280)
    page.open(path)
    report(name, page.run(HEADINGS))
    report(name, page.run(PICTURES))
    report(name, sorted(set(unnamed_controls(page))))
    expect(name, "global of a script in a name", page.run("typeof window.broken"), "undefined")
    for landmark in ("header", "nav", "main", "footer"):
        expect(name, f"number of <{landmark}>", page.run(f"document.querySelectorAll('body > {landmark}').length"), 1)
    # Last, because the browser reports some of them after it has loaded the page.
    report(name, page.problems())


def check_without_scripts(browser, name, path):
    """Everything that the page says is there without its script, and no control that does nothing."""
    page = browser.page()
    page.look(1280)
    page.open(path, scripts=False)
    # Chromium evaluates an expression of the debugger although the page's own scripts are disabled.
    expect(name, "versions without scripts", page.run("document.querySelectorAll('table.versions tbody tr').length > 0"), True)
    expect(name, "tables without scripts", page.run("document.querySelectorAll('details.table table').length > 0"), True)
    expect(name, "pictures without scripts that are cut off",
           page.run("[...document.querySelectorAll('.picture')].some((box) => getComputedStyle(box).overflow === 'hidden')"), False)
    visible = page.run(
        "[...document.querySelectorAll('button, input, select')].filter((control) => control.checkVisibility())"
        ".map((control) => control.outerHTML)")
    expect(name, "controls without scripts", visible, [])
    report(name + " without scripts", page.problems())


def check_hostile(page, path):
    """Names become part of what the script shows as well: select each version, and search."""
    page.look(1280)
    page.open(path)
    page.run("""(() => {
      for (const slider of document.querySelectorAll('[data-slider]')) {
        for (let value = 0; value <= slider.max; value++) {
          slider.value = value;
          slider.dispatchEvent(new Event('input'));
          slider.dispatchEvent(new Event('change'));
        }
      }
      for (const select of document.querySelectorAll('select')) {
        select.selectedIndex = 0;
        select.dispatchEvent(new Event('change'));
      }
      for (const node of document.querySelectorAll('.node')) node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      const search = document.querySelector('[data-search]');
      search.value = '<img src=x onerror="window.broken = 4">';
      for (const event of ['input', 'change']) search.dispatchEvent(new Event(event));
    })()""")
    page.run("new Promise((done) => setTimeout(done, 200))")
    expect("hostile", "global of a script in a name", page.run("typeof window.broken"), "undefined")
    expect("hostile", "elements of names", page.run("document.querySelectorAll('img, iframe, object, embed, base').length"), 0)
    expect("hostile", "script elements", page.run("document.querySelectorAll('script').length"), 2)
    expect("hostile", "links out of the page",
           page.run("[...document.querySelectorAll('[href]')]"
                    ".filter((link) => !link.getAttribute('href').startsWith('#')).length"), 0)
    report("hostile", page.problems())


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    pictures = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    browser = Browser()
    try:
        page = browser.page()
        pages = sorted(folder.glob("*.html"))
        if not pages:
            raise SystemExit(f"report: there are no pages in {folder}")
        for path in pages:
            check_structure(page, path.stem, str(path))
            check_looks(page, path.stem, str(path), pictures)
        for name in ("notes", "wide"):
            check_without_scripts(browser, name, str(folder / f"{name}.html"))
        check_hostile(page, str(folder / "hostile.html"))
        report("notes", check_interaction(page, str(folder / "notes.html")))
        page.look(1280)
        for name in ("large", "huge"):
            page.open(str(folder / f"{name}.html"))
            computing = page.thread_seconds()
            elements = page.run("document.querySelectorAll('*').length")
            print(f"{name}: interactive after {page.loading:.2f} s, of which {computing:.2f} s are CPU time of the page,"
                  f" {elements} elements")
            if computing > INTERACTIVE_SECONDS:
                problems.append(f"{name}: {computing:.2f} s of CPU time until it is interactive")
            if elements > ELEMENTS:
                problems.append(f"{name}: {elements} elements")
        page.open(str(folder / "findings.html"))
        printed = page.printed_pages()
        print(f"findings: {printed} printed pages")
        if not 0 < printed <= PRINTED_PAGES:
            problems.append(f"findings: {printed} printed pages")
        for width, height in FIRST_SCREENS:
            page.look(width, height=height)
            page.open(str(folder / "notes.html"))
            report(f"notes at {width}", page.run(FIRST_SCREEN))
    finally:
        browser.close()
    for problem in problems:
        print("FAILED:", problem, file=sys.stderr)
    print(f"{len(pages)} pages, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
