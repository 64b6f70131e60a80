/// An XML element that has either text or children.
struct XMLElement {
  let name: DisplayText
  var attributes: [(name: DisplayText, value: DisplayText)] = []
  var text: DisplayText?
  var children: [XMLElement] = []

  /// The complete document, with a line for each element. Text is not reformatted.
  var document: DisplayText {
    var text: DisplayText = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    write(to: &text, margin: "")
    return text
  }

  private func write(to output: inout DisplayText, margin: DisplayText) {
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

  /// Escapes text. A reader of XML gets it unchanged, and a CI does not see a command in it.
  private static func escaped(_ text: DisplayText) -> DisplayText {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .withoutCommands { $0 == ":" ? "&#58;" : "&#91;" }
  }

  /// Escapes an attribute. A parser converts white space in an attribute into spaces, unless it is a character
  /// reference.
  /// https://www.w3.org/TR/xml/#AVNormalize
  private static func escaped(attribute: DisplayText) -> DisplayText {
    escaped(attribute).replacing("\"", with: "&quot;").replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }
}
