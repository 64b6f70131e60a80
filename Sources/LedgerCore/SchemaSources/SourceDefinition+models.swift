package import EntityModel
internal import MigrationSources
package import ProjectModels
internal import SQLiteSandbox
internal import SQLiteSchema

extension SourceDefinition {
  /// The versions that the files of an application declare, or `nil` for any other source.
  package var declared: DeclaredVersions? {
    if case .models(let versions) = creation { versions } else { nil }
  }

  /// Whether the stores keep a persistent history: those of SwiftData always do.
  package var keepsHistory: Bool { kind == ModelSourceConfiguration.Framework.swiftData.rawValue }

  /// Makes the empty store of a version, laid out as Core Data lays it out.
  ///
  /// - Parameter name: the version, or `nil` for the one that the application uses. A name that no version has stands for
  ///   that one, too: a project may not name its versions.
  /// - Throws: `LedgerError.modelsUnread`, `SchemaError`.
  func build(_ declared: DeclaredVersions, as name: String?, _ settings: BuildSettings) throws -> BuiltSource {
    let version = name.flatMap { declared.version(named: $0) } ?? declared.current
    return try build(version, settings)
  }

  /// Makes the empty store of a version; an empty database if its tables are not known.
  ///
  /// - Throws: `LedgerError.modelsUnread`, `SchemaError`.
  package func build(_ version: DeclaredVersions.Version, _ settings: BuildSettings) throws -> BuiltSource {
    if !version.problems.isEmpty { throw LedgerError.modelsUnread(nil, .unread(version.problems)) }
    let database = try ScratchDatabase(tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    let unknown = unknownTables(of: version)
    if unknown.isEmpty {
      let layout = try layout(of: version)
      for statement in layout.statements(withHistory: keepsHistory) + layout.systemRows(of: version.model) {
        try database.execute(statement)
      }
    }
    var built = BuiltSource(
      text: self, database: database, schema: try database.schema(ignoring: settings.ignoredTables),
      version: version.name, model: version.model.bytes)
    built.unknownTables = unknown
    if !version.values.isEmpty { built.values = version.values.bytes }
    return built
  }

  /// Why the tables of a version are not known, as clauses; empty if they are.
  package func unknownTables(of version: DeclaredVersions.Version) -> [String] {
    if let reason = version.unknownTables { return [reason] }
    do {
      _ = try layout(ofModel: version.model)
      return []
    } catch {
      guard case .notDetermined(let gaps) = error else { return [] }
      return gaps.map(\.message)
    }
  }

  private func layout(ofModel model: DeclaredModel) throws(LayoutError) -> StoreLayout {
    kind == ModelSourceConfiguration.Framework.coreData.rawValue
      ? try StoreLayout(ofCoreDataModel: model) : try StoreLayout(of: model)
  }

  private func unread(_ version: DeclaredVersions.Version, _ error: LayoutError) -> LedgerError {
    let messages = if case .notDetermined(let gaps) = error { gaps.map(\.message) } else { [error.message] }
    return .modelsUnread(
      nil, .unread(messages.map { ModelReadingProblem(place: version.place, message: $0, hint: error.hint) }))
  }

  /// The tables of a version.
  ///
  /// - Throws: `LedgerError.modelsUnread`.
  package func layout(of version: DeclaredVersions.Version) throws(LedgerError) -> StoreLayout {
    if let reason = version.unknownTables {
      throw .modelsUnread(nil, .unread([ModelReadingProblem(place: version.place, message: reason, hint: nil)]))
    }
    do { return try layout(ofModel: version.model) } catch { throw unread(version, error) }
  }
}
