/// The comparison of any two versions, which the script of the page makes. The changes from each version to the next are
/// beside the versions, and need no script.
struct ComparisonSection {
  let part: Part

  var html: HTML {
    let line = part.line
    guard line.count > 1 else { return .nothing }
    func choice(_ label: String, _ name: String) -> HTML {
      element("label", [:], [.text(label + " "), element("select", [name: ""])])
    }
    return element(
      "section", ["id": part.address.section("compare"), "aria-label": "Compare", "hidden": "", "data-compare": ""],
      [
        part.heading("Compare"),
        element("p", ["class": "tools"], [choice("from", "data-from-version"), " ", choice("to", "data-to-version")]),
        element("div", ["aria-live": "polite", "data-comparison": ""]),
      ])
  }
}
