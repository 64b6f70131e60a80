/// Rows for an empty store, generated from its model. They are designed to break migrations: NULL in every optional
/// attribute of some rows, equal values in attributes that are not unique, extreme numbers, texts that are empty, long or
/// not ASCII, and relationships to no, one and many objects. The same model always has the same rows.
///
/// Values that the model does not describe are not guessed: ``gaps(count:)`` lists them.
public struct StoreRows: Sendable {
  let model: DeclaredModel
  let layout: StoreLayout
  let isExact: Bool
  let given: [String: [SQLLiteral]]
  let unlinked: Set<InferredMapping.Property>

  /// Creates the rows of a model.
  ///
  /// - Parameters:
  ///   - model: the model from which the store was made.
  ///   - layout: its layout.
  ///   - isExact: whether an attribute or relationship is optional in the program if it is in the model. It is `false` for
  ///     a model that SwiftData wrote: there, all attributes are optional, and an enumeration with raw values looks like a
  ///     structure.
  ///   - given: values of attributes with one column, by `Entity.attribute` with the entity that declares it. Each has the
  ///     form of the column. The rows have them in turn.
  ///   - unlinked: relationships that link no objects, by the entities that declare them.
  public init(
    model: DeclaredModel, layout: StoreLayout, isExact: Bool, given: [String: [SQLLiteral]] = [:],
    unlinked: Set<InferredMapping.Property> = []
  ) {
    self.unlinked = unlinked
    self.model = model
    self.layout = layout
    self.isExact = isExact
    self.given = given
  }

  /// SQL statements without semicolons, to be run in order in one transaction. None depends on the result of another.
  /// They insert rows, and set the largest keys in the rows that `Z_PRIMARYKEY` has already.
  ///
  /// - Parameter count: the number of rows of each entity that is not abstract. Those whose values would violate a
  ///   uniqueness constraint, for example the third of a unique `Bool`, are left out.
  public func statements(count: Int) -> [String] { MadeRows(self, count: count).statements }

  /// What ``statements(count:)`` does not cover.
  public func gaps(count: Int) -> [RowGap] { unknownValues + MadeRows(self, count: count).gaps }

  /// The attributes whose values are not known, each with the entity that declares it
  /// (``RowGap/unknownValues(entity:attribute:type:isRequired:)``).
  public var unknownValues: [RowGap] {
    model.entities.flatMap { entity in
      entity.attributes.filter(\.isStored).compactMap { attribute in
        let values = values(of: attribute, in: entity.name)
        return values.isKnown
          ? nil
          : .unknownValues(
            entity: entity.name, attribute: attribute.name, type: attribute.valueType ?? attribute.type.rawValue,
            isRequired: values.isRequired)
      }
    }
  }

  /// The values of an attribute that an entity declares or inherits.
  func values(of attribute: DeclaredModel.Attribute, in entity: String) -> RowValues {
    // An inherited attribute has the values that are given for the entity that declares it.
    let owners = model.lineage(of: entity).map(\.name)
    return RowValues(
      attribute, isExact: isExact,
      given: owners.lazy.compactMap { given["\($0).\(attribute.name)"] }.first { !$0.isEmpty })
  }
}
