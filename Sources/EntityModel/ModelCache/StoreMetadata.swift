/// The metadata of a store: the property list in `Z_METADATA.Z_PLIST`.
///
/// Metadata written here has no `NSStoreModelVersionHashes`, by which Core Data identifies a model, because Apple's
/// hash algorithm is not public. Core Data therefore rejects such a store, as it should.
public struct StoreMetadata: Sendable, Hashable {
  /// `NSStoreModelVersionIdentifiers`, such as `2.0.0`; several for a model that was merged from others.
  public var versionIdentifiers: [String]
  /// The store's model document, as written by SchemaModel; `nil` in a store that Core Data created.
  public var modelDocument: [UInt8]?
  /// Whether there are `NSStoreModelVersionHashes`, which means that Core Data or SwiftData created the store.
  public let hasVersionHashes: Bool

  /// The key of ``modelDocument``.
  static let documentKey = "SchemaModelDocument"

  /// Creates metadata to be written.
  public init(versionIdentifiers: [String], modelDocument: [UInt8]? = nil) {
    (self.versionIdentifiers, self.modelDocument, hasVersionHashes) = (versionIdentifiers, modelDocument, false)
  }

  /// Reads `Z_PLIST`; `nil` if it is not a binary property list with a dictionary.
  public init?(propertyList bytes: [UInt8]) {
    guard let list = try? BinaryPropertyList(bytes), case .dictionary(let keys, let places) = list.values[list.top]
    else { return nil }
    var members: [String: BinaryPropertyList.Value] = [:]
    for (key, place) in zip(keys, places) {
      if case .string(let name) = list.values[key] { members[name] = list.values[place] }
    }
    versionIdentifiers = []
    if case .array(let identifiers)? = members["NSStoreModelVersionIdentifiers"] {
      versionIdentifiers = identifiers.compactMap { place in
        if case .string(let identifier) = list.values[place] { identifier } else { nil }
      }
    }
    if case .data(let document)? = members[Self.documentKey] { modelDocument = document }
    hasVersionHashes = members["NSStoreModelVersionHashes"] != nil
  }

  /// The binary property list; equal metadata gives equal bytes.
  public var propertyList: [UInt8] {
    var writer = PropertyListWriter()
    let members: [(String, PropertyListWriter.Value?)] = [
      ("NSStoreModelVersionIdentifiers", .array(versionIdentifiers.map { .string($0) })),
      ("NSStoreType", .string("SQLite")), (Self.documentKey, modelDocument.map { .data($0) }),
      ("_NSAutoVacuumLevel", .string("2")),
    ]
    return writer.list(.dictionary(members.compactMap { key, value in value.map { (key, $0) } }))
  }
}

/// Writes binary property lists. `PropertyListSerialization` does not guarantee the order of a dictionary's keys, so
/// two stores of one model could differ.
struct PropertyListWriter {
  indirect enum Value {
    case string(String)
    case data([UInt8])
    /// A number from 0 to 2^31 - 1.
    case integer(Int)
    /// The number of an object in a keyed archive.
    case reference(UInt8)
    case array([Value])
    case dictionary([(String, Value)])
  }

  private var objects: [[UInt8]] = []

  mutating func list(_ value: Value) -> [UInt8] {
    objects = []
    let top = add(value)
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += Self.number(bytes.count, size: 8)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 8, Self.referenceSize]
    for number in [objects.count, top, table] { bytes += Self.number(number, size: 8) }
    return bytes
  }

  private static let referenceSize: UInt8 = 4

  /// Adds a value to the table, and returns its position.
  private mutating func add(_ value: Value) -> Int {
    switch value {
    case .string(let text):
      let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
      let content = isASCII ? Array(text.utf8) : text.utf16.flatMap { Self.number(Int($0), size: 2) }
      objects.append(Self.marker(isASCII ? 0x50 : 0x60, isASCII ? content.count : content.count / 2) + content)
    case .integer(let number): objects.append([0x12] + Self.number(number, size: 4))
    case .reference(let number): objects.append([0x80, number])
    case .data(let content): objects.append(Self.marker(0x40, content.count) + content)
    case .array(let values):
      let places = values.map { add($0) }
      objects.append(Self.marker(0xA0, places.count) + places.flatMap(Self.reference))
    case .dictionary(let members):
      let keys = members.map { add(.string($0.0)) }
      let places = members.map { add($0.1) }
      objects.append(Self.marker(0xD0, members.count) + (keys + places).flatMap(Self.reference))
    }
    return objects.count - 1
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 0xF, 0x13] + number(count, size: 8)
  }

  private static func reference(_ place: Int) -> [UInt8] { number(place, size: Int(referenceSize)) }

  private static func number(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
