extension HTML {
  /// A count with its noun: `1 error`, `2 errors`.
  static func count(_ count: Int, _ noun: String, plural: String? = nil) -> HTML {
    .text("\(count) \(count == 1 ? noun : plural ?? noun + "s")")
  }

  /// A word that stands for a state, with a sign, so that no state is told by its colour alone.
  static func mark(_ kind: String, _ sign: String, _ word: String) -> HTML {
    element(
      "span", ["class": "mark \(kind)"],
      [element("span", ["aria-hidden": "true"], [.text(sign)]), .text(" " + word)])
  }
}
