"""Uses a page by keys and addresses. The names are those of the page `notes` of SampleReports."""

import time

from inspection import CONTRAST

SHOWN_CHECKS = "[...document.querySelectorAll('.checks tbody tr')].filter((row) => !row.hidden).length"
VIEW = "document.querySelector('figure .diagram').getAttribute('viewBox')"
# Not requestAnimationFrame, which a page in the background does not call.
WAIT = "new Promise((done) => setTimeout(done, 40))"


def check_interaction(page, path):
    found = []

    def expect(what, expression, wanted):
        page.run(WAIT)
        value = page.run(expression)
        # A busy machine may need more time.
        deadline = time.monotonic() + 5
        while value != wanted and time.monotonic() < deadline:
            page.run(WAIT)
            value = page.run(expression)
        if value != wanted:
            found.append(f"{what}: {value!r} instead of {wanted!r}")

    def text(selector):
        return f"document.querySelector({selector!r}).textContent"

    def compared(start):
        return ("[...document.querySelectorAll('[data-comparison] li')]"
                f".some((item) => item.textContent.startsWith({start!r}))")

    # Keys.
    page.open(path)
    page.key("/")
    expect("/ focuses the search", "document.activeElement.matches('[data-search]')", True)
    page.open(path)
    page.key("j")
    expect("j selects the first finding", "document.querySelector('.finding.current').matches('.failed')", True)
    page.key("j")
    expect("j selects the second finding", "document.querySelector('.finding.current').matches('.warned')", True)
    expect("j sets the address", "document.getElementById(location.hash.slice(1)) === document.querySelector('.current')", True)
    page.key("k")
    expect("k goes back", "document.querySelector('.finding.current').matches('.failed')", True)
    page.key("[")
    expect("[ shows an older version", text("[data-slider-name]"), "1.4.0")
    page.key("]")
    expect("] shows a newer version", text("[data-slider-name]"), "1.5.0")
    page.key("]")
    expect("] stays at the newest version", text("[data-slider-name]"), "1.5.0")
    page.key("?")
    expect("? opens the help", "document.querySelector('dialog').open", True)
    page.key("Escape")
    expect("Esc closes the help", "document.querySelector('dialog').open", False)

    # The diagram.
    page.run("document.querySelector('.node').focus()")
    page.key("Enter")
    expect("Enter selects a table", "document.activeElement.getAttribute('aria-pressed')", "true")
    expect("its neighbours stay", "document.querySelectorAll('.node.near').length > 1", True)
    expect("the others are dimmed", "document.querySelectorAll('.node:not(.near)').length > 0", True)
    page.key("Escape")
    expect("Esc deselects it", "document.querySelectorAll('.near').length", 0)
    page.key(" ")
    expect("space selects a table", "document.activeElement.getAttribute('aria-pressed')", "true")
    page.key("Escape")
    # Its zoom. Ctrl and the wheel keep the point below the pointer, and a drag is no click.
    fitted = page.run(VIEW)
    page.run("document.querySelector('figure .picture').focus()")
    page.key("+")
    expect("+ zooms in", f"Number({VIEW}.split(' ')[2]) < {float(fitted.split(' ')[2]) * 3} && {VIEW} !== {fitted!r}", True)
    zoomed = page.run(VIEW)
    page.key("ArrowRight")
    expect("an arrow moves it", f"Number({VIEW}.split(' ')[0]) > {float(zoomed.split(' ')[0])}", True)
    page.key("0")
    expect("0 fits it", VIEW, fitted)
    expect("it is not wider than its box", "(() => { const [svg, box] = ['.diagram', '.picture'].map((name) => "
           "document.querySelector('figure ' + name).getBoundingClientRect());"
           " return svg.width <= box.width && svg.height <= box.height })()", True)
    page.run("document.querySelector('[data-zoom=\"-\"]').click()")
    expect("a button zooms out", f"{VIEW} !== {fitted!r}", True)
    page.key("0")
    page.run("document.querySelector('figure .picture').dispatchEvent(new WheelEvent('wheel', { bubbles: true, "
             "cancelable: true, ctrlKey: true, deltaY: -240 }))")
    expect("ctrl and the wheel zoom in", f"Number({VIEW}.split(' ')[2]) > 0 && {VIEW} !== {fitted!r}", True)
    zoomed = page.run(VIEW)
    page.run("""(() => { const node = document.querySelector('.node');
      const send = (kind, x) => node.dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX: x, clientY: 0 }));
      send('pointerdown', 0); send('pointermove', 20); send('pointermove', 60); send('pointerup', 60);
      node.dispatchEvent(new MouseEvent('click', { bubbles: true })) })()""")
    expect("a drag moves it", f"Number({VIEW}.split(' ')[0]) < {float(zoomed.split(' ')[0])}", True)
    expect("a drag selects nothing", "document.querySelectorAll('.node.picked').length", 0)
    page.run("document.querySelector('[data-zoom=\"0\"]').click()")
    expect("fit fits it", VIEW, fitted)
    page.run("""(() => { const slider = document.querySelector('[data-slider]'); slider.value = 1;
      slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change')) })()""")
    expect("the slider shows a version", text("figcaption"), "The schema of 1.2.0")
    expect("a changed table says so", "[...document.querySelectorAll('.node.changed')].every((node) => "
           "node.getAttribute('aria-label').endsWith(', changed')"
           " && node.querySelector('.name').textContent.startsWith('~ '))", True)
    for dark in (True, False):
        page.look(1280, dark)
        found += [f"changes in the diagram: {problem}" for problem in page.run(CONTRAST)]
    expect("the slider sets the address", "location.hash", "#v/1.2.0")
    page.run("document.querySelector('figcaption').dataset.kept = 'yes'; history.back()")
    expect("the back button does not reload the page", "document.querySelector('figcaption').dataset.kept", "yes")

    # Addresses.
    page.open(path, "#v/1.0.0")
    expect("#v/ shows a version", text("[data-slider-name]"), "1.0.0")
    page.open(path, "#v/1.2.0/table/things_3")
    expect("#v/…/table/ selects a table", "document.querySelector('.node.picked').dataset.table", "things_3")
    page.open(path, "#diff/1.0.0..1.5.0")
    expect("#diff/ compares", "[document.querySelector('[data-from-version]').selectedOptions[0].text,"
           " document.querySelector('[data-to-version]').selectedOptions[0].text].join()", "1.0.0,1.5.0")
    expect("the comparison has the new table",
           compared("+ added things_7: table"), True)
    page.open(path, "#diff/1.5.0..1.0.0")
    expect("a comparison backwards removes it",
           compared("− removed things_7: table"), True)
    page.run("location.hash = '#diff/1.3.0..1.4.0'")
    page.run(WAIT)
    page.run("history.back()")
    page.run("new Promise((done) => setTimeout(done, 150))")
    expect("the back button restores a comparison",
           "document.querySelector('[data-from-version]').selectedOptions[0].text", "1.5.0")
    page.open(path)
    address = page.run("document.querySelector('.finding.warned').id")
    page.open(path, "#" + address)
    expect("#finding/ opens it", "document.querySelector('.finding.warned').open", True)
    page.open(path, "#table/things_2")
    expect("#table/ opens it", "document.getElementById('table/things_2').open", True)
    page.open(path, "#q=failed")
    expect("#q= fills the search", "document.querySelector('[data-search]').value", "failed")
    expect("#q=failed hides what passed", SHOWN_CHECKS, 2)
    page.open(path, "#q=things_3")
    expect("#q= hides other tables", "[...document.querySelectorAll('.table')].filter((table) => !table.hidden)"
           ".some((table) => table.id === 'table/things_3')", True)
    expect("a search hides sections without a match", "document.getElementById('versions').checkVisibility()", False)
    page.run("location.hash = '#versions'; document.querySelector('[data-search]').value = ''; "
             "document.querySelector('[data-search]').dispatchEvent(new Event('input'))")
    expect("an empty search shows them again", "document.getElementById('versions').checkVisibility()", True)
    page.open(path, "#%E0%A4%A")
    expect("an address that is not UTF-8 is ignored", text("[data-slider-name]"), "1.5.0")

    # The comparison in the bar.
    page.open(path)
    page.run("(() => { const list = document.querySelector('[data-from-version]'); list.value = '0 0';"
             " list.dispatchEvent(new Event('change')) })()")
    expect("a choice compares", text("[data-compare-title]"), "1.0.0 → 1.5.0: 10 changes")
    expect("a choice sets the address", "location.hash", "#diff/1.0.0..1.5.0")
    page.run("document.querySelector('[data-compare-close]').click()")
    expect("close hides the comparison", "document.querySelector('[data-compare]').hidden", True)

    # Folded parts become elements when they are opened.
    expect("a folded table is one text", "document.querySelectorAll('.table table').length", 0)
    page.run("document.querySelector('.table').open = true")
    expect("an opened table has its columns", "document.querySelectorAll('.table table tbody tr').length", 9)
    page.run("location.hash = '#rule/SL302'")
    expect("#rule/ opens the text of a rule", "document.querySelector('.rule').open && "
           "document.querySelectorAll('.rule p').length > 0", True)
    page.run("location.hash = document.querySelector('.strip tbody a').getAttribute('href')")
    expect("a version of the strip leads to its row", "document.getElementById(location.hash.slice(1)).tagName", "TR")
    found += page.problems()
    return found
