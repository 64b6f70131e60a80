internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// The SQL files around a folder of migrations: those after which the migrations run, and those from which new databases are made
/// instead.
extension SourceTrial {
  /// What the migrations change in the tables of a schema file, if they do not run alone: the file is then where they start.
  func upgrades(
    of file: SourceTrial, _ folder: MigrationFolderConfiguration, in snapshot: FileSnapshot
  ) throws -> SchemaUpgrades? {
    guard case .table? = failure?.sqlError?.unknownName else { return nil }
    let paths = Set(try listing(folder, in: snapshot).map(\.path))
    let others = try OtherScripts(in: snapshot, besides: []).filter(paths.contains)
    return try SchemaUpgrades(of: file, among: others.files, in: snapshot)
  }

  /// The first change from the schema of these migrations to that of a file, and the number of the others; `nil` if there is none.
  func difference(_ file: SourceTrial) -> String? {
    guard let own = schema, let other = file.schema else { return nil }
    let changes = SchemaDiff(from: own, to: other).meaningfulChanges
    guard let first = changes.first else { return nil }
    return "\(first.kind) \(first.place)" + (changes.count > 1 ? " and \(changes.count - 1) more" : "")
  }

  /// The migrations after the only SQL file around them that makes the table which they lack, or after the files of the only
  /// folder beside theirs, if they then run and add more than twice the tables and columns that they remove: the files alone are not the
  /// schema of a new database, and not that of today's either, after which few migrations run and none adds much.
  func started(
    _ configuration: MigrationFolderConfiguration, _ folder: MigrationFolder, for dialect: Dialect?,
    in snapshot: FileSnapshot
  ) throws -> SourceTrial? {
    guard case .table(let missing)? = failure?.sqlError?.unknownName else { return nil }
    let files = try scripts(around: configuration, in: snapshot).filter { $0.tables.created > 0 }
    let parent = OtherScripts.File.folder(of: folder.folder)
    let folders = Dictionary(grouping: files) { OtherScripts.File.folder(of: $0.path) }
      .filter { !parent.isEmpty && $0.key != folder.folder && OtherScripts.File.folder(of: $0.key) == parent }
      .values.map { $0.map(\.path) }
    func making(_ groups: [[String]]) throws -> [SourceTrial] {
      try groups.map { try SourceTrial(schemaFiles: $0.sorted(), in: snapshot) }.filter { trial in
        trial.schema?.tables.contains { $0.name == missing } == true
      }
    }
    let single = try making(files.map { [$0.path] })
    for starts in [single, try making(folders.filter { $0.count > 1 })] where starts.count == 1 {
      if let trial = try after(starts[0], configuration, folder, making: missing, for: dialect, in: snapshot) {
        return trial
      }
    }
    return nil
  }

  /// The migrations in the order of their names, if they run only in that order and only their names suggest one.
  func sortedByName(
    _ folder: MigrationFolder, beside schemaFiles: SchemaFiles, in snapshot: FileSnapshot
  ) throws -> SourceTrial? {
    let names = MigrationConvention.names.name
    guard folder.convention != names, MigrationConvention.named(folder.convention)?.isOrderAlone == true,
      failure?.sqlError != nil
    else { return nil }
    var sorted = folder
    sorted.convention = names
    sorted.reasons.append("they run in the order of their names, and not in that of their numbers")
    let trial = try SourceTrial(sorted, beside: schemaFiles, in: snapshot)
    guard trial.failure == nil, case .migrations = trial.source else { return nil }
    return trial
  }

