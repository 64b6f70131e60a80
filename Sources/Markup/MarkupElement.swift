/// An element of a document, with its content.
package struct MarkupElement {
  package struct Attribute {
    package let name: String
    package let value: String
    /// Counted from 1.
    package let line: Int
  }

  package let name: String
  /// The line of the start tag, counted from 1.
  package let line: Int
  package let attributes: [Attribute]
  package private(set) var children: [MarkupElement] = []
  /// The text directly in the element, without that of its children.
  package private(set) var text = ""

  init(name: String, line: Int, attributes: [Attribute]) {
    (self.name, self.line, self.attributes) = (name, line, attributes)
  }

  /// The value of an attribute; `nil` if there is none.
  package func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  mutating func append(_ child: MarkupElement) { children.append(child) }

  mutating func append(_ more: String) { text += more }
}
