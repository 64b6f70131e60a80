package import CanonicalJSON
package import SQLiteData
internal import SQLiteSyntax

extension DatabaseProfile {
  /// The file in the ledger's folder.
  package static let fileName = "profile.json"
  private static let format = 1

  /// The content of the file.
  package var json: JSONValue {
    [
      "format": .number(Self.format),
      "tables": .object(Dictionary(tables.map { ($0.name.text, $0.json) }, uniquingKeysWith: { first, _ in first })),
    ]
  }

  /// Reads the file at `path`.
  ///
  /// - Throws: `LedgerError.invalidProfile`.
  package init(path: String, bytes: [UInt8]) throws(LedgerError) {
    guard let json = JSONValue(parsing: bytes), json["format"]?.number == Self.format,
      let tables = json["tables"]?.object
    else { throw .invalidProfile(path: path) }
    var read: [Table] = []
    for (name, value) in tables.sorted(by: { $0.key < $1.key }) {
      guard let table = Table(name, json: value) else { throw .invalidProfile(path: path) }
      read.append(table)
    }
    self.init(tables: read)
  }
}

extension DatabaseProfile.Table {
  /// The description in reports and in the file.
  package var json: JSONValue {
    [
      "columns": .array(columns.map(\.json)), "name": .string(name.text), "rows": .number(rows),
      "uniquePairs": .array(uniquePairs.map { .array($0.map { .string($0.text) }) }),
    ]
  }

  fileprivate init?(_ name: String, json: JSONValue) {
    guard let rows = json["rows"]?.number, let columns = json["columns"]?.array, let pairs = json["uniquePairs"]?.array
    else { return nil }
    let read = columns.compactMap { DatabaseProfile.Column(json: $0) }
    guard read.count == columns.count else { return nil }
    self.init(
      name: name.identifier, rows: rows, columns: read,
      uniquePairs: pairs.map { ($0.array ?? []).compactMap { $0.string?.identifier } })
  }
}

extension DatabaseProfile.Column {
  /// The description in reports and in the file.
  package var json: JSONValue {
    [
      "arrays": .number(arrays), "distinct": .number(distinct), "empty": .number(empty),
      "lengths": lengths.map { [.number($0.lowerBound), .number($0.upperBound)] } ?? .null, "name": .string(name.text),
      "nulls": .number(nulls), "objects": .number(objects), "rows": .number(rows),
      "shapes": .object(Dictionary(shapes.map { ($0.key.rawValue, .number($0.value)) }, uniquingKeysWith: { $1 })),
      "storage": .object(storage.mapValues { .number($0) }), "unique": .bool(isUnique),
    ]
  }

  fileprivate init?(json: JSONValue) {
    guard let name = json["name"]?.string, let rows = json["rows"]?.number, let nulls = json["nulls"]?.number else {
      return nil
    }
    self.init(name: name.identifier)
    (self.rows, self.nulls) = (rows, nulls)
    empty = json["empty"]?.number ?? 0
    objects = json["objects"]?.number ?? 0
    arrays = json["arrays"]?.number ?? 0
    distinct = json["distinct"]?.number ?? 0
    isUnique = json["unique"] == true
    let lengths = (json["lengths"]?.array ?? []).compactMap(\.number)
    if lengths.count == 2, lengths[0] >= 0, lengths[0] <= lengths[1] { self.lengths = lengths[0]...lengths[1] }
    storage = (json["storage"]?.object ?? [:]).compactMapValues(\.number)
    // A later version of the program may know more shapes.
    for (shape, count) in json["shapes"]?.object ?? [:] {
      if let shape = ValueShape(rawValue: shape) { shapes[shape] = count.number }
    }
  }
}
