internal import CanonicalJSON

extension DeclaredModel {
  /// Parses a document. Its bytes must equal those that ``bytes`` would produce; a newline at the end is optional.
  ///
  /// - Throws: ``ModelDocumentError`` for anything else.
  public init(parsing bytes: [UInt8]) throws(ModelDocumentError) {
    guard let value = JSONValue(parsing: bytes) else { throw .notAnObject }
    if let format = value["format"]?.number, format > Self.documentFormat { throw .newerFormat(format) }
    let object = try DocumentObject(value, path: "", keys: ["entities", "format", "version"])
    guard let format = try object.number("format") else { throw .missing(path: "", key: "format") }
    guard format == Self.documentFormat else { throw .unknownValue(path: "", key: "format", value: String(format)) }
    guard value["entities"] != nil else { throw .missing(path: "", key: "entities") }
    self.init(
      version: try object.string("version"),
      entities: try object.sorted("entities", by: \.name) { (value, path) throws(ModelDocumentError) in
        try Entity(value, path: path)
      })
    let end = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    guard end.elementsEqual(self.bytes) else { throw .notCanonical }
  }
}

extension DeclaredModel {
  /// Whether a document states this version. It takes far less time than to parse the document: the version is the last member
  /// of the object, because members are sorted.
  public static func states(_ version: String, document bytes: [UInt8]) -> Bool {
    let end = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    let member = JSONValue.object(["version": .string(version)]).canonical.utf8.dropFirst()
    return end.suffix(member.count).elementsEqual(member)
  }
}

extension DeclaredModel.Entity {
  private static let keys: Set = [
    "abstract", "attributes", "hashModifier", "indexes", "name", "originalName", "relationships", "superentity",
    "transient", "unique",
  ]

  fileprivate init(_ value: JSONValue, path: String) throws(ModelDocumentError) {
    let object = try DocumentObject(value, path: path, keys: Self.keys)
    let unique = try object.list("unique") { (value, path) throws(ModelDocumentError) in
      try value.words(path: path)
    }
    let indexes = try object.list("indexes") { (value, path) throws(ModelDocumentError) in
      try DeclaredModel.Index(value, path: path)
    }
    self.init(
      name: try object.string("name"), originalName: try object.optionalString("originalName"),
      superentity: try object.optionalString("superentity"),
      attributes: try object.sorted("attributes", by: \.name) { (value, path) throws(ModelDocumentError) in
        try DeclaredModel.Attribute(value, path: path)
      },
      relationships: try object.sorted("relationships", by: \.name) { (value, path) throws(ModelDocumentError) in
        try DeclaredModel.Relationship(value, path: path)
      }, uniquenessConstraints: unique, indexes: indexes,
      transientAttributes: try object.sorted("transient", by: \.name) { (value, path) throws(ModelDocumentError) in
        try DeclaredModel.TransientAttribute(value, path: path)
      }, isAbstract: try object.flag("abstract"), hashModifier: try object.optionalString("hashModifier"))
    guard unique == uniquenessConstraints else { throw .wrongOrder(path: path, key: "unique") }
    guard indexes == self.indexes else { throw .wrongOrder(path: path, key: "indexes") }
  }
}

extension DeclaredModel.Index {
  fileprivate init(_ value: JSONValue, path: String) throws(ModelDocumentError) {
    let object = try DocumentObject(
      value, path: path, keys: ["condition", "descending", "kind", "name", "properties"])
    let descending = try object.strings("descending")
    self.init(
      kind: try object.value("kind", default: .binary), properties: try object.strings("properties"),
      name: try object.optionalString("name"), descending: descending,
      condition: try object.optionalString("condition"))
    guard descending == self.descending else { throw .wrongOrder(path: path, key: "descending") }
  }
}

extension DeclaredModel.TransientAttribute {
  fileprivate init(_ value: JSONValue, path: String) throws(ModelDocumentError) {
    let object = try DocumentObject(value, path: path, keys: ["hashModifier", "name", "optional", "type"])
    let type: DeclaredModel.AttributeType? = try object.optionalString("type") == nil ? nil : object.value("type")
    self.init(
      name: try object.string("name"), type: type, isOptional: try object.flag("optional"),
      hashModifier: try object.optionalString("hashModifier"))
  }
}

extension DeclaredModel.Attribute {
  private static let keys: Set = [
    "components", "default", "derivation", "hashModifier", "name", "optional", "options", "originalName", "type",
    "valueType",
  ]

  fileprivate init(_ value: JSONValue, path: String) throws(ModelDocumentError) {
    let object = try DocumentObject(value, path: path, keys: Self.keys)
    let options = try object.strings("options")
    guard options == options.sorted() else { throw .wrongOrder(path: path, key: "options") }
    self.init(
      name: try object.string("name"), originalName: try object.optionalString("originalName"),
      type: try object.value("type"), valueType: try object.optionalString("valueType"),
      isOptional: try object.flag("optional"), defaultText: try object.optionalString("default"), options: options,
      hashModifier: try object.optionalString("hashModifier"),
      components: try object.list("components") { (value, path) throws(ModelDocumentError) in
        try DeclaredModel.Attribute(value, path: path)
      }, derivation: try object.optionalString("derivation"))
  }
}

extension DeclaredModel.Relationship {
  private static let keys: Set = [
    "deleteRule", "destination", "hashModifier", "inverse", "maximumCount", "minimumCount", "name", "optional",
    "ordered", "originalName", "toMany",
  ]

  fileprivate init(_ value: JSONValue, path: String) throws(ModelDocumentError) {
    let object = try DocumentObject(value, path: path, keys: Self.keys)
    self.init(
      name: try object.string("name"), originalName: try object.optionalString("originalName"),
      destination: try object.string("destination"), isToMany: try object.flag("toMany"),
      isOptional: try object.flag("optional"), deleteRule: try object.value("deleteRule", default: .nullify),
      inverse: try object.optionalString("inverse"), minimumCount: try object.number("minimumCount"),
      maximumCount: try object.number("maximumCount"), hashModifier: try object.optionalString("hashModifier"),
      isOrdered: try object.flag("ordered"))
  }
}

extension JSONValue {
  fileprivate func words(path: String) throws(ModelDocumentError) -> [String] {
    guard let words = array?.map(\.string), !words.contains(nil) else {
      throw .wrongKind(path: path, key: "the value", expected: "a list of strings")
    }
    return words.compactMap { $0 }
  }
}
