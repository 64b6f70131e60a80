internal import EntityModel
internal import SchemaFreezing

/// The values that a test gives for properties of a frozen version, in the form of their columns.
struct GivenValues {
  /// By `Entity.attribute`.
  private(set) var columns: [String: [SQLLiteral]] = [:]

  /// - Throws: `SchemaLedgerError.custom` if the model has no such property, or if a value is not of its type.
  init(_ values: [String: [FrozenValue]], for model: DeclaredModel, version: String) throws {
    for (path, list) in values.sorted(by: { $0.key < $1.key }) {
      let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard names.count == 2, let entity = model.entity(named: names[0]),
        let attribute = entity.attributes.first(where: { $0.name == names[1] })
      else {
        throw SchemaLedgerError.custom(
          "v\(version) has no attribute \(path): name the model that declares it, as in Lamp.color")
      }
      columns[path] = try list.map { value in
        guard let stored = attribute.column(of: value) else {
          throw SchemaLedgerError.custom(
            "\(value) cannot be a value of \(path) in v\(version), whose column contains \(attribute.rawType.rawValue)")
        }
        return stored
      }
    }
  }
}

extension DeclaredModel.Attribute {
  /// The type of the column: for an enumeration of SwiftData, which is a composite with one part of its own name, that of
  /// the part.
  fileprivate var rawType: DeclaredModel.AttributeType {
    type == .composite && components.count == 1 && components[0].name == name ? components[0].type : type
  }

  fileprivate func column(of value: FrozenValue) -> SQLLiteral? {
    switch (rawType, value) {
    case (.string, .text(let text)), (.uri, .text(let text)): .text(text)
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)), (.integer64, .integer(let number)),
      (.boolean, .integer(let number)):
      .integer(number)
    case (.double, .real(let number)), (.float, .real(let number)), (.date, .real(let number)): .real(number)
    case (.double, .integer(let number)), (.float, .integer(let number)), (.date, .integer(let number)):
      .real(Double(number))
    default: nil
    }
  }
}
