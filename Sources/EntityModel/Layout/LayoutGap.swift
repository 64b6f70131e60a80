/// Something in a Core Data model whose layout no store has shown, or that a ``StoreLayout`` does not contain.
/// `Docs/StoreLayout.md` lists the rules and the stores that show them.
public enum LayoutGap: Sendable, Hashable {
  /// The columns of an attribute are not known, because its type is not declared, or no store shows such a type.
  case unknownType(entity: String, attribute: String, type: String)
  /// Core Data keeps the value of a derived attribute up to date by triggers, which are not written.
  case derived(entity: String, attribute: String)
  /// No store shows the index of an attribute that is declared as indexed, which is older than fetch indexes.
  case indexedAttribute(entity: String, attribute: String)
  /// No store shows the name of an index without one, which is older than fetch indexes.
  case compoundIndex(entity: String, properties: [String])
  /// The condition of an index is not written.
  case partialIndex(entity: String, index: String)
  /// No store shows an R-tree.
  case rtree(entity: String, index: String)
  /// No store shows an index or constraint of an inherited property.
  case inheritedIndex(entity: String, property: String)
  /// The order of several order columns of a table varies.
  case orderColumns(table: String)
  /// No store shows the names of the order columns of two relationships of one name in one table.
  case orderColumnNames(table: String)
  /// No store shows whether URIs or UUIDs come first in a table.
  case uriAndUUID(table: String)
  /// No store shows several to-many relationships without inverse to one entity, or one that is ordered or belongs to
  /// a hierarchy.
  case oneSided(entity: String, relationship: String)
  /// Which join table of an entity has which of the numbered names of columns varies.
  case joinTables(entity: String)

  /// Whether the tables differ at most in the order of their columns.
  public var isOrderOnly: Bool {
    switch self {
    case .orderColumns, .uriAndUUID: true
    default: false
    }
  }
}

extension LayoutGap {
  /// The gap as a clause in English.
  public var message: String {
    switch self {
    case .unknownType(let entity, let attribute, let type):
      "the columns of \(entity).\(attribute) (\(type)) are not known unless 'types' describes them"
    case .derived(let entity, let attribute):
      "the triggers of the derived attribute \(entity).\(attribute) are not known"
    case .indexedAttribute(let entity, let attribute): "the old kind of index of \(entity).\(attribute) is not known"
    case .compoundIndex(let entity, let properties):
      "the compound index of \(entity) by \(properties.joined(separator: ", ")) is not known"
    case .partialIndex(let entity, let index): "the condition of the index \(index) of \(entity) is not known"
    case .rtree(let entity, let index): "the R-tree \(index) of \(entity) is not known"
    case .inheritedIndex(let entity, let property):
      "an index of \(entity) by the inherited property \(property) is not known"
    case .orderColumns(let table): "the order of the columns of ordered relationships in \(table) varies"
    case .orderColumnNames(let table):
      "the names of the columns for the order of two relationships of one name in \(table) are not known"
    case .uriAndUUID(let table): "the order of URIs and UUIDs in \(table) is not known"
    case .oneSided(let entity, let relationship):
      "the column of \(entity).\(relationship), which has no inverse, is not known"
    case .joinTables(let entity): "the numbers in the names of the columns of the join tables of \(entity) vary"
    }
  }
}
