internal import EntityModel
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteData
internal import SQLiteSyntax

/// The versions of a Swift package, and the effect of its migration stages on tables and columns.
struct PackageStages: Sendable {
  /// Oldest first.
  private let versions: [(name: String, model: DeclaredModel)]
  private let answer: ToolVersions

  /// Asks the package for all its versions.
  ///
  /// - Throws: `LedgerError.commandFailed`, `.file`, `CancellationError`.
  init(of package: SwiftPackage, with runner: CommandRunner) async throws {
    var versions: [(String, DeclaredModel)] = []
    answer = try await runner.versions(of: package)
    for name in answer.names {
      let bytes = try await runner.model(of: package, name)
      versions.append((name, try DeclaredModel(reading: bytes, at: Entry.modelName)))
    }
    self.versions = versions
  }

  func has(_ version: String) -> Bool { versions.contains { $0.name == version } }

  /// The tables and columns of a frozen version under their names in another version. The statements of hooks are not
  /// known, only the tables and columns to which they write.
  ///
  /// - Parameters:
  ///   - destination: the other version, or `nil` for the newest.
  ///   - beginning: the fixture's tables and columns.
  /// - Throws: `LedgerError.file` if the fixture's model cannot be read.
  /// - Returns: `nil` for a version without a model, and for a version that the package does not have. Only names can then
  ///   be compared.
  func lineage(
    from fixture: FrozenFixture, to destination: String?, _ beginning: RowLineage
  ) throws -> RowLineage? {
    guard let frozen = try fixture.model,
      let position = versions.firstIndex(where: { $0.name == fixture.entry.version.name }),
      let end = versions.firstIndex(where: { $0.name == destination ?? versions.last?.name }), end >= position
    else { return nil }
    guard let start = try? StoreLayout(of: frozen) else { return nil }
    var lineage = beginning
    var before = (name: versions[position].name, model: frozen)
    // The fixture's entity of each entity that has one.
    var origins = Dictionary(frozen.entities.map { ($0.name, $0.name) }) { first, _ in first }
    for after in versions[position...end].dropFirst() {
      let stage = answer.stage(from: before.name, to: after.name)
      let name = "stage \(before.name) → \(after.name)"
      guard
        let mapping = try? InferredMapping(from: before.model, to: after.model, stage: .custom, renames: stage.renames),
        let layout = try? StoreLayout(of: after.model), let statements = try? Self.statements(of: mapping, layout)
      else { return nil }
      lineage.follow(statements.joined(separator: ";\n"), named: name)
      origins = Dictionary(
        mapping.entities.compactMap { entity in entity.source.flatMap { origins[$0] }.map { (entity.name, $0) } }
      ) { first, _ in first }
      let deleted = stage.deletions.filter { after.model.entity(named: $0) != nil }
      for (index, entity) in deleted.enumerated() {
        let numbers = after.model.family(of: entity).compactMap { origins[$0.name].map(start.number(of:)) }
        // Which objects a deletion selects is the program's code. Those of other entities in the same table it keeps.
        let rows = RowLineage.EarlierRows(column: "Z_ENT", values: numbers)
        lineage.delete(from: layout.table(of: entity).identifier, rows, named: name, index: statements.count + index)
      }
      before = after
    }
    return lineage
  }

  /// The SQL of one stage. Default values are `NULL`: only the columns that get them matter here.
  private static func statements(of mapping: InferredMapping, _ layout: StoreLayout) throws -> [String] {
    try mapping.statements(from: StoreLayout(of: mapping.from), to: layout) { entity, attribute in
      let count =
        layout.column(of: attribute, in: entity) == nil
        ? layout.columns(ofComposite: attribute, in: entity).count : 1
      return Array(repeating: .null, count: count)
    }
  }
}
