#if SourceReader
  internal import Foundation
  internal import GRDB
  internal import SQLiteSandbox
  internal import SQLiteSyntax
  internal import SourceModels

  /// Finds the SQL of calls such as `create(table:)` by making them with the same arguments, in a database that has had all calls
  /// before them: GRDB looks up the primary key to which a foreign key refers.
  struct GRDBCalls {
    private let database: ScratchDatabase

    init() throws { database = try ScratchDatabase(tracking: .known) }

    /// Why a call makes no SQL here: what SQLite says, or nothing for a call that is not known.
    struct Refusal: Error {
      let reason: String?
    }

    /// The statements.
    func statements(of calls: [MigratorCall]) -> Result<[String], Refusal> {
      database.queue.inDatabase { db in
        // The sandbox has no authorizer through which GRDB would learn of changes.
        db.clearSchemaCache()
        var statements: [String] = []
        db.trace(options: .statement) { event in
          guard case .statement(let statement) = event else { return }
          if calls.first?.name == "execute", !Self.isOfGRDB(statement.sql) {
            statements.append(statement.expandedSQL)
          } else if Self.changesSchema(statement.sql) {
            statements.append(statement.sql)
          }
        }
        defer { db.trace(options: []) }
        do {
          if let sql = calls.literal {
            try? db.execute(sql: sql)
            return .success([sql])
          }
          try db.inSavepoint {
            try db.make(calls)
            return .commit
          }
          return .success(statements)
        } catch {
          // A statement that SQLite refuses fails in the application, too.
          if let sql = (error as? DatabaseError)?.sql, Self.changesSchema(sql) || calls.first?.name == "execute" {
            return .success(statements + [sql])
          }
          return .failure(Refusal(reason: (error as? DatabaseError)?.message))
        }
      }
    }

    /// Whether a traced statement of `execute` is one of the savepoint around it, or of a trigger.
    private static func isOfGRDB(_ sql: String) -> Bool {
      ["SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT", "PRAGMA", "--"].contains { sql.hasPrefix($0) }
    }

    /// Whether a traced statement is one that the call makes, and not one with which GRDB reads the schema. The statements of a
    /// trigger begin with `--`.
    private static func changesSchema(_ sql: String) -> Bool {
      let word = sql.drop(while: \.isWhitespace).prefix { $0.isLetter }.uppercased()
      return ["CREATE", "ALTER", "DROP", "REINDEX"].contains(word) || word == "INSERT" && sql.contains("rebuild")
    }
  }

  extension [MigratorCall] {
    /// The SQL of `execute(sql: "…")`.
    var literal: String? {
      guard count == 1, self[0].name == "execute", self[0].body == nil, self[0].arguments.count == 1,
        // Former versions of GRDB have no label.
        ["sql", "literal", nil].contains(self[0].arguments[0].label), case .string(let sql) = self[0].arguments[0].value
      else { return nil }
      return sql
    }
  }

  /// A call that has no counterpart here.
  private struct UnknownCall: Error {}

  /// The arguments of a call. Each is taken once; one that is left makes the call unknown.
  private struct Arguments {
    private var rest: [MigratorArgument]

    init(_ call: MigratorCall) { rest = call.arguments }

    mutating func take(_ label: String?) -> MigratorValue? {
      rest.firstIndex { $0.label == label }.map { rest.remove(at: $0).value }
    }

    mutating func text(_ label: String? = nil) throws -> String {
      guard case .string(let text)? = take(label) else { throw UnknownCall() }
      return text
    }

    mutating func optionalText(_ label: String?) throws -> String? {
      switch take(label) {
      case nil, .null?: return nil
      case .string(let text)?: return text
      default: throw UnknownCall()
      }
    }

    mutating func texts(_ label: String? = nil) throws -> [String] {
      guard case .array(let values)? = take(label) else { throw UnknownCall() }
      return try values.map { value in
        guard case .string(let text) = value else { throw UnknownCall() }
        return text
      }
    }

    mutating func flag(_ label: String, default value: Bool = false) throws -> Bool {
      switch take(label) {
      case nil: return value
      case .boolean(let flag)?: return flag
      default: throw UnknownCall()
      }
    }

    /// The names of `.a` or `[.a, .b]`.
    mutating func options(_ label: String) throws -> Set<String> {
      switch take(label) {
      case nil: return []
      case .member(let name, let arguments)? where arguments.isEmpty: return [name]
      case .array(let values)?:
        return Set(
          try values.map { value in
            guard case .member(let name, let arguments) = value, arguments.isEmpty else { throw UnknownCall() }
            return name
          })
      default: throw UnknownCall()
      }
    }

    /// The value of a case such as `.cascade`, by its name.
    mutating func choice<Value>(_ label: String?, of known: [String: Value]) throws -> Value? {
      switch take(label) {
      case nil, .null?: return nil
      case .member(let name, let arguments)? where arguments.isEmpty:
        guard let value = known[name] else { throw UnknownCall() }
        return value
      default: throw UnknownCall()
      }
    }

    func finish() throws { if !rest.isEmpty { throw UnknownCall() } }

    static let conflicts: [String: Database.ConflictResolution] = [
      "rollback": .rollback, "abort": .abort, "fail": .fail, "ignore": .ignore, "replace": .replace,
    ]
    static let actions: [String: Database.ForeignKeyAction] = [
      "cascade": .cascade, "restrict": .restrict, "setNull": .setNull, "setDefault": .setDefault,
    ]
    static let types: [String: Database.ColumnType] = [
      "text": .text, "integer": .integer, "double": .double, "real": .real, "numeric": .numeric, "boolean": .boolean,
      "blob": .blob, "date": .date, "datetime": .datetime, "any": .any, "jsonText": .jsonText,
    ]
    static let collations: [String: Database.CollationName] = [
      "binary": .binary, "nocase": .nocase, "rtrim": .rtrim,
    ]
    static let ownCollations: [String: DatabaseCollation] = [
      "unicodeCompare": .unicodeCompare, "caseInsensitiveCompare": .caseInsensitiveCompare,
      "localizedCaseInsensitiveCompare": .localizedCaseInsensitiveCompare, "localizedCompare": .localizedCompare,
      "localizedStandardCompare": .localizedStandardCompare,
    ]
  }

  extension Database {
    fileprivate func make(_ calls: [MigratorCall]) throws {
      guard let call = calls.first, calls.count == 1 else { throw UnknownCall() }
      var arguments = Arguments(call)
      switch (call.name, call.arguments.first?.label) {
      case ("create", "table"): try createTable(call, &arguments)
      case ("create", "index"), ("create", "indexOn"): try createIndex(&arguments)
      case ("create", "view"): try createView(&arguments)
      case ("create", "virtualTable"): try createVirtualTable(call, &arguments)
      case ("alter", "table"):
        let name = try arguments.text("table")
        try arguments.finish()
        var failure: (any Error)?
        try alter(table: name) { t in
          do {
            for chain in call.body ?? [] { try t.make(chain) }
          } catch {
            failure = error
          }
        }
        if let failure { throw failure }
      case ("rename", "table"):
        let (old, new) = (try arguments.text("table"), try arguments.text("to"))
        try arguments.finish()
        try rename(table: old, to: new)
      case ("execute", "sql"):
        let sql = try arguments.text("sql")
        guard case .array(let values)? = arguments.take("arguments") else { throw UnknownCall() }
        try arguments.finish()
        try execute(sql: sql, arguments: StatementArguments(values.map { try $0.databaseValue() }))
      case ("drop", "table"): try drop(table: arguments.only("table"))
      case ("drop", "index"): try drop(index: arguments.only("index"))
      case ("drop", "view"): try drop(view: arguments.only("view"))
      case ("dropFTS5SynchronizationTriggers", "forTable"):
        try dropFTS5SynchronizationTriggers(forTable: arguments.only("forTable"))
      case ("dropFTS4SynchronizationTriggers", "forTable"):
        try dropFTS4SynchronizationTriggers(forTable: arguments.only("forTable"))
      default: throw UnknownCall()
      }
    }

    private func createTable(_ call: MigratorCall, _ arguments: inout Arguments) throws {
      let name = try arguments.text("table")
      var names = try arguments.options("options")
      for flag in ["temporary", "ifNotExists", "withoutRowID"] where try arguments.flag(flag) { names.insert(flag) }
      try arguments.finish()
      let known: [String: TableOptions] = [
        "ifNotExists": .ifNotExists, "temporary": .temporary, "withoutRowID": .withoutRowID, "strict": .strict,
      ]
      var options: TableOptions = []
      for name in names { options.insert(try known.value(name)) }
      try create(table: name, options: options) { t in
        for chain in call.body ?? [] { try t.make(chain) }
      }
    }

    private func createIndex(_ arguments: inout Arguments) throws {
      let name = try arguments.optionalText("index")
      let table = try name == nil ? arguments.text("indexOn") : arguments.text("on")
      let columns = try arguments.texts("columns")
      var names = try arguments.options("options")
      for flag in ["unique", "ifNotExists"] where try arguments.flag(flag) { names.insert(flag) }
      try arguments.finish()
      var options: IndexOptions = []
      for name in names { options.insert(try ["unique": .unique, "ifNotExists": .ifNotExists].value(name)) }
      if let name {
        try create(index: name, on: table, columns: columns, options: options)
      } else {
        try create(indexOn: table, columns: columns, options: options)
      }
    }

    private func createView(_ arguments: inout Arguments) throws {
      let name = try arguments.text("view")
      let names = try arguments.options("options")
      let columns = try arguments.take("columns").map { value -> [String] in
        guard case .array(let values) = value else { throw UnknownCall() }
        return try values.map { if case .string(let text) = $0 { text } else { throw UnknownCall() } }
      }
      let sql: String
      switch (arguments.take("as"), arguments.take("asLiteral")) {
      case (.member("SQLRequest", let request)?, nil):
        guard request.count == 1, ["sql", "literal", nil].contains(request[0].label),
          case .string(let text) = request[0].value
        else { throw UnknownCall() }
        sql = text
      case (nil, .string(let text)?): sql = text
      default: throw UnknownCall()
      }
      try arguments.finish()
      var options: ViewOptions = []
      for name in names { options.insert(try ["ifNotExists": .ifNotExists, "temporary": .temporary].value(name)) }
      try create(view: name, options: options, columns: columns, as: SQLRequest<Row>(sql: sql))
    }

    private func createVirtualTable(_ call: MigratorCall, _ arguments: inout Arguments) throws {
      let name = try arguments.text("virtualTable")
      var names = try arguments.options("options")
      if try arguments.flag("ifNotExists") { names.insert("ifNotExists") }
      var options: VirtualTableOptions = []
      for name in names { options.insert(try ["ifNotExists": .ifNotExists, "temporary": .temporary].value(name)) }
      let module = arguments.take("using")
      try arguments.finish()
      switch module {
      case .string(let module)? where call.body == nil: try create(virtualTable: name, options: options, using: module)
      case .member("FTS5", let given)? where given.isEmpty:
        try create(virtualTable: name, options: options, using: FTS5()) { t in
          for chain in call.body ?? [] { try t.make(chain) }
        }
      case .member("FTS4", let given)? where given.isEmpty:
        try create(virtualTable: name, options: options, using: FTS4()) { t in
          for chain in call.body ?? [] { try t.make(chain) }
        }
      default: throw UnknownCall()
      }
    }
  }

  extension Dictionary where Key == String {
    fileprivate func value(_ name: String) throws -> Value {
      guard let value = self[name] else { throw UnknownCall() }
      return value
    }
  }

  extension Arguments {
    fileprivate mutating func only(_ label: String) throws -> String {
      let text = try text(label)
      try finish()
      return text
    }
  }

  extension TableDefinition {
    fileprivate func make(_ chain: [MigratorCall]) throws {
      guard let call = chain.first else { return }
      var arguments = Arguments(call)
      let column: ColumnDefinition?
      switch call.name {
      case "autoIncrementedPrimaryKey":
        column = autoIncrementedPrimaryKey(
          try arguments.text(), onConflict: try arguments.choice("onConflict", of: Arguments.conflicts))
      case "primaryKey": column = try makePrimaryKey(call, &arguments)
      case "column": column = try makeColumn(&arguments)
      case "uniqueKey":
        uniqueKey(try arguments.texts(), onConflict: try arguments.choice("onConflict", of: Arguments.conflicts))
        column = nil
      case "foreignKey":
        let columns = try arguments.texts()
        let table = try arguments.text("references")
        let others = try call.arguments.contains { $0.label == "columns" } ? arguments.texts("columns") : nil
        foreignKey(
          columns, references: table, columns: others,
          onDelete: try arguments.choice("onDelete", of: Arguments.actions),
          onUpdate: try arguments.choice("onUpdate", of: Arguments.actions), deferred: try arguments.flag("deferred"))
        column = nil
      case "belongsTo":
        let key = belongsTo(
          try arguments.text(), inTable: try arguments.optionalText("inTable"),
          onDelete: try arguments.choice("onDelete", of: Arguments.actions),
          onUpdate: try arguments.choice("onUpdate", of: Arguments.actions),
          deferred: try arguments.flag("deferred"), indexed: try arguments.flag("indexed", default: true))
        try arguments.finish()
        for modifier in chain.dropFirst() {
          switch (modifier.name, modifier.arguments.isEmpty) {
          case ("notNull", true): key.notNull()
          case ("unique", true): key.unique()
          default: throw UnknownCall()
          }
        }
        return
      case "check":
        check(sql: try arguments.text("sql"))
        column = nil
      case "constraint":
        constraint(sql: try arguments.text("sql"))
        column = nil
      default: throw UnknownCall()
      }
      try arguments.finish()
      guard chain.count > 1 else { return }
      guard let column else { throw UnknownCall() }
      try column.make(chain.dropFirst())
    }

    private func makePrimaryKey(_ call: MigratorCall, _ arguments: inout Arguments) throws -> ColumnDefinition? {
      if let body = call.body {
        let conflict = try arguments.choice("onConflict", of: Arguments.conflicts)
        try primaryKey(onConflict: conflict) { for chain in body { try make(chain) } }
        return nil
      }
      if case .array? = call.arguments.first?.value {
        primaryKey(try arguments.texts(), onConflict: try arguments.choice("onConflict", of: Arguments.conflicts))
        return nil
      }
      let name = try arguments.text()
      guard let type = try arguments.choice(nil, of: Arguments.types) else { throw UnknownCall() }
      return primaryKey(name, type, onConflict: try arguments.choice("onConflict", of: Arguments.conflicts))
    }

    private func makeColumn(_ arguments: inout Arguments) throws -> ColumnDefinition? {
      if let sql = try arguments.optionalText("sql") {
        column(sql: sql)
        return nil
      }
      return column(try arguments.text(), try arguments.choice(nil, of: Arguments.types))
    }
  }

  extension ColumnDefinition {
    fileprivate func make(_ chain: ArraySlice<MigratorCall>) throws {
      for call in chain {
        var arguments = Arguments(call)
        switch call.name {
        case "primaryKey":
          primaryKey(
            onConflict: try arguments.choice("onConflict", of: Arguments.conflicts),
            autoincrement: try arguments.flag("autoincrement"))
        case "notNull": notNull(onConflict: try arguments.choice("onConflict", of: Arguments.conflicts))
        case "unique": unique(onConflict: try arguments.choice("onConflict", of: Arguments.conflicts))
        case "indexed": indexed()
        case "check": check(sql: try arguments.text("sql"))
        case "defaults": try makeDefault(&arguments)
        case "collate": try makeCollation(&arguments)
        case "generatedAs":
          let sql = try arguments.text("sql")
          let isStored = try arguments.choice(nil, of: ["stored": true, "virtual": false]) ?? false
          generatedAs(sql: sql, isStored ? .stored : .virtual)
        case "references":
          references(
            try arguments.text(), column: try arguments.optionalText("column"),
            onDelete: try arguments.choice("onDelete", of: Arguments.actions),
            onUpdate: try arguments.choice("onUpdate", of: Arguments.actions), deferred: try arguments.flag("deferred"))
        default: throw UnknownCall()
        }
        try arguments.finish()
      }
    }

    private func makeDefault(_ arguments: inout Arguments) throws {
      if let sql = try arguments.optionalText("sql") {
        defaults(sql: sql)
        return
      }
      switch arguments.take("to") {
      case .string(let text)?: defaults(to: text)
      case .integer(let number)?: defaults(to: number)
      case .real(let number)?: defaults(to: number)
      case .boolean(let flag)?: defaults(to: flag)
      case .null?: defaults(to: DatabaseValue.null)
      case .member("Data", let given)? where given.isEmpty: defaults(to: Data())
      default: throw UnknownCall()
      }
    }

    private func makeCollation(_ arguments: inout Arguments) throws {
      guard case .member(let name, let given)? = arguments.take(nil), given.isEmpty else { throw UnknownCall() }
      if let known = Arguments.collations[name] {
        collate(known)
      } else {
        collate(try Arguments.ownCollations.value(name))
      }
    }
  }

  extension TableAlteration {
    fileprivate func make(_ chain: [MigratorCall]) throws {
      guard let call = chain.first else { return }
      var arguments = Arguments(call)
      switch call.name {
      case "add":
        let column = add(column: try arguments.text("column"), try arguments.choice(nil, of: Arguments.types))
        try arguments.finish()
        return try column.make(chain.dropFirst())
      case "addColumn": addColumn(sql: try arguments.text("sql"))
      case "rename": rename(column: try arguments.text("column"), to: try arguments.text("to"))
      case "drop": drop(column: try arguments.text("column"))
      default: throw UnknownCall()
      }
      try arguments.finish()
      if chain.count > 1 { throw UnknownCall() }
    }
  }

  extension FTS5TableDefinition {
    fileprivate func make(_ chain: [MigratorCall]) throws {
      guard let call = chain.first else { return }
      var arguments = Arguments(call)
      switch call.name {
      case "column":
        let column = column(try arguments.text())
        for modifier in chain.dropFirst() {
          guard modifier.name == "notIndexed", modifier.arguments.isEmpty else { throw UnknownCall() }
          column.notIndexed()
        }
      case "synchronize": synchronize(withTable: try arguments.text("withTable"))
      case "tokenizer=":
        guard let value = arguments.take(nil) else { throw UnknownCall() }
        tokenizer = try FTS5TokenizerDescriptor(value)
      case "content=": content = try arguments.optionalText(nil)
      case "contentRowID=": contentRowID = try arguments.optionalText(nil)
      case "prefixes=":
        guard case .array(let values)? = arguments.take(nil) else { throw UnknownCall() }
        prefixes = Set(try values.map { if case .integer(let size) = $0 { size } else { throw UnknownCall() } })
      default: throw UnknownCall()
      }
      try arguments.finish()
      if call.name != "column", chain.count > 1 { throw UnknownCall() }
    }
  }

  extension MigratorValue {
    /// The value as an argument of a statement.
    fileprivate func databaseValue() throws -> DatabaseValue {
      switch self {
      case .string(let text): text.databaseValue
      case .integer(let number): number.databaseValue
      case .real(let number): number.databaseValue
      case .boolean(let flag): flag.databaseValue
      case .null: .null
      case .array, .named, .member: throw UnknownCall()
      }
    }
  }

  extension FTS5TokenizerDescriptor {
    fileprivate init(_ value: MigratorValue) throws {
      guard case .member(let name, let given) = value else { throw UnknownCall() }
      switch (name, given.first?.label, given.first?.value) {
      case ("ascii", nil, nil): self = .ascii()
      case ("porter", nil, nil): self = .porter()
      case ("porter", "wrapping", let base?) where given.count == 1: self = .porter(wrapping: try Self(base))
      case ("unicode61", nil, nil): self = .unicode61()
      case ("unicode61", "diacritics", .member(let choice, _)?) where given.count == 1:
        self = .unicode61(
          diacritics: try ["keep": .keep, "remove": .remove, "removeLegacy": .removeLegacy].value(choice))
      default: throw UnknownCall()
      }
    }
  }

  extension FTS4TableDefinition {
    fileprivate func make(_ chain: [MigratorCall]) throws {
      guard let call = chain.first, chain.count == 1 else { throw UnknownCall() }
      var arguments = Arguments(call)
      switch call.name {
      case "column": column(try arguments.text())
      case "synchronize": synchronize(withTable: try arguments.text("withTable"))
      case "tokenizer=":
        guard case .member(let name, let given)? = arguments.take(nil), given.isEmpty else { throw UnknownCall() }
        tokenizer = try ["simple": .simple, "porter": .porter, "unicode61": .unicode61()].value(name)
      default: throw UnknownCall()
      }
      try arguments.finish()
    }
  }
#endif
