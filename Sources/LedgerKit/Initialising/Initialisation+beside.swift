internal import Findings
internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import PathPatterns
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// What may make a part of the schema beside a source: other SQL files, and programs.
extension Initialisation {
  /// SQL files that are not run: those in and below the folders of schema files, which may make parts of the same database, and
  /// those anywhere that only make indexes, views and triggers for its tables.
  ///
  /// - Throws: `LedgerError.schemaFileIncomplete` if one of them changes a table of the only schema file. Whoever names several
  ///   has said what makes a new database.
  func scripts(beside trial: SourceTrial) throws -> [SourceCandidate] {
    guard trial.failure == nil, !trial.scripts.isEmpty else { return [] }
    let others = try OtherScripts(in: snapshot, besides: Set(trial.scripts))
    let indexes = try others.files(addingTo: trial, in: snapshot)
    guard case .schema(let files, _, nil) = trial.source else {
      return indexes.byFolder { _ in "not run; 'init --source' with a schema file can name it as well" }
    }
    func advice(_ path: String) -> String {
      "not run; if the same database has it: --source \((files + [path]).joined(separator: ",").shellWord)"
    }
    let folders = Set(trial.scripts.map(OtherScripts.File.folder))
    let near = others.filter { file in
      let folder = OtherScripts.File.folder(of: file)
      return folders.contains { folder == $0 || !$0.isEmpty && folder.hasPrefix($0 + "/") }
    }
    let isOne = files.count == 1 && !PathPattern(files[0]).hasPatternAsName
    if isOne, let upgrades = try SchemaUpgrades(of: trial, among: near.files, in: snapshot) {
      throw LedgerError.schemaFileIncomplete(
        schema: files, path: upgrades.path, table: upgrades.table, files: upgrades.files)
    }
    let distant = others.filter { file in !near.files.contains { $0.path == file } }.files.filter {
      $0.tables.altered > 0
    }
    let changing = try SchemaUpgrades(of: trial, among: distant, in: snapshot).map { $0.candidate }
    // The group of a folder names these files, too.
    let named = Set(near.files.filter { $0.tables.count > 0 }.map { OtherScripts.File.folder(of: $0.path) })
    let rest = indexes.filter { !named.contains(OtherScripts.File.folder(of: $0.path)) }.byFolder(advice)
    let groups = try near.groups(in: snapshot)
    let listed = groups.prefix(Self.listedGroups).map { group in
      group.candidate.with(note: group.candidate.kind == .schema ? advice(group.candidate.path) : "not run")
    }
    guard groups.count > listed.count else { return listed + rest + (changing.map { [$0] } ?? []) }
    let summary = "\(groups.count - listed.count) more places with SQL files that create or change tables, not run"
    return listed + [SourceCandidate(path: trial.folder, kind: .programs, convention: nil, summary: summary)] + rest
      + (changing.map { [$0] } ?? [])
  }

  private static let listedGroups = 4

  /// Why migrations do not run, with the place in a program that may be the reason.
  ///
  /// - Throws: `LedgerError.columnOfProgram`; `.folder` for a migration without SQL that a program names; `GitError`.
  func failures(of trial: SourceTrial, _ programs: NearbyPrograms) throws -> [Finding] {
    guard case .migrations(let folder) = trial.source else {
      return trial.failure.map { Finding.migrationFailures(nil, $0) } ?? []
    }
    guard let failure = trial.failure else {
      let migrations = try folder.listing(in: snapshot).migrations
      if let step = try programs.program(naming: migrations, about: trial.folder) { throw LedgerError.folder(step) }
      return []
    }
    if let column = failure.sqlError?.unknownColumn,
      let place = try programs.place(creating: .column(column), about: trial.folder)
    {
      throw LedgerError.columnOfProgram(failure.message, place: "\(place.path):\(place.line)")
    }
    let finding = Finding.migrationFailed(nil, failure)
    guard case .table(let table)? = failure.sqlError?.unknownName,
      let place = try programs.place(creating: .table(table), about: trial.folder)
    else { return [finding] }
    return [finding.setting(\.remedy, to: .readProgram(path: place.path, line: place.line))]
  }
}

extension OtherScripts {
  /// The files that, after those of the source, only make indexes, views and triggers for its tables.
  ///
  /// - Throws: `GitError`.
  fileprivate func files(addingTo trial: SourceTrial, in snapshot: FileSnapshot) throws -> [File] {
    guard let schema = trial.schema,
      let source = try? DatabaseConfiguration(source: trial.source).schemaSource.read(from: snapshot),
      case .scripts(let scripts) = source.creation
    else { return [] }
    let own = source.before + scripts
    let words = Set(schema.tables.map { $0.name.text.lowercased() })
    return try files.filter { $0.tables.count == 0 }.prefix(Self.maximumCount).filter { file in
      guard !file.undoes, let bytes = try snapshot.read(file.path),
        let step = try? Migration(script: file.path, bytes),
        Tokenizer.tokens(of: step.up).contains(where: { words.contains($0.text.lowercased()) })
      else { return false }
      var stubs = trial.stubs
      let definition = SourceDefinition(kind: "schema", creation: .scripts(own + [step]), forward: nil)
      guard let after = try? SourceTrial.run(definition, as: .sqlite, adding: &stubs) else { return false }
      return after.digest != schema.digest
    }
  }

  private static let maximumCount = 20
}

extension SchemaUpgrades {
  fileprivate var candidate: SourceCandidate {
    let folder = OtherScripts.File.folder(of: path)
    let summary =
      files.count == 1
      ? "an SQL file that changes \(table) of this schema, not run"
      : "\(files.count) SQL files that change \(table) of this schema and more, not run"
    return SourceCandidate(path: files.count == 1 ? path : folder, kind: .programs, convention: nil, summary: summary)
  }
}

extension [OtherScripts.File] {
  /// A candidate for each file, or for the files of a folder with more than three.
  fileprivate func byFolder(_ advice: (_ path: String) -> String) -> [SourceCandidate] {
    let folders = Dictionary(grouping: self) { OtherScripts.File.folder(of: $0.path) }.sorted { $0.key < $1.key }
    return folders.flatMap { folder, files in
      guard files.count > 3 else { return files.map { $0.candidate(note: advice($0.path)) } }
      let summary = "\(files.count) SQL files with indexes, views or triggers for these tables, \(advice(folder))"
      return [SourceCandidate(path: folder, kind: .programs, convention: nil, summary: summary)]
    }
  }
}

extension OtherScripts.File {
  /// Whether the name says that it undoes another file, or it is in a folder for such files, such as Sqitch's `revert`.
  fileprivate var undoes: Bool {
    ScriptFolder.undoes(name) || ["revert", "verify"].contains(path.split(separator: "/").dropLast().last ?? "")
  }

  fileprivate func candidate(note: String) -> SourceCandidate {
    SourceCandidate(
      path: path, kind: .programs, convention: nil,
      summary: "an SQL file with indexes, views or triggers for these tables, \(note)")
  }
}
