/// The reason why a file is not a document that can be read.
public enum DocumentFault: Sendable, Hashable {
  /// The file exceeds the size limit.
  case tooLarge(bytes: Int, limit: Int)
  /// The elements are nested too deep.
  case tooDeep(limit: Int)
  /// There are too many elements.
  case tooManyElements(limit: Int)
  /// The document is in another encoding than UTF-8.
  case encoding(String)
  /// The file contains bytes that are not UTF-8, or characters that XML forbids.
  case notUTF8
  /// The document declares a document type, which a model does not have, or one with declarations.
  case documentType
  /// The reference is not to one of the five predefined entities or to a character.
  case entity(String)
  /// Something else was expected.
  case syntax(expected: String)
  /// An element has one attribute twice, or more than a hundred.
  case attributeTwice(String)
  /// An end tag does not match the start tag.
  case wrongEnd(found: String, expected: String)
  /// The file is a binary property list.
  case binary
}

/// A fault and its line.
package struct MarkupError: Error, Hashable {
  package let reason: DocumentFault
  /// Counted from 1.
  package let line: Int
  /// The character there; empty at the end of the file.
  package let found: String
}
