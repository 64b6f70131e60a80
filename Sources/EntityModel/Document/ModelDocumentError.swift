/// An error in a model document. `path` is the location, such as `entities[0].attributes[2]`; it is empty for the
/// document itself.
public enum ModelDocumentError: Error, Sendable, Hashable {
  /// The document is not a JSON object, contains a number that is not an integer, or is nested more than 64 levels
  /// deep.
  case notAnObject
  /// The document has a format that this version does not know.
  case newerFormat(Int)
  /// A required key is missing.
  case missing(path: String, key: String)
  /// The format does not define the key.
  case unknownKey(path: String, key: String)
  /// The value has the wrong type; `expected` is the correct one, such as `a string`.
  case wrongKind(path: String, key: String, expected: String)
  /// The value is not one of the key's values.
  case unknownValue(path: String, key: String, value: String)
  /// The list is not sorted or contains duplicates.
  case wrongOrder(path: String, key: String)
  /// The content is valid, but not in canonical form: there is white space, a default value that should be omitted, or
  /// a duplicate key.
  case notCanonical
}

extension ModelDocumentError: CustomStringConvertible {
  /// The error as one sentence.
  public var message: String {
    switch self {
    case .notAnObject: "the model document is not a JSON object"
    case .newerFormat(let format):
      "the model document has format \(format), and this version reads \(DeclaredModel.documentFormat)"
    case .missing(let path, let key): "\(Self.place(path)) has no \(key)"
    case .unknownKey(let path, let key): "\(Self.place(path)) has an unknown key \(key)"
    case .wrongKind(let path, let key, let expected): "\(key) of \(Self.place(path)) is not \(expected)"
    case .unknownValue(let path, let key, let value): "\(key) of \(Self.place(path)) has the unknown value \(value)"
    case .wrongOrder(let path, let key): "\(key) of \(Self.place(path)) is not sorted, or has duplicates"
    case .notCanonical: "the model document is not canonical JSON"
    }
  }

  /// The suggested next step.
  public var hint: String {
    if case .newerFormat = self { return "use the version that wrote it, or a later one" }
    return "restore the frozen file from Git: git checkout -- FILE"
  }

  /// The ``message`` and the ``hint``.
  public var description: String { "\(message): \(hint)" }

  private static func place(_ path: String) -> String { path.isEmpty ? "the model document" : path }
}
