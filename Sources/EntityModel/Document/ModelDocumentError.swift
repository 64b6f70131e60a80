/// Why a document is no ``DeclaredModel``. A `path` says where, such as `entities[0].attributes[2]`; it is empty for
/// the document itself.
public enum ModelDocumentError: Error, Sendable, Hashable {
  /// It is no JSON object, has a number that is not whole, or is nested more than 64 deep.
  case notAnObject
  /// It says a format that this version does not know.
  case newerFormat(Int)
  /// A key has to be there and is not.
  case missing(path: String, key: String)
  /// A key that the format does not have.
  case unknownKey(path: String, key: String)
  /// A value of another kind than the key has, such as `a string`.
  case wrongKind(path: String, key: String, expected: String)
  /// A word that the key does not know.
  case unknownWord(path: String, key: String, word: String)
  /// A list that is not sorted, or has something twice.
  case wrongOrder(path: String, key: String)
  /// It says the same as a document of this format, in other bytes: with white space, a default written out, a key
  /// twice.
  case notCanonical
}

extension ModelDocumentError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var message: String {
    switch self {
    case .notAnObject: "the model document is no JSON object"
    case .newerFormat(let format):
      "the model document has format \(format), and this version reads \(DeclaredModel.documentFormat)"
    case .missing(let path, let key): "\(Self.place(path)) has no \(key)"
    case .unknownKey(let path, let key): "\(Self.place(path)) has a key \(key), which is unknown"
    case .wrongKind(let path, let key, let expected): "\(key) of \(Self.place(path)) is not \(expected)"
    case .unknownWord(let path, let key, let word): "\(key) of \(Self.place(path)) is \(word), which is unknown"
    case .wrongOrder(let path, let key): "\(key) of \(Self.place(path)) is not sorted, or has something twice"
    case .notCanonical: "the model document is not written as canonical JSON"
    }
  }

  /// What to do about it.
  public var hint: String {
    if case .newerFormat = self { return "use the version that wrote it, or a later one" }
    return "take it back from Git as it was frozen: git checkout -- FILE"
  }

  /// The ``message`` and the ``hint``.
  public var description: String { "\(message): \(hint)" }

  private static func place(_ path: String) -> String { path.isEmpty ? "the model document" : path }
}
