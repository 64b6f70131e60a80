"""What is checked in a page. The expressions are evaluated by the browser, and return lists of problems."""

# The page may not be wider than the window. Wide tables scroll in boxes of their own.
OVERFLOW = """(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const wide = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > width + 1
    && !element.closest('.scroll, svg, pre'));
  return ['the page is ' + document.documentElement.scrollWidth + ' px wide: '
    + wide.slice(0, 3).map((element) => element.tagName + '.' + element.className).join(', ')];
})()"""

# One h1, and no level is left out.
HEADINGS = """(() => {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter((heading) => !heading.closest('dialog')).map((heading) => Number(heading.tagName[1]));
  const problems = [];
  if (levels.filter((level) => level === 1).length !== 1) problems.push('there is not exactly one h1');
  levels.forEach((level, index) => {
    if (level > (levels[index - 1] ?? 0) + 1) problems.push('heading ' + index + ' of level ' + level + ' leaves out a level');
  });
  return problems;
})()"""

# Each picture and each of its buttons has a name, and a picture that says nothing is hidden from screen readers.
PICTURES = """[...document.querySelectorAll('svg')].filter((picture) =>
  !picture.ariaHidden && !(picture.getAttribute('aria-label') || '').trim()).map(() => 'a picture has no name')"""

# The contrast of each text with the fill of its shape or with the backgrounds behind it, by WCAG 2.2:
# https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
CONTRAST = """(() => {
  const parse = (text) => (text.match(/[0-9.]+/g) || []).map(Number);
  const luminance = (color) => {
    const [r, g, b] = color.slice(0, 3).map((value) => {
      value /= 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const shape = at.matches('g.node') ? parse(getComputedStyle(at.querySelector('rect')).fill) : parse(style.backgroundColor);
      if (shape.length >= 3 && (shape[3] ?? 1) === 1) return shape;
    }
    return [255, 255, 255];
  };
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || !element.checkVisibility() || element.matches('script, style, title, option')) continue;
    const style = getComputedStyle(element);
    if (parseFloat(style.fontSize) === 0) continue;
    const color = parse(element.closest('svg') ? style.fill : style.color);
    const [a, b] = [luminance(color), luminance(background(element))].sort((a, b) => b - a);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.set(element.tagName + '.' + element.getAttribute('class'), ratio.toFixed(2));
  }
  return [...found].map(([element, ratio]) => 'the contrast of ' + element + ' is ' + ratio);
})()"""


# What is scrolled can be selected by keys and has a name.
SCROLLED = """[...document.querySelectorAll('body *')].filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
  && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
  && (element.tabIndex < 0 || element.getAttribute('role') !== 'region' || !(element.getAttribute('aria-label') || '').trim()))
  .map((element) => 'a box that scrolls cannot be selected or has no name: ' + element.tagName + '.' + element.className)"""

# Verdict, checks, changes and the picture are seen at once.
FIRST_SCREEN = """['.verdict', '.strip', '[aria-label="What changed"]', 'figure .picture'].filter((name) =>
  document.querySelector(name).getBoundingClientRect().bottom > innerHeight).map((name) => name + ' is below the first screen')"""


def unnamed_controls(page):
    """Controls of the accessibility tree that have no name. A screen reader could only say what they are."""
    roles = {"button", "link", "textbox", "searchbox", "slider", "combobox", "checkbox", "DisclosureTriangle", "region"}
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in roles:
            continue
        if not node.get("name", {}).get("value", "").strip():
            yield f"a {role} has no name"
