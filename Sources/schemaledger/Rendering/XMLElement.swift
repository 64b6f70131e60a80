/// An XML element that has either text or children.
struct XMLElement {
  let name: String
  var attributes: [(name: String, value: String)] = []
  var text: String?
  var children: [XMLElement] = []

  /// The complete document, with a line for each element. Text is not reformatted.
  var document: String {
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    write(to: &text, margin: "")
    return text
  }

  private func write(to output: inout String, margin: String) {
    output += "\(margin)<\(name)"
    for attribute in attributes { output += " \(attribute.name)=\"\(Self.escaped(attribute: attribute.value))\"" }
    if let text {
      output += ">\(Self.escaped(text))</\(name)>\n"
    } else if children.isEmpty {
      output += "/>\n"
    } else {
      output += ">\n"
      for child in children { child.write(to: &output, margin: margin + "  ") }
      output += "\(margin)</\(name)>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.withVisibleControls.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Escapes an attribute. A parser converts white space in an attribute into spaces, unless it is a character
  /// reference.
  /// https://www.w3.org/TR/xml/#AVNormalize
  private static func escaped(attribute: String) -> String {
    escaped(attribute).replacing("\"", with: "&quot;").replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }
}
