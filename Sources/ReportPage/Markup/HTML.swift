internal import VisibleText

/// A part of a page. Texts and attributes are escaped here and nowhere else, so that no text of a repository becomes
/// markup.
indirect enum HTML: Sendable {
  case tag(String, attributes: [(name: String, value: String)], children: [HTML])
  case text(String)
  case several([HTML])
  /// The content of a `script` or `style` element. It must not contain text of a repository that is not in JSON.
  case trusted(String)

  static let nothing = HTML.several([])

  /// Elements that have neither content nor an end tag. https://html.spec.whatwg.org/multipage/syntax.html#void-elements
  private static let void: Set<String> = ["br", "hr", "input", "link", "meta"]

  func write(to output: inout String) {
    switch self {
    case .text(let text): output += text.shown(keepingTabs: true).escaped
    case .several(let parts): for part in parts { part.write(to: &output) }
    case .trusted(let text): output += text
    case .tag(let name, let attributes, let children):
      output += "<\(name)"
      for attribute in attributes { output += " \(attribute.name)=\"\(attribute.value.shown().escaped)\"" }
      output += ">"
      if Self.void.contains(name) { return }
      for child in children { child.write(to: &output) }
      output += "</\(name)>"
    }
  }
}

extension HTML: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .text(value) }
}

/// Creates an element. An attribute with the value `nil` is left out.
func element(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ children: [HTML] = []) -> HTML {
  .tag(name, attributes: attributes.compactMap { name, value in value.map { (name, $0) } }, children: children)
}

/// A part that is folded. A browser that runs the script keeps the content as one text, of which the script makes elements
/// when the part is opened. The content must not contain another such part, because `noscript` cannot be nested.
func folded(_ attributes: KeyValuePairs<String, String?> = [:], summary: [HTML], _ content: [HTML]) -> HTML {
  element("details", attributes, [element("summary", [:], summary), element("noscript", [:], content)])
}

/// A box that is scrolled sideways if the window is narrow, also by keys.
func scrollable(_ label: String, _ children: [HTML]) -> HTML {
  element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": label], children)
}

/// Lines that are kept as they are.
func preformatted(_ lines: [String]) -> HTML {
  element("pre", [:], [element("code", [:], lines.map(HTML.text).joined(by: .trusted("\n")))])
}

extension [HTML] {
  /// The parts with something between them.
  func joined(by separator: HTML) -> [HTML] {
    enumerated().flatMap { $0.offset == 0 ? [$0.element] : [separator, $0.element] }
  }
}

extension String {
  /// More characters of one text are left out. Only a text that was made to be long is longer, and a page that repeated it
  /// would be too large for a browser.
  private static let longest = 10_000

  /// The text with every character visible, and without what follows its first ten thousand characters.
  func shown(keepingTabs keepsTabs: Bool = false) -> String {
    guard utf8.count > Self.longest,
      let end = unicodeScalars.index(startIndex, offsetBy: Self.longest, limitedBy: endIndex)
    else { return visible(keepingTabs: keepsTabs) }
    let rest = unicodeScalars.distance(from: end, to: endIndex)
    return rest == 0
      ? visible(keepingTabs: keepsTabs)
      : String(self[..<end]).visible(keepingTabs: keepsTabs) + "… (\(rest) more characters)"
  }

  fileprivate var escaped: String {
    guard utf8.contains(where: { Self.special.contains($0) }) else { return self }
    var text = ""
    text.reserveCapacity(utf8.count + 16)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static let special = Set("&<>\"'".utf8)
}
