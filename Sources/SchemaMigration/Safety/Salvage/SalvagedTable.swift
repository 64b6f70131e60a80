internal import EntityModel
internal import GRDB

/// Where the values of a table of the new store are in the damaged one.
struct SalvagedTable {
  struct Column {
    let name: String
    let source: String
  }

  let name: String
  let source: String
  /// The columns with values, without those of Core Data.
  var columns: [Column] = []
  /// The table whose keys a column of ``columns`` contains.
  var references: [String: String] = [:]
  /// The columns that contain the number of an entity.
  var entityNumbers: Set<String> = []
  /// The columns of external storage, with their properties.
  var external: [String: String] = [:]
  /// The properties that the damaged store does not have in this form, with the entity and the reason.
  var missing: [(entity: String, property: String, reason: String)] = []

  /// - Parameters:
  ///   - root: the root entity of the table.
  ///   - model: the models of the new store.
  ///   - stored: the models of the damaged store; those of the new one if they cannot be read.
  ///   - there: the names of the columns that the damaged table has.
  init?(
    root: String, _ model: DeclaredModel, _ layout: StoreLayout, from stored: DeclaredModel,
    _ storedLayout: StoreLayout, there: (String) throws -> Set<String>
  ) rethrows {
    guard stored.entity(named: root) != nil else { return nil }
    name = layout.table(of: root)
    source = storedLayout.table(of: root)
    let found = try there(source)
    guard !found.isEmpty else { return nil }
    for entity in model.family(of: root) {
      guard let old = stored.entity(named: entity.name) else { continue }
      for attribute in entity.attributes {
        guard let former = old.attributes.first(where: { $0.name == attribute.name }) else {
          missing.append((entity.name, attribute.name, "the damaged store does not have it"))
          continue
        }
        guard former.type == attribute.type, former.components.map(\.type) == attribute.components.map(\.type),
          former.isExternal == attribute.isExternal
        else {
          missing.append((entity.name, attribute.name, "it has another type in the damaged store"))
          continue
        }
        let new = Self.columns(of: attribute.name, in: entity.name, layout)
        let old = Self.columns(of: attribute.name, in: entity.name, storedLayout)
        for (new, old) in zip(new, old) {
          if add(new, old, found) {
            if attribute.isExternal { external[new] = attribute.name }
          } else {
            missing.append((entity.name, attribute.name, "the damaged table has no column \(old)"))
          }
        }
      }
      for relationship in entity.relationships {
        guard case .ownKey(let new) = layout.storage(of: relationship.name, in: entity.name) else { continue }
        guard case .ownKey(let old) = storedLayout.storage(of: relationship.name, in: entity.name),
          add(new, old, found)
        else {
          missing.append((entity.name, relationship.name, "the damaged store does not have it"))
          continue
        }
        references[new] = layout.table(of: relationship.destination)
        if let new = layout.entityNumberColumn(of: relationship.name, in: entity.name),
          let old = storedLayout.entityNumberColumn(of: relationship.name, in: entity.name), add(new, old, found)
        {
          entityNumbers.insert(new)
        }
      }
    }
  }

  /// Adds the key columns of to-many relationships without an inverse, which are in this table.
  mutating func addForeignKeys(
    of model: DeclaredModel, _ layout: StoreLayout, _ storedLayout: StoreLayout, _ there: Set<String>
  ) {
    for entity in model.entities {
      for relationship in entity.relationships {
        guard case .foreignKey(name, let new) = layout.storage(of: relationship.name, in: entity.name),
          !columns.contains(where: { $0.name == new }),
          case .foreignKey(source, let old) = storedLayout.storage(of: relationship.name, in: entity.name),
          add(new, old, there)
        else { continue }
        references[new] = layout.table(of: entity.name)
      }
    }
  }

  private mutating func add(_ new: String, _ old: String, _ there: Set<String>) -> Bool {
    guard there.contains(old) else { return false }
    if !columns.contains(where: { $0.name == new }) { columns.append(Column(name: new, source: old)) }
    return true
  }

  private static func columns(of attribute: String, in entity: String, _ layout: StoreLayout) -> [String] {
    layout.column(of: attribute, in: entity).map { [$0.name] }
      ?? layout.columns(ofComposite: attribute, in: entity).map(\.name)
  }
}
