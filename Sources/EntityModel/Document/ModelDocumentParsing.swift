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

extension DeclaredModel.Entity {
  private static let keys: Set = [
    "attributes", "indexes", "name", "originalName", "relationships", "superentity", "unique",
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
      }, uniquenessConstraints: unique, indexes: indexes)
    guard unique == uniquenessConstraints else { throw .wrongOrder(path: path, key: "unique") }
    guard indexes == self.indexes else { throw .wrongOrder(path: path, key: "indexes") }
  }
}

extension DeclaredModel.Index {
  fileprivate init(_ value: JSONValue, path: String) throws(ModelDocumentError) {
    let object = try DocumentObject(value, path: path, keys: ["kind", "properties"])
    self.init(kind: try object.value("kind", default: .binary), properties: try object.strings("properties"))
  }
}

extension DeclaredModel.Attribute {
  private static let keys: Set = [
    "components", "default", "hashModifier", "name", "optional", "options", "originalName", "type", "valueType",
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
      })
  }
}

extension DeclaredModel.Relationship {
  private static let keys: Set = [
    "deleteRule", "destination", "hashModifier", "inverse", "maximumCount", "minimumCount", "name", "optional",
    "originalName", "toMany",
  ]

  fileprivate init(_ value: JSONValue, path: String) throws(ModelDocumentError) {
    let object = try DocumentObject(value, path: path, keys: Self.keys)
    self.init(
      name: try object.string("name"), originalName: try object.optionalString("originalName"),
      destination: try object.string("destination"), isToMany: try object.flag("toMany"),
      isOptional: try object.flag("optional"), deleteRule: try object.value("deleteRule", default: .nullify),
      inverse: try object.optionalString("inverse"), minimumCount: try object.number("minimumCount"),
      maximumCount: try object.number("maximumCount"), hashModifier: try object.optionalString("hashModifier"))
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
