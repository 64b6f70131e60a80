// What scrolls sideways must be reachable with the keyboard, and have a name for assistive technology.
function makeReachable() {
  for (const region of document.querySelectorAll(".table-wrapper, .highlight pre")) {
    const scrolls = region.scrollWidth > region.clientWidth;
    const kind = region.matches("pre") ? "Code" : "Table";
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", kind]]) {
      if (scrolls) region.setAttribute(name, value); else region.removeAttribute(name);
    }
  }
}
addEventListener("load", makeReachable);
addEventListener("resize", makeReachable);
