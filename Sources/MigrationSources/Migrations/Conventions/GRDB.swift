internal import SQLiteSchema
internal import SQLiteSyntax

#if SourceReader
  internal import SourceModels
#endif

extension MigrationConvention {
  /// The migrations that Swift code registers with GRDB's `DatabaseMigrator`. What they do is read from the sources: SQL in
  /// literals, and calls such as `create(table:)` whose arguments are constants. Other code is named, and not run.
  ///
  /// > By default, DatabaseMigrator temporarily disables foreign keys, performs a full check of all foreign keys before
  /// > migrations are committed
  ///
  /// https://swiftpackageindex.com/groue/grdb.swift/documentation/grdb/databasemigrator
  package static let grdb = MigrationConvention(
    name: "grdb", title: "GRDB's DatabaseMigrator",
    documentation: "https://swiftpackageindex.com/groue/grdb.swift/documentation/grdb/migrations",
    // The folders of a migrator have no SQL files; `init` finds its Swift files.
    recognise: { _, _ in nil },
    tracking: .table("grdb_migrations", of: "GRDB", .ids("SELECT identifier FROM grdb_migrations ORDER BY rowid")),
    script: .rewritten,
    textComparison: nil,
    read: readMigrator, readsFoldersBelow: true, readsFile: true, foreignKeys: false)
}

#if SourceReader
  private func readMigrator(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
    let files = try reading.swiftFiles()
    let outcome = try MigratorMemo.outcome(of: files, reading) { files throws(MigrationFolderError) in
      // An earlier commit cannot be corrected.
      let (result, searches) = MigratorReader.migrations(
        in: files, of: reading.migrator, allowingErasure: reading.isPast)
      let outcome = Result { () throws(MigrationFolderError) in
        let registered = try result.mapError { MigrationFolderError($0, reading.folder) }.get()
        guard let calls = try? GRDBCalls() else {
          throw .unreadable(reading.folder, reason: "SQLite could not create a database in memory")
        }
        var found = ReadMigrator()
        let areImmediate = registered.map { $0.foreignKeyChecks == .immediate }
        if !areImmediate.contains(false) { found.foreignKeys = true }
        // The setting is that of all migrations, so some of a mixed migrator would run with the wrong one.
        for migration in registered where areImmediate.contains(false) && migration.foreignKeyChecks == .immediate {
          found.code.append(("foreignKeyChecks: .immediate", migration.place.path, migration.place.line))
        }
        found.migrations = registered.map { Migration(registered: $0, calls, &found.code) }
        return found
      }
      return (outcome, searches)
    }
    let found = try outcome.get()
    reading.foreignKeys = found.foreignKeys
    for code in found.code { reading.noteCode(code.text, path: code.path, line: code.line) }
    return found.migrations
  }

  /// What the sources of a migrator say.
  struct ReadMigrator: Sendable {
    var migrations: [Migration] = []
    var foreignKeys: Bool?
    /// The statements that are not SQL.
    var code: [(text: String, path: String, line: Int)] = []
  }

  extension Migration {
    fileprivate init(
      registered: RegisteredMigration, _ calls: GRDBCalls, _ others: inout [(text: String, path: String, line: Int)]
    ) {
      var script = PlacedScript(firstLine: registered.body.line)
      var (meaning, isSQL): ([String], Bool) = ([], true)
      for step in registered.steps {
        let code: String
        let tokens: String
        switch step {
        case .calls(let chain, let line):
          let name = "db.\(chain.first?.name ?? "")(…)"
          tokens = chain.literal.map { Script.meaning(of: $0) } ?? "\(chain.map(\.described))"
          switch calls.statements(of: chain) {
          case .success(let statements):
            for statement in statements { script.add(statement, at: line) }
            meaning.append(tokens)
            continue
          case .failure(let refusal): code = refusal.reason.map { "\(name): \($0)" } ?? name
          }
        case .code(let text, let own, _):
          code = text
          tokens = own
        }
        meaning.append(tokens)
        isSQL = false
        others.append((code, registered.body.path, step.line))
      }
      self.init(
        id: registered.identifier, path: registered.body.path, title: registered.identifier, up: script.text, down: nil,
        transaction: .perMigration)
      nameInFile = registered.identifier
      firstLine = registered.body.line
      if registered.foreignKeyChecks != .deferred { meaning.append("\(registered.foreignKeyChecks)") }
      let whole = meaning.joined(separator: "\n")
      // The value of a constant may change without the text that names it.
      program = ProgramText(text: registered.source + "\n" + whole, meaning: whole, isSQL: isSQL)
    }
  }

  extension MigratorCall {
    /// The call with its arguments, as the meaning of a migration contains it.
    fileprivate var described: String {
      let arguments = normalized.map { ($0.label.map { $0 + ":" } ?? "") + "\($0.value.described)" }
      let inner = body.map { "{\($0.map { $0.map(\.described).joined(separator: ".") }.joined(separator: ";"))}" } ?? ""
      return "\(name)(\(arguments.joined(separator: ",")))\(inner)"
    }
  }

  extension MigratorCall {
    /// The arguments with the options in one form: GRDB has flags of their own for some, which it advises against.
    private var normalized: [MigratorArgument] {
      var (options, others): (Set<String>, [MigratorArgument]) = ([], [])
      for argument in arguments {
        switch (argument.label, argument.value) {
        case ("temporary"?, .boolean(let flag)), ("ifNotExists"?, .boolean(let flag)),
          ("withoutRowID"?, .boolean(let flag)),
          ("unique"?, .boolean(let flag)):
          if flag { options.insert(argument.label ?? "") }
        case ("options"?, .member(let name, let given)) where given.isEmpty: options.insert(name)
        case ("options"?, .array(let values)): options.formUnion(values.map(\.described).map { String($0.dropFirst()) })
        default: others.append(argument)
        }
      }
      return options.isEmpty
        ? others : others + [MigratorArgument("options", .array(options.sorted().map { .member($0, []) }))]
    }
  }

  extension MigratorValue {
    fileprivate var described: String {
      switch self {
      case .string(let text): "\"\(text)\""
      case .integer(let number): "\(number)"
      case .real(let number): "\(number)"
      case .boolean(let flag): "\(flag)"
      case .null: "nil"
      case .array(let values): "[\(values.map(\.described).joined(separator: ","))]"
      case .named(let name): name
      case .member(let name, let arguments):
        ".\(name)" + (arguments.isEmpty ? "" : MigratorCall("", arguments).described)
      }
    }
  }

  extension MigrationFolderError {
    fileprivate init(_ problem: MigratorProblem, _ folder: String) {
      let name = "GRDB's DatabaseMigrator"
      switch problem {
      case .none: self = .noMigrations(folder: folder, convention: name, leftOut: [])
      case .several(let places):
        self = .severalMigrators(
          folder, places.map { ($0.name, "\($0.location.path):\($0.location.line)") }.map(MigratorCandidate.init))
      case .unclear(let place, let reason):
        self = .refusedText(
          place.path, line: place.line, reason: reason,
          hint:
            "so that the order can be read, register each migration once, with a constant identifier and without conditions, in functions below the source's path"
        )
      case .unreadable(let place): self = .unreadable(place.path, reason: "it is not Swift that can be parsed")
      case .erases(let place):
        self = .refusedText(
          place.path, line: place.line,
          reason: "eraseDatabaseOnSchemaChange deletes the database of a user when a migration has changed",
          hint: "set it only in '#if DEBUG'")
      }
    }
  }
#else
  private func readMigrator(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
    throw .notSupported(
      reading.folder, reason: "this program was built without the trait SourceReader, which reads Swift")
  }
#endif
