internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import ProjectModels
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// A source, and the result of running it.
struct SourceTrial {
  private(set) var candidate: SourceCandidate
  let source: SourceConfiguration
  /// Other sources in or near its folder that were not chosen with it.
  private(set) var otherCandidates: [SourceCandidate] = []
  private(set) var notices: [MigrationNotice]
  /// Paths of the SQL files.
  let scripts: [String]
  /// Stubs without which the source does not run.
  let stubs: Stubs
  /// `nil` for a source that is not run here.
  private let result: Result<CanonicalSchema, LedgerError>?
  /// The reason for a failure.
  private let reason: String?
  /// The versions that files declare; `nil` for any other source.
  private(set) var declared: DeclaredVersions?
  /// Why the tables of the current of these versions are not known, as clauses; empty if they are.
  private(set) var unknownTables: [String] = []
  /// Whether the sources name a CloudKit container that synchronises the stores.
  var isSynchronised = false

  var failure: LedgerError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// Whether the source failed before it was run.
  var isUnread: Bool {
    if case .folder = failure { true } else { false }
  }

  /// Whether the first of its files fails in SQLite.
  var failsAtStart: Bool {
    if case .sqlFailed(let path, _, _) = failure { path == scripts.first } else { false }
  }

  /// Whether SQLite understood the statement that failed, and lacks something that it names.
  var isUnderstood: Bool {
    guard let error = failure?.sqlError else { return false }
    return error.unknownName != nil || error.unknownColumn != nil
  }

  /// The folder of the SQL files.
  var folder: String {
    switch source {
    case .migrations(let folder), .schema(_, _, .migrations(let folder)): folder.paths.first ?? ""
    case .schema(let files, _, _): (files.first ?? "").split(separator: "/").dropLast().joined(separator: "/")
    case .command, .swift, .models, .room, .database: ""
    }
  }

  /// Whether the name of the folder says that another one has replaced it: `old_migrations`.
  var isFormer: Bool {
    let words = (folder.split(separator: "/").last ?? "").lowercased().split { !$0.isLetter }
    return words.contains { ["old", "legacy", "archive", "archived", "deprecated", "obsolete", "former"].contains($0) }
  }

  /// The number of tables in the schema.
  var tableCount: Int { schema?.tables.count ?? 0 }

  /// Whether nothing but the program tells if foreign keys are enforced while it runs the migrations, and the schema has some.
  var dependsOnForeignKeys: Bool {
    guard case .migrations(let folder) = source, schema?.tables.contains(where: { !$0.foreignKeys.isEmpty }) == true
    else { return false }
    return MigrationConvention.named(folder.convention)?.foreignKeys == nil
  }

  var schema: CanonicalSchema? {
    if case .success(let schema) = result { schema } else { nil }
  }

  /// The trial of a candidate with a note.
  func noting(_ note: String) -> SourceTrial {
    var trial = self
    trial.candidate = candidate.with(note: note)
    return trial
  }

  /// The candidate, with the reason if it does not run. Steps that are programs are part of the reason, since a command
  /// may be able to run all steps.
  var failed: SourceCandidate {
    let programs = notices.count { $0.reason == .codeStep }
    guard failure != nil, programs > 0 else { return candidate.with(note: reason) }
    // A table that is missing may be one that the programs create; any other reason counts as well.
    let candidate = failure?.sqlError == nil || isUnderstood ? candidate : candidate.with(note: reason)
    let count = programs == 1 ? "1 more is a program" : "\(programs) more are programs"
    return candidate.with(note: "and \(count), which only a source of kind 'command' can run").of(kind: .programs)
  }

  /// The failed candidate with the guessed dialect of its SQL. SQL between steps that are programs is too little for a
  /// guess.
  func failed(like guess: Dialect?) -> SourceCandidate {
    guard let guess, guess != .sqlite, failed.kind != .programs else { return failed }
    return failed.with(note: "its SQL reads like \(guess.title)").of(kind: .foreign)
  }

  /// A schema file that sets `PRAGMA user_version` states its version this way.
  var version: VersionRule? {
    switch source {
    case .swift(let package): return package.migrator == nil ? .declared : nil
    case .models, .room: return .declared
    default: break
    }
    guard case .schema = source, let schema, schema.properties.userVersion != 0 else { return nil }
    return .userVersion
  }

  /// A schema file without migrations.
  init(schemaFile path: String, in snapshot: FileSnapshot) throws(GitError) {
    try self.init(schemaFiles: [path], in: snapshot)
  }

