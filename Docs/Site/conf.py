"""The configuration of `make site`: Sphinx with MyST, which reads Markdown by CommonMark's rules, as GitHub does.

The source folder is the repository, so that a page has the path of its Markdown file, with `.html`: the section SL302 of
`Docs/Findings.md` is `Docs/Findings.html#sl302`. Anchors are those of GitHub. Neither moves while its file and heading stay.
"""

import re
import shutil
from pathlib import Path

from docutils import nodes
from pygments import token
from pygments.lexer import RegexLexer, bygroups
from sphinx import addnodes
from sphinx.errors import ConfigError, ExtensionError
from sphinx.util import logging

here = Path(__file__).resolve().parent
top = here.parents[1]
logger = logging.getLogger(__name__)

project = "schemaledger"
author = "the authors of schemaledger"
copyright = author
html_title = "schemaledger"
html_theme = "furo"
html_theme_options = {"footer_icons": []}
html_static_path = ["site.css", "site.js"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_search_scorer = str(here / "scorer.js")
html_copy_source = False
html_use_index = False
# Text is as it was written, with straight quotes.
smartquotes = False
html_show_copyright = False
html_show_sphinx = False
# These have the contrast of WCAG's level AA on the theme's backgrounds.
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
# The blocks of console sessions and of rules have options of their own, such as `sql before`.
highlight_language = "text"

extensions = ["myst_parser"]
root_doc = "README"
include_patterns = [
    "README.md",
    "Commands/*.rst",
    "Docs/**.md",
    "Sources/*/*.docc/*.md",
    "Tests/README.md",
    "Tests/Scripts/CoreDataRules/README.md",
    "Tests/Scripts/Documents/README.md",
]
exclude_patterns = [".*"]
# Anchors of all headings, as GitHub makes them.
myst_heading_anchors = 6
# Pygments does not know each construct; such a block has fewer colours.
suppress_warnings = ["misc.highlighting_failure"]


def address(name):
    """Returns an address of the project from the Swift file that is its only place, or None."""
    text = (top / "Sources/LedgerCore/Findings/ProjectAddress.swift").read_text()
    found = re.search(rf'static let {name}: String\? = (nil|"([^"\\]*)")$', text, re.MULTILINE)
    if not found:
        raise ConfigError(f"ProjectAddress.swift does not declare {name}")
    return found[2]


html_baseurl = address("site") or ""


class TranscriptLexer(RegexLexer):
    """A transcript of a terminal. The lexer of Pygments takes a comment for a command of root."""

    name = "transcript"
    tokens = {
        "root": [
            (r"#.*\n", token.Comment),
            (r"([$>] ?)(.*\n)", bygroups(token.Generic.Prompt, token.Keyword)),
            (r".*\n", token.Text),
        ]
    }


def pages():
    """Returns the navigation in `pages.txt` as tables of contents: an indented line is a page of the group above it."""
    blocks = []
    for line in (here / "pages.txt").read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            blocks[-1].append("self" if line.strip() == root_doc else "/" + line.strip())
        else:
            blocks.append([f":caption: {line}", ":hidden:", ":maxdepth: 1"])
    return "".join("\n```{toctree}\n" + "\n".join(block) + "\n```\n" for block in blocks)


def read_source(app, docname, source):
    """Adapts what only DocC or GitHub understands."""
    text = source[0]
    if docname == root_doc:
        text += pages()
    if docname == "Docs/Rules/README":
        rules = sorted(path.stem for path in (top / "Docs/Rules").glob("SL*.md"))
        text += "\n```{toctree}\n:hidden:\n" + "\n".join(rules) + "\n```\n"
    if ".docc/" in docname:
        # A link of DocC to an article; the title is the article's.
        text = re.sub(r"<doc:([A-Za-z]+)>", r"[](\1.md)", text)
        # A symbol is code. DocC's list of symbols has no use without its pages.
        text = text.replace("``", "`")
    source[0] = text


def resolve_files(app, doctree):
    """Resolves links to files of the repository that are not pages.

    A file is published under its path. A folder is in the repository only; while the repository has no address, its name
    stays as text. A link to something that does not exist remains, and Sphinx reports it.
    """
    env = app.env
    for node in list(doctree.findall(lambda n: isinstance(n, (addnodes.download_reference, addnodes.pending_xref)))):
        if node.get("reftype") != "myst" or node.get("refdomain") == "doc":
            continue
        path = (top / env.docname).parent.joinpath(node["reftarget"].split("#")[0]).resolve()
        if not path.is_relative_to(top):
            logger.warning("a link leaves the repository: '%s'", node["reftarget"], location=node)
            continue
        if not node["reftarget"] or not path.exists():
            continue
        name = path.relative_to(top).as_posix()
        if path.is_file():
            env.published_files = getattr(env, "published_files", set()) | {name}
            up = "../" * env.docname.count("/")
            link = nodes.reference("", "", *node.children[0].children, internal=True, refuri=up + name)
        elif app.config.repository:
            link = nodes.reference("", "", *node.children[0].children, refuri=f"{app.config.repository}/tree/main/{name}")
        else:
            link = nodes.inline("", "", *node.children[0].children)
        node.replace_self(link)


def anchor_keys(app, doctree):
    """Gives each row of a table of keys an anchor: the one of its section, and the key, as in `kind-migrations-path`."""
    for table in doctree.findall(nodes.table):
        head = next(table.findall(nodes.thead))
        if head[0][0].astext() != "key":
            continue
        section = table.parent
        while not isinstance(section, nodes.section):
            section = section.parent
        for row in next(table.findall(nodes.tbody)):
            key = next(row[0].findall(nodes.literal)).astext()
            row["ids"].append(f"{section['ids'][0]}-{key}")


# What the theme leaves out and assistive technology needs: the level of a heading, and the names of landmarks.
ACCESSIBLE = [
    ('<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="2">'),
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="Pages">'),
    ('<aside class="toc-drawer', '<aside aria-label="Sections of this page" class="toc-drawer'),
    ('<div id="search-results"></div>', '<h1>Search</h1>\n<div id="search-results"></div>'),
]


def complete_pages(app, error):
    """Adds to the pages what is in `ACCESSIBLE`. A text that no page has belongs to another version of the theme."""
    if error or app.builder.name != "html":
        return
    missing = set(ACCESSIBLE)
    for path in sorted(Path(app.outdir).rglob("*.html")):
        text = path.read_text()
        for old, new in ACCESSIBLE:
            if old in text:
                missing.discard((old, new))
                text = text.replace(old, new)
        path.write_text(text)
    if missing:
        raise ExtensionError(f"no page contains what conf.py completes: {sorted(missing)}")


def drop_index_entries(app, doctree):
    """Removes the entries of options for an index of words, which the site does not have. The search shows them twice."""
    for node in list(doctree.findall(addnodes.index)):
        node.parent.remove(node)


def publish_files(app, error):
    """Copies the files that pages link to, and makes the README the first page."""
    if error or app.builder.name != "html":
        return
    for name in sorted(getattr(app.env, "published_files", set())):
        target = Path(app.outdir) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(top / name, target)
    shutil.copyfile(Path(app.outdir) / "README.html", Path(app.outdir) / "index.html")


def setup(app):
    app.add_config_value("repository", address("repository"), "env")
    app.add_lexer("console", TranscriptLexer)
    app.connect("source-read", read_source)
    app.connect("doctree-read", resolve_files, priority=100)
    app.connect("doctree-read", anchor_keys)
    app.connect("doctree-read", drop_index_entries)
    app.connect("build-finished", complete_pages)
    app.connect("build-finished", publish_files, priority=600)