  /// The migrations after other SQL files.
  private func after(
    _ start: SourceTrial, _ configuration: MigrationFolderConfiguration, _ folder: MigrationFolder,
    making missing: Identifier, for dialect: Dialect?, in snapshot: FileSnapshot
  ) throws -> SourceTrial? {
    guard let before = start.schema else { return nil }
    var configuration = configuration
    configuration.before = start.scripts
    let others = start.scripts.count == 1 ? "" : " and \(start.scripts.count - 1) more files, one of"
    let trial = try SourceTrial(
      folder.candidate(
        note: "after \(start.scripts[0])\(others)\(others.isEmpty ? "," : "") which makes the table \(missing)"),
      .migrations(configuration), for: dialect, in: snapshot)
    guard let after = trial.schema else { return nil }
    let changes = SchemaDiff(from: before, to: after).meaningfulChanges
    let added = changes.filter { [.table, .column].contains($0.kind.part) && $0.kind.aspect == .added }
    let removed = changes.filter { [.table, .column].contains($0.kind.part) && $0.kind.aspect == .removed }
    return added.count > 2 * removed.count ? trial : nil
  }

  /// The SQL files that are not run, in the folder of the migrations, those beside it and the two that enclose it.
  private func scripts(
    around folder: MigrationFolderConfiguration, besides named: [String] = [], in snapshot: FileSnapshot
  ) throws -> [OtherScripts.File] {
    guard let own = folder.paths.first else { return [] }
    let parent = OtherScripts.File.folder(of: own)
    let places = [own, parent, OtherScripts.File.folder(of: parent)]
    return try OtherScripts(in: snapshot, besides: Set(named + scripts)) { place in
      places.contains(place) || !parent.isEmpty && OtherScripts.File.folder(of: place) == parent
    }.files.filter {
      !ScriptFolder.undoes($0.name)
    }
  }

  /// The only SQL file around the migrations that makes several tables of which they name most, if they lack a table, or if a
  /// program among them changes the schema.
  func unnamedSchemaFiles(
    _ folder: MigrationFolderConfiguration, besides named: [String], in snapshot: FileSnapshot
  ) throws -> [String] {
    let lacksTable = if case .table? = failure?.sqlError?.unknownName { true } else { false }
    guard lacksTable || failure?.needsProgram == true else { return [] }
    let files = try scripts(around: folder, besides: named, in: snapshot)
    if files.allSatisfy({ $0.tables.created == 0 }) { return [] }
    let words = Set(
      try listing(folder, in: snapshot).flatMap { Tokenizer.tokens(of: $0.up).map { $0.text.lowercased() } })
    let fresh = try files.filter { file in
      guard file.tables.created > 1, let tables = try SourceTrial(schemaFile: file.path, in: snapshot).schema?.tables
      else { return false }
      return tables.count { words.contains($0.name.text.lowercased()) } * 2 >= tables.count
    }
    // Files that make one table each may be parts of a schema.
    let isPart = files.contains { $0.tables.created == 1 }
    return fresh.count == 1 && !isPart ? [fresh[0].path] : []
  }

  func listing(
    _ configuration: MigrationFolderConfiguration, in snapshot: FileSnapshot
  ) throws -> [Migration] {
    try configuration.listing(in: snapshot).migrations
  }

  /// Whether new databases have the schema `fresh`, and these migrations are for older databases.
  func matches(_ fresh: CanonicalSchema) -> Bool {
    if let schema { return schema.digest == fresh.digest || !schema.hasMostTables(of: fresh) }
    // What the programs make is in the schema file.
    if failure?.needsProgram == true { return true }
    // The first migration finds nothing to change in an empty database.
    return if case .table? = failure?.sqlError?.unknownName { true } else { false }
  }
}

extension SourceTrial {
  private static let maximumStarts = 8

  /// The one of some SQL files after which the migrations run; `nil` if none or several make them run.
  ///
  /// - Throws: `GitError`.
  func start(among files: [SourceCandidate], in snapshot: FileSnapshot) throws -> SourceCandidate? {
    guard case .migrations(var configuration) = source else { return nil }
    let starts = try files.prefix(Self.maximumStarts).filter { file in
      configuration.before = [file.path]
      return try SourceTrial(candidate, .migrations(configuration), for: .sqlite, in: snapshot).failure == nil
    }
    return starts.count == 1 ? starts[0] : nil
  }
}