  /// Files, and folders of files, that together make the schema.
  init(schemaFiles paths: [String], in snapshot: FileSnapshot) throws(GitError) {
    let text = (try? snapshot.read(paths[0])).map { String(decoding: $0, as: UTF8.self) }
    let more = paths.count == 1 ? "" : ", with \(paths.dropFirst().joined(separator: ", "))"
    try self.init(
      SourceCandidate(path: paths[0], kind: .schema, convention: nil, summary: "schema file" + more),
      .schema(files: paths, forward: nil), for: text.flatMap { Dialect.guess(sql: $0) }, in: snapshot)
    guard tableCount > 0 else { return }
    let tables = tableCount == 1 ? "1 table" : "\(tableCount) tables"
    let evidence = (paths.count == 1 ? "it makes " : "they make ") + tables + " in SQLite"
    candidate = SourceCandidate(
      path: candidate.path, kind: candidate.kind, convention: nil, summary: candidate.summary, evidence: [evidence])
  }

  /// A folder of migrations. The schema file beside it is included if new databases are made from that file. This is
  /// assumed if the migrations alone make the same schema or less than half of its tables, or fail because a table is
  /// missing.
  init(_ folder: MigrationFolder, beside schemaFiles: SchemaFiles, in snapshot: FileSnapshot) throws {
    var configuration = MigrationFolderConfiguration(paths: [folder.folder], convention: folder.convention)
    configuration.placeholders = folder.placeholders
    configuration.runsOutOfOrder = folder.runsOutOfOrder
    let dialect = folder.dialect ?? folder.guess
    try self.init(folder.candidate(note: nil), .migrations(configuration), for: dialect, in: snapshot)
    let named = schemaFiles.paths(beside: folder.folder)
    if let started = try started(configuration, folder, for: dialect, in: snapshot) {
      self = started
      return
    }
    if let sorted = try sortedByName(folder, beside: schemaFiles, in: snapshot) {
      self = sorted
      return
    }
    for path in try named + unnamedSchemaFiles(configuration, besides: named, in: snapshot) {
      if folder.convention == MigrationConvention.dbmate.name, DbmateScript.isDump(try snapshot.read(path) ?? []) {
        let dump = try SourceTrial(schemaFile: path, in: snapshot)
        let summary =
          "dbmate's dump; its new databases come from the migrations"
          + (difference(dump).map { ", from which it differs: \($0)" } ?? "")
        otherCandidates.append(SourceCandidate(path: path, kind: .schema, convention: nil, summary: summary))
        continue
      }
      let file = try SourceTrial(schemaFile: path, in: snapshot)
      guard let fresh = file.schema else {
        otherCandidates.append(file.failed)
        continue
      }
      if let upgrades = try upgrades(of: file, configuration, in: snapshot) {
        let note = "not the schema of new databases: \(upgrades.path) changes \(upgrades.table)"
        otherCandidates.append(file.candidate.with(note: note))
        continue
      }
      guard matches(fresh) else {
        let difference = difference(file).map { ": \($0)" } ?? ""
        otherCandidates.append(file.candidate.with(note: "its schema differs from that of the migrations" + difference))
        continue
      }
      if failure?.needsProgram == true {
        let programs = candidate.with(note: "a program among its migrations changes the schema")
        self = file
        otherCandidates.append(programs)
        return
      }
      var pair = try SourceTrial(
        SourceCandidate(
          path: folder.folder, kind: .schema, convention: folder.convention,
          summary: candidate.summary + ", with \(path) for new databases", evidence: candidate.evidence),
        .schema(files: [path], forward: .migrations(configuration)), for: dialect, in: snapshot)
      if failure != nil { pair.notices += (try? MigrationNotice.unparsed(listing(configuration, in: snapshot))) ?? [] }
      self = pair
      return
    }
  }

  /// A program that is not run, since the user has not agreed to that yet. `nil` if there is no known way to run it.
  init?(_ project: ProgramProject) {
    if let package = project.package {
      source = .swift(package)
    } else if let command = project.command {
      source = .command(command, forward: command)
    } else {
      return nil
    }
    candidate = project.candidate
    notices = []
    scripts = []
    stubs = Stubs()
    (result, reason) = (nil, nil)
  }

  /// Models that files declare.
  ///
  /// - Throws: `GitError`.
  init(
    models candidate: SourceCandidate, _ source: ModelSourceConfiguration, in snapshot: FileSnapshot
  ) throws(GitError) {
    try self.init(candidate, .models(source), for: .sqlite, in: snapshot)
  }

  /// The schemas that Room has exported.
  ///
  /// - Throws: `GitError`.
  init(room candidate: SourceCandidate, _ source: RoomConfiguration, in snapshot: FileSnapshot) throws(GitError) {
    try self.init(candidate, .room(source), for: .sqlite, in: snapshot)
  }

