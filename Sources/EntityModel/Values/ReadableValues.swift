internal import CanonicalJSON

/// Which stored values the program can read, where the model does not say it: the raw values of enumerations, and the keys of
/// structures in collections, which are stored as a whole. The stores of two programs that differ in them are equal.
///
/// The document, `values.json`, is canonical JSON:
///
/// ```json
/// {"format":1,"values":{"Note.kind":{"cases":["done","draft"]},"Note.parts[]":{"keys":{"name":{"type":"String"}}}}}
/// ```
public struct ReadableValues: Sendable, Hashable {
  /// What one type reads.
  public enum Content: Sendable, Hashable {
    /// The values of an enumeration, sorted: raw values, or else the names of cases.
    case cases([String])
    /// The keys of a structure, by name.
    case keys([String: Key])
  }

  /// A key of a structure.
  public struct Key: Sendable, Hashable {
    /// The Swift type, without its module and without the optional.
    public let type: String
    /// Whether the key may be missing.
    public let isOptional: Bool

    /// Creates a key.
    public init(type: String, isOptional: Bool) {
      self.type = type
      self.isOptional = isOptional
    }
  }

  /// What the types read, by place: `Note.kind`, the elements of a collection as `Note.parts[]`, the keys of a dictionary as
  /// `Note.scores{}`, and the parts of structures as `Note.parts[].kind`. The entity is the one that declares the property.
  public let contents: [String: Content]

  /// Creates values from what the types read.
  public init(_ contents: [String: Content] = [:]) { self.contents = contents }

  /// Whether nothing is to be said.
  public var isEmpty: Bool { contents.isEmpty }
}

extension ReadableValues {
  private static let format = 1

  /// The document, without a newline.
  public var bytes: [UInt8] {
    let document: JSONValue = ["format": .number(Self.format), "values": .object(contents.mapValues(\.document))]
    return Array(document.canonical.utf8)
  }

  /// Parses a document. Its bytes must equal ``bytes``.
  ///
  /// - Throws: ``ModelDocumentError`` for anything else.
  public init(parsing bytes: [UInt8]) throws(ModelDocumentError) {
    guard let value = JSONValue(parsing: bytes) else { throw .notAnObject }
    if let format = value["format"]?.number, format > Self.format { throw .newerFormat(format) }
    _ = try DocumentObject(value, path: "", keys: ["format", "values"])
    guard let values = value["values"]?.object else { throw .missing(path: "", key: "values") }
    var contents: [String: Content] = [:]
    for (path, value) in values { contents[path] = try Content(value, path: path) }
    self.contents = contents
    guard bytes.elementsEqual(self.bytes) else { throw .notCanonical }
  }
}

extension ReadableValues.Content {
  fileprivate var document: JSONValue {
    switch self {
    case .cases(let cases): ["cases": .array(cases.sorted().map { .string($0) })]
    case .keys(let keys): ["keys": .object(keys.mapValues(\.document))]
    }
  }

  fileprivate init(_ value: JSONValue, path: String) throws(ModelDocumentError) {
    let object = try DocumentObject(value, path: path, keys: ["cases", "keys"])
    guard value["keys"] != nil else {
      self = .cases(try object.strings("cases"))
      return
    }
    var keys: [String: ReadableValues.Key] = [:]
    for (name, key) in value["keys"]?.object ?? [:] {
      let object = try DocumentObject(key, path: "\(path).\(name)", keys: ["optional", "type"])
      keys[name] = ReadableValues.Key(type: try object.string("type"), isOptional: try object.flag("optional"))
    }
    self = .keys(keys)
  }
}

extension ReadableValues.Key {
  fileprivate var document: JSONValue {
    JSONValue(present: ["optional": isOptional ? true : nil, "type": .string(type)])
  }
}
