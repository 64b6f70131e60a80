internal import EntityModel
internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox

/// Rows of a store, generated from its model.
struct ModelRows {
  private let rows: StoreRows

  /// `nil` if the tables of the model are not known.
  ///
  /// - Parameter unlinked: relationships that link no objects.
  init?(of model: DeclaredModel, unlinked: Set<InferredMapping.Property> = []) {
    guard let layout = try? StoreLayout(of: model) else { return nil }
    let plain = StoreRows(model: model, layout: layout, isExact: true)
    var given: [String: [SQLLiteral]] = [:]
    for case .unknownValues(let entity, let attribute, _, _) in plain.unknownValues {
      let declared = model.entity(named: entity)?.attributes.first { $0.name == attribute }
      given["\(entity).\(attribute)"] = declared?.type.rawValues
    }
    rows = StoreRows(model: model, layout: layout, isExact: true, given: given, unlinked: unlinked)
  }

  /// A store with `count` objects of each entity.
  ///
  /// - Throws: `SchemaError`.
  func objects(_ count: Int, in file: [UInt8], _ settings: BuildSettings) throws -> CommandRunner.Objects? {
    let database = try ScratchDatabase(
      file: file, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    for statement in rows.statements(count: count) { try database.execute(statement) }
    return try database.image().map { CommandRunner.Objects(file: $0, gaps: rows.gaps(count: count).map(\.message)) }
  }
}

extension DeclaredModel.AttributeType {
  /// Values of an enumeration whose raw values have this type. Core Data copies them without reading them, so they need not
  /// be those of the program.
  fileprivate var rawValues: [SQLLiteral]? {
    switch self {
    case .string: [.text("a"), .text("b"), .text("c")]
    case .integer16, .integer32, .integer64: [.integer(0), .integer(1), .integer(2)]
    default: nil
    }
  }
}
