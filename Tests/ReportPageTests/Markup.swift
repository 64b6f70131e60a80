/// The elements of a page, read by a parser that accepts only what the page should be: each element is closed, each
/// attribute has one quoted value, and `<` and `&` are never text.
struct Markup {
  struct Element {
    var name: String
    var attributes: [String: String]
    /// The content as it is written, of `script` and `style` only.
    var content = ""
    /// The names of the elements around it, outermost first.
    var ancestors: [String]
  }

  private(set) var elements: [Element] = []
  /// The text of all elements but `script` and `style`, with references replaced.
  private(set) var text = ""
  private(set) var problems: [String] = []

  private static let void: Set<String> = ["br", "hr", "input", "link", "meta"]
  private static let references = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]

  init(_ page: String) {
    var rest = Substring(page)
    var open: [String] = []
    if rest.hasPrefix("<!DOCTYPE html>\n") {
      rest = rest.dropFirst("<!DOCTYPE html>\n".count)
    } else {
      problems.append("no document type")
    }
    while let bracket = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      text += decoded(rest[..<bracket])
      rest = rest[bracket...].dropFirst()
      guard let end = rest.utf8.firstIndex(of: UInt8(ascii: ">")) else {
        problems.append("a tag is not closed")
        return
      }
      let tag = rest[..<end]
      rest = rest[end...].dropFirst()
      if tag.first == "/" {
        if open.last == String(tag.dropFirst()) {
          open.removeLast()
        } else {
          problems.append("</\(tag.dropFirst())> closes \(open.last ?? "nothing")")
        }
        continue
      }
      var element = read(tag, in: open)
      if ["script", "style"].contains(element.name) {
        let close = "</\(element.name)"
        let content = rest.utf8
        var at = content.startIndex
        while at < content.endIndex, !content[at...].starts(with: close.utf8) { at = content.index(after: at) }
        element.content = String(rest[..<at])
        rest = rest[at...]
      }
      elements.append(element)
      if !Self.void.contains(element.name) { open.append(element.name) }
    }
    text += decoded(rest)
    if !open.isEmpty { problems.append("not closed: \(open)") }
  }

  private mutating func read(_ tag: Substring, in ancestors: [String]) -> Element {
    let name = tag.prefix { $0.isLetter || $0.isNumber }
    if name.isEmpty { problems.append("a tag without a name: \(tag.prefix(40))") }
    var element = Element(name: String(name), attributes: [:], ancestors: ancestors)
    var rest = tag.dropFirst(name.count)
    while !rest.isEmpty {
      let name = rest.dropFirst().prefix { $0 != "=" }
      let value = rest.dropFirst(name.count + 2)
      guard rest.first == " ", !name.isEmpty, !name.contains(where: { $0 == " " || $0 == "\"" }), value.first == "\"",
        let end = value.dropFirst().firstIndex(of: "\"")
      else {
        problems.append("not an attribute: \(rest.prefix(40))")
        break
      }
      let isNew = element.attributes.updateValue(decoded(value.dropFirst()[..<end]), forKey: String(name)) == nil
      if !isNew { problems.append("twice in one element: \(name)") }
      rest = value[end...].dropFirst()
    }
    return element
  }

  private mutating func decoded(_ text: Substring) -> String {
    var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
    var decoded = String(parts.removeFirst())
    for part in parts {
      let name = part.prefix { $0 != ";" }
      if let character = Self.references[String(name)], name.count < part.count {
        decoded += character + part.dropFirst(name.count + 1)
      } else {
        problems.append("not a reference: &\(part.prefix(20))")
      }
    }
    return decoded
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }
}