  /// - Parameter dialect: the dialect of the SQL, as far as it is known.
  init(
    _ candidate: SourceCandidate, _ source: SourceConfiguration, for dialect: Dialect?, in snapshot: FileSnapshot
  ) throws(GitError) {
    self.source = source
    var notices: [MigrationNotice] = []
    var scripts: [String] = []
    var stubs = Stubs()
    var reason: String?
    do {
      let definition = try DatabaseConfiguration(source: source).schemaSource.read(from: snapshot)
      notices = definition.notices
      scripts = definition.declared == nil ? definition.paths : []
      declared = definition.declared
      unknownTables = declared.map { definition.unknownTables(of: $0.current) } ?? []
      let schema = try Self.run(definition, as: dialect, adding: &stubs)
      result = .success(schema)
      if case .migrations(let listing, _) = definition.forward, let stated = listing.stated,
        let difference = stated.difference(from: schema)
      {
        let summary = "the migration tool's snapshot of the schema, from which the migrations differ: \(difference)"
        otherCandidates.append(
          SourceCandidate(path: stated.path, kind: .programs, convention: nil, summary: summary))
      }
    } catch let error as LedgerError {
      // Each problem of a model is a line.
      let lines = error.message.split(separator: "\n")
      let isUnread = if case .room = error { true } else { source.models != nil }
      reason =
        isUnread
        ? "cannot be read: \(lines.first ?? "")" + (lines.count > 1 ? " (and \(lines.count - 1) more)" : "")
        : "fails in SQLite: \(error.message)" + (error.newerSQLite.map { "; it needs SQLite \($0)" } ?? "")
      result = .failure(error)
    } catch let error as MigrationFolderError {
      reason = error.message
      result = .failure(.folder(error))
    } catch let error as GitError where error.isOfMachine {
      throw error
    } catch {
      result = .failure(.file(path: source.paths.first ?? "", reason: "\(error)"))
    }
    self.candidate = candidate.with(note: stubs.isEmpty ? nil : "with stubs for \(stubs.names)")
    self.notices = notices
    self.scripts = scripts
    self.stubs = stubs
    self.reason = reason
  }

  /// Makes the schema, with stubs for the functions and collations of the application if it needs them. SQL for another
  /// database gets no stubs: its functions are not the application's.
  static func run(
    _ definition: SourceDefinition, as dialect: Dialect?, adding stubs: inout Stubs
  ) throws -> CanonicalSchema {
    do {
      return try definition.build().schema
    } catch let error as LedgerError {
      guard (dialect ?? .sqlite) == .sqlite, let cause = error.sqlError else { throw error }
      let missing = definition.missingStubs(for: cause, BuildSettings())
      guard missing.areEnough, missing.stubs.functions.keys.allSatisfy({ !Dialect.isOfOthers(function: $0.text) })
      else {
        throw error
      }
      var settings = BuildSettings()
      settings.stubs = missing.stubs
      let schema = try definition.build(settings).schema
      stubs = missing.stubs
      return schema
    }
  }
}

extension Stubs {
  /// The names of the functions and collations.
  fileprivate var names: String { (functions.keys.sorted() + collations.sorted()).joined(separator: ", ") }
}

extension SourceCandidate {
  /// The candidate with an additional note.
  func with(note: String?) -> SourceCandidate {
    SourceCandidate(
      path: path, kind: kind, convention: convention,
      summary: [summary, note].compactMap(\.self).joined(separator: ", "), evidence: evidence)
  }
}

extension SourceCandidate {
  /// The candidate as one of another kind.
  func of(kind: Kind) -> SourceCandidate {
    SourceCandidate(path: path, kind: kind, convention: convention, summary: summary, evidence: evidence)
  }
}

extension MigrationFolder {
  func candidate(note: String?) -> SourceCandidate {
    let title = MigrationConvention.named(convention)?.title ?? convention
    let count = "\(migrationCount) migration\(migrationCount == 1 ? "" : "s")"
    return SourceCandidate(
      path: folder, kind: .migrations, convention: convention, summary: "\(title), \(count)", evidence: reasons
    ).with(note: note)
  }
}

extension GitError {
  /// Whether the machine could not read something, which says nothing about the source.
  fileprivate var isOfMachine: Bool {
    switch self {
    case .system, .other: true
    default: false
    }
  }
}

extension LedgerError {
  /// Whether the SQL alone does not make the schema, because of a program among the migrations.
  var needsProgram: Bool {
    switch self {
    case .folder(.programStep), .folder(.programNamed), .folder(.codeStep): true
    default: false
    }
  }

  /// The release of SQLite that introduced the function without which the SQL fails; `nil` for any other error.
  fileprivate var newerSQLite: String? {
    if case .function(let name)? = sqlError?.unknownName { NewerFunctions.release(of: name.text) } else { nil }
  }
}
