/// Compares the fields that the properties of two versions have in CloudKit.
struct CloudKitComparison {
  /// The name of an entity, or of a property.
  struct Name: Hashable {
    let entity: String
    let property: String?

    init(_ entity: String, _ property: String?) { (self.entity, self.property) = (entity, property) }
  }

  private let older: DeclaredModel
  private let newer: DeclaredModel
  private let fields: CloudKitFields

  init(from older: DeclaredModel, to newer: DeclaredModel) {
    (self.older, self.newer) = (older, newer)
    fields = CloudKitFields(newer)
  }

  /// The properties of the older version.
  var names: [Name] {
    older.entities.flatMap { entity in CloudKitFields.properties(of: entity).map { Name(entity.name, $0.name) } }
  }

  /// In the order of entities and properties.
  var changes: [CloudKitChange] { older.entities.flatMap(changes) }

  private func changes(of entity: DeclaredModel.Entity) -> [CloudKitChange] {
    let root = older.rootEntity(of: entity.name)
    func change(_ property: String?, _ kind: CloudKitChange.Kind) -> CloudKitChange {
      CloudKitChange(
        version: older.version, entity: entity.name, property: property, recordType: "CD_\(root)", kind: kind)
    }
    guard newer.entity(named: entity.name) != nil else {
      let successor = newer.entities.first { $0.originalName == entity.name && older.entity(named: $0.name) == nil }
      return [change(nil, successor.map { .renamed(to: $0.name) } ?? .removed)]
    }
    let newRoot = newer.rootEntity(of: entity.name)
    // If the root itself is gone, its own change says so.
    if newRoot != root, newer.entity(named: root) != nil || root == entity.name {
      return [change(nil, .moved(from: "CD_\(root)", to: "CD_\(newRoot)"))]
    }
    return CloudKitFields.properties(of: entity).compactMap { name, property in
      guard case .field(let field) = property else { return nil }
      return kind(of: field, named: name, in: entity).map { change(name, $0) }
    }
  }

  private func kind(
    of field: CloudKitFields.Field, named name: String, in entity: DeclaredModel.Entity
  ) -> CloudKitChange.Kind? {
    switch fields.property(named: name, of: entity.name) {
    case nil: successor(of: name, in: entity).map { .renamed(to: $0) } ?? .removed
    case .toMany: .becameToMany
    case .notStored: nil
    case .field(let new):
      if let before = field.type, let after = new.type, before != after {
        .retyped(from: before, to: after)
      } else if let before = field.isEncrypted, let after = new.isEncrypted, before != after {
        .encryption(isEncrypted: after)
      } else {
        nil
      }
    }
  }

  /// The name of the property that declares this one as its original.
  private func successor(of name: String, in entity: DeclaredModel.Entity) -> String? {
    for member in newer.lineage(of: entity.name) {
      let names =
        member.attributes.map { ($0.originalName, $0.name) } + member.relationships.map { ($0.originalName, $0.name) }
      if let found = names.first(where: { $0.0 == name && $0.1 != name }) { return found.1 }
    }
    return nil
  }
}
