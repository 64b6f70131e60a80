internal import SQLiteSandbox
internal import SQLiteSyntax

/// Runs scripts statement by statement, and records each step.
struct ScriptRun {
  let database: ScratchDatabase
  private var states = SchemaStates()

  init(on database: ScratchDatabase) {
    self.database = database
  }

  mutating func state() throws -> SchemaState { try states.read(database) }

  /// Runs a script. A statement that fails ends the trace.
  ///
  /// - Parameters:
  ///   - isWrapped: whether the tool opens a transaction around the script.
  ///   - isAssumed: whether that is only likely.
  ///   - foreignKeys: the setting of foreign keys that the tool makes before the script.
  ///   - released: the schema that users have; `nil` if it is the current one.
  /// - Throws: `SchemaError` if the schema cannot be read.
  mutating func trace(
    _ script: String, isWrapped: Bool, isAssumed: Bool = false, foreignKeys: ScriptTrace.Enforcement,
    released: SchemaState? = nil
  ) throws -> ScriptTrace {
    let bytes = Array(script.utf8)
    var trace = ScriptTrace(script: script, isWrapped: isWrapped, start: try state())
    trace.isWrapperAssumed = isWrapped && isAssumed
    if let released {
      trace.released = released
      trace.unreleased = trace.start.tables.names.subtracting(released.tables.names)
    }
    let unreleased = trace.unreleased
    var identities = trace.start.tables.mapValues { ScriptTrace.Identity.old($0.name) }
    var enforcement = foreignKeys
    let opens = isWrapped && Script.runsInTransaction(script)
    if opens { try database.execute("BEGIN") }
    let time = TimeLimit(seconds: database.timeLimit).begin()
    var line = (number: 1, offset: 0)
    for (index, statement) in Script.statements(of: script).enumerated() {
      let range = statement.range
      line.number += bytes[line.offset..<range.lowerBound].count { $0 == UInt8(ascii: "\n") }
      line.offset = range.lowerBound
      let text = String(decoding: bytes[range], as: UTF8.self)
      let action = Parser.action(of: text)
      let isInTransaction = database.isInTransaction
      let before = try state()
      let texts = try texts(in: statement.tokens, text, action)
      var failure: SchemaError?
      do {
        try time.check()
        try database.execute(text)
      } catch let error as SchemaError { failure = error }
      let after = failure == nil ? try states.read(database, after: action) : before
      trace.steps.append(
        ScriptTrace.Step(
          index: index, tokens: statement.tokens, text: text, line: line.number, range: range, action: action,
          before: before, after: after, isInTransaction: isInTransaction, foreignKeys: enforcement,
          hasRun: failure == nil, texts: texts.union(failure == nil ? try textsMade(by: action, statement.tokens) : []),
          identities: identities, unreleased: unreleased))
      if let failure {
        trace.failure = failure
        trace.identities = identities
        if database.isInTransaction { try? database.execute("ROLLBACK") }
        return trace
      }
      identities.follow(action, index, before, after)
      if case .pragma("foreign_keys", let value?) = action {
        let wanted: ScriptTrace.Enforcement = ["1", "on", "yes", "true"].contains(value) ? .on : .off
        // In a transaction that may not exist, the pragma may have an effect.
        if !isInTransaction {
          enforcement = wanted
        } else if opens, isAssumed, enforcement != wanted {
          enforcement = .unknown
        }
      }
    }
    if opens, database.isInTransaction { try database.execute("COMMIT") }
    trace.identities = identities
    return trace
  }

  /// The `"…"` of a statement that SQLite reads as strings.
  private func texts(in tokens: [Token], _ sql: String, _ action: Action) throws -> Set<String> {
    switch action {
    case .create(let creation) where creation.kind == .view || creation.kind == .trigger: return []
    default: break
    }
    return try database.quotedTexts(in: sql, tokens: tokens)
  }

  /// The `"…"` that SQLite reads as strings in a view or a trigger, which it compiles only when it is used.
  private func textsMade(by action: Action, _ tokens: [Token]) throws -> Set<String> {
    guard case .create(let creation) = action, creation.kind == .view || creation.kind == .trigger,
      tokens.contains(where: { $0.kind == .doubleQuoted })
    else { return [] }
    return try database.quotedTexts(ofMade: creation.name, tokens: tokens)
  }
}

extension NamedObjects<ScriptTrace.Identity> {
  fileprivate mutating func follow(
    _ action: Action, _ index: Int, _ before: SchemaState, _ after: SchemaState
  ) {
    switch action {
    case .create(let creation) where creation.kind == .table:
      let key = creation.name
      if before.tables[key] == nil { self[key] = .new(index) }
    case .drop(let drop) where drop.kind == .table: self[drop.name] = nil
    case .renameTable(let name, let other):
      let identity = self[name]
      self[name] = nil
      self[other] = identity
    // ROLLBACK restores the earlier state.
    case .rollback: removeAll { after.tables[$0] == nil }
    default: break
    }
  }
}
