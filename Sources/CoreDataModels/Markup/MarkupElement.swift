/// An element of a document, with its content.
struct MarkupElement {
  struct Attribute {
    let name: String
    let value: String
    /// Counted from 1.
    let line: Int
  }

  let name: String
  /// The line of the start tag, counted from 1.
  let line: Int
  let attributes: [Attribute]
  private(set) var children: [MarkupElement] = []
  /// The text directly in the element, without that of its children.
  private(set) var text = ""

  init(name: String, line: Int, attributes: [Attribute]) {
    (self.name, self.line, self.attributes) = (name, line, attributes)
  }

  /// The value of an attribute; `nil` if there is none.
  func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  mutating func append(_ child: MarkupElement) { children.append(child) }

  mutating func append(_ more: String) { text += more }
}
