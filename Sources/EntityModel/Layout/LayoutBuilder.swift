/// Builds the ``StoreLayout`` of a model, table by table.
struct LayoutBuilder {
  typealias PropertyName = StoreLayout.PropertyName
  typealias Column = StoreLayout.Column

  let model: DeclaredModel
  /// The entities, ordered by number.
  let entities: [DeclaredModel.Entity]
  let numbers: [String: Int]
  let superentities: [String: String]

  var attributes: [PropertyName: [Column]] = [:]
  var composites: Set<PropertyName> = []
  var relationships: [PropertyName: StoreLayout.RelationshipStorage] = [:]
  var entityNumberColumns: [PropertyName: String] = [:]
  /// The columns of each root entity's table.
  var columns: [String: [Column]] = [:]
  /// The key columns of each root entity's table; each of them has an index.
  var keys: [String: [String]] = [:]
  var indexes: [String: [String: String]] = [:]
  var joinTables: [StoreLayout.JoinTable] = []

  init(_ model: DeclaredModel) throws(LayoutError) {
    self.model = model
    superentities = model.entities.reduce(into: [:]) { $0[$1.name] = $1.superentity }
    for entity in model.entities { try Self.checkNames(of: entity) }
    try Self.checkInheritance(of: model)
    entities = Self.numbered(model)
    numbers = entities.enumerated().reduce(into: [:]) { $0[$1.element.name] = $1.offset + 1 }
  }

  var entityTables: [StoreLayout.EntityTable] {
    entities.filter { $0.superentity == nil }.map { root in
      StoreLayout.EntityTable(
        name: StoreLayout.columnName(root.name), rootEntity: root.name, columns: columns[root.name] ?? [],
        indexes: indexes[root.name] ?? [:])
    }
  }

  /// The root entity and all its subentities, ordered by number.
  func family(of root: String) -> [DeclaredModel.Entity] { entities.filter { model.rootEntity(of: $0.name) == root } }

  func number(of entity: String) -> Int { numbers[entity] ?? 0 }

  /// Names are not quoted in the statements, as in Core Data's, so they must be identifiers.
  private static func checkNames(of entity: DeclaredModel.Entity) throws(LayoutError) {
    guard isIdentifier(entity.name) else { throw .unusableName(entity: entity.name, property: nil) }
    // > Z_PRIMARYKEY, Z_METADATA, Z_MODELCACHE, Z_1TAGS
    guard !entity.name.hasPrefix("_") else { throw .unusableName(entity: entity.name, property: nil) }
    for name in entity.attributes.flatMap(names) + entity.relationships.map(\.name) where !isIdentifier(name) {
      throw .unusableName(entity: entity.name, property: name)
    }
  }

  private static func names(of attribute: DeclaredModel.Attribute) -> [String] {
    [attribute.name] + attribute.components.flatMap(names)
  }

  /// Whether SQLite reads the name as a single unquoted identifier: letters, digits, underscores and all non-ASCII
  /// characters.
  ///
  /// https://sqlite.org/draft/tokenreq.html
  private static func isIdentifier(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }

  private static func checkInheritance(of model: DeclaredModel) throws(LayoutError) {
    var seen: [String: String] = [:]
    for entity in model.entities {
      if let other = seen.updateValue(entity.name, forKey: entity.name.uppercased()) {
        throw .entityTwice(entity: other, other: entity.name)
      }
      guard let oldest = model.lineage(of: entity.name).last, let superentity = oldest.superentity else { continue }
      throw model.entity(named: superentity) == nil
        ? .superentityMissing(entity: oldest.name, superentity: superentity) : .circularInheritance(entity: entity.name)
    }
  }

  /// The entities in the order of their numbers: each entity is followed by its subentities, recursively; siblings are
  /// sorted by name, ignoring case.
  ///
  /// > 17 ABCDRecord, 18 ABCDAbstractGroup, 19 ABCDGroup, 20 ABCDSubscribedGroup, 21 ABCDSmartGroup, 22 ABCDContact, …
  /// > 26 ABCDRelatedName … 30 ABCDUnknownProperty, 31 ABCDURLAddress (contacts)
  private static func numbered(_ model: DeclaredModel) -> [DeclaredModel.Entity] {
    let children = Dictionary(grouping: model.entities, by: \.superentity)
    func lastFirst(_ parent: String?) -> [DeclaredModel.Entity] {
      (children[parent] ?? []).sorted { precedes(entity: $1.name, $0.name) }
    }
    var (numbered, waiting) = ([DeclaredModel.Entity](), lastFirst(nil))
    while let next = waiting.popLast() {
      numbered.append(next)
      waiting += lastFirst(next.name)
    }
    return numbered
  }

  /// Whether a property sorts before another: by bytes.
  ///
  /// > ZIMPORTSESSIONID, ZIMPORTEDBYDISPLAYNAME (`importSessionID`, `importedByDisplayName` in a photo library)
  static func precedes(property name: String, _ other: String) -> Bool {
    name.utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Whether an entity sorts before another: without regard to case.
  static func precedes(entity name: String, _ other: String) -> Bool {
    (name.uppercased(), name) < (other.uppercased(), other)
  }
}
