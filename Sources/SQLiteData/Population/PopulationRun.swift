internal import CSQLite
internal import Foundation
internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Fills all tables of a database once.
final class PopulationRun {
  private let db: GRDB.Database
  private let connection: OpaquePointer
  private let population: Population
  private let tracking: TrackingTables
  private let deadline: ContinuousClock.Instant
  private var tables: [Identifier: PopulatedTable] = [:]
  private var order: [Identifier] = []
  /// The names in pending statements with a query.
  private var copiedNames: Set<Identifier> = []
  private var virtualTables: [(name: Identifier, sql: String)] = []
  private var triggers: [[Token]] = []
  private var assumptions: AssumptionTriggers
  /// References to tables that are filled later. They are set at the end.
  private var deferred: [(table: Identifier, reference: PopulatedTable.Reference)] = []
  private var findings = PopulationFindings()

  init(_ db: GRDB.Database, _ population: Population, tracking: TrackingTables, seconds: Double) throws {
    guard let connection = db.sqliteConnection else { throw SchemaError.notADatabase("it is closed") }
    self.db = db
    assumptions = AssumptionTriggers(db)
    self.connection = connection
    self.population = population
    self.tracking = tracking
    deadline = .now.advanced(by: .seconds(seconds))
  }

  /// Adds rows to all tables. The findings contain the reasons why rows are missing.
  func run(_ stored: StoredSchema) throws {
    defer { assumptions.drop() }
    try read(stored)
    findings.unfinished = Set(order)
    // Rows that had no parent before the run were not added by it, and are left alone.
    let broken = try repair.broken(order)
    var done: Set<Identifier> = []
    for name in order {
      try populate(name, done)
      done.insert(name)
    }
    for (name, sql) in virtualTables {
      try transaction(name) {
        findings.refusals[name] = try VirtualTablePopulation(
          db: db, rows: population.rows, seed: population.seed, triggers: triggers
        ).populate(name, sql: sql)
      }
    }
    for (name, reference) in deferred {
      guard let table = tables[name] else { continue }
      try transaction(name) { try repair.set(reference, in: table, keys: try keys(of: reference)) }
    }
    for _ in 0..<8 {
      let orphans = try repair.broken(order).filter { orphan in
        !broken.contains { $0.table == orphan.table && $0.reference.columns == orphan.reference.columns }
      }
      for (name, reference) in orphans {
        guard let table = tables[name] else { continue }
        repair.removeOrphans(reference, in: table)
        findings.orphans[name] = reference.parent
      }
      if orphans.isEmpty { break }
    }
  }

  /// The coverage, determined from the rows themselves.
  func coverage() throws -> Population.Coverage {
    try PopulationCoverage(
      db: db, tables: order.compactMap { tables[$0] }, virtualTables: virtualTables.map(\.name), findings: findings
    ).measure()
  }

  private var repair: ReferenceRepair { ReferenceRepair(db: db, tables: tables, seed: population.seed) }

  // MARK: The schema

  private func read(_ stored: StoredSchema) throws {
    var vocabulary = Vocabulary()
    var json = JSONReading()
    for text in stored.objects.compactMap(\.sql) + population.texts {
      vocabulary.read(text)
      json.read(text)
    }
    let pending = population.pending.flatMap(Vocabulary.statements)
    vocabulary.read(pending: pending)
    json.read(pending: pending)
    copiedNames = pending.filter { !PendingWrites.declaresTable($0) }.reduce(into: []) { names, statement in
      if statement.contains(where: { $0.isKeyword("SELECT") }) { names.formUnion(Vocabulary.names(statement)) }
    }
    let later = LaterReferences(pending, unreleased: Set(population.unreleased.flatMap(Vocabulary.statements)))
    let triggerObjects = stored.objects.filter { $0.kind == .trigger }
    triggers = triggerObjects.map { Tokenizer.tokens(of: $0.sql ?? "") }
    let indexes = stored.objects.filter { $0.kind == .index && $0.sql != nil }
    let systemTables = StoreSystemTables.names(
      amongTables: stored.objects.lazy.filter { $0.kind == .table }.map(\.name))
    for object in stored.objects where object.kind == .table {
      let name = object.name
      guard !systemTables.contains(name), !tracking.contains(name), !name.isReserved, let sql = object.sql
      else { continue }
      switch stored.tables[name]?.type {
      case "virtual": virtualTables.append((object.name, sql))
      case "table":
        var table = try PopulatedTable(object.name, sql: sql, stored.tables[name], in: db)
        for position in table.columns.indices {
          table.columns[position].facts.vocabulary = vocabulary.words(
            of: table.columns[position].name, in: table.name)
          table.columns[position].facts.jsonShape = json.shape(of: table.columns[position].name, in: table.name)
        }
        for index in indexes where index.table == name { table.read(index: index.sql ?? "") }
        for trigger in triggerObjects where trigger.table == name { table.read(trigger: trigger.sql ?? "") }
        tables[name] = table
      default: continue
      }
    }
    assume()
    follow(population.profile)
    later.add(to: &tables)
    for name in tables.keys.sorted() { complete(name) }
    order = PopulationOrder.order(stored.objects.map(\.name).filter { tables[$0] != nil }, tables)
  }

  /// Adds the assumptions to their tables.
  private func assume() {
    for assumption in Set(population.assumptions).sorted() {
      let name = assumption.table
      guard let condition = AssumedCondition(assumption) else { continue }
      var isApplied = false
      if var table = tables[name] {
        isApplied = table.assume(condition, tables, &assumptions)
        if isApplied { tables[name] = table }
      } else if condition.isNever {
        isApplied = virtualTables.contains { $0.name == name }
        virtualTables.removeAll { $0.name == name }
      }
      if isApplied { findings.appliedAssumptions.append(assumption) }
    }
  }

  /// Adds what a profile says about the tables, and its proposals.
  private func follow(_ profile: DatabaseProfile?) {
    for described in profile?.tables ?? [] {
      guard var table = tables[described.name] else { continue }
      for condition in described.proposals.compactMap({ AssumedCondition($0.assumption) }) {
        var assumed = table
        if assumed.assume(condition, tables, &assumptions) { table = assumed }
      }
      table.follow(described)
      tables[described.name] = table
    }
  }

  /// Resolves the keys of a table's references, and adds implied references.
  private func complete(_ name: Identifier) {
    guard var table = tables[name] else { return }
    table.references = table.references.map { $0.resolved(tables) }
    replaceDangling(&table)
    ImpliedReference.add(to: &table, tables)
    // If references share columns, the one with the most columns comes first.
    table.references.sort { $0.weight > $1.weight }
    tables[name] = table
  }

  /// Replaces references that no row could have, because their table does not exist, if the row needs one: a database in
  /// the field has such rows if foreign keys were off when they were written. If the table was renamed, the rows refer to
  /// the table of today.
  private func replaceDangling(_ table: inout PopulatedTable) {
    let optional = Set(table.columns.indices.filter { table.columns[$0].isNullable })
    let dangling = table.references.filter { $0.isDangling && optional.isDisjoint(with: $0.columns) }
    guard !dangling.isEmpty else { return }
    table.references.removeAll { $0.isDangling && optional.isDisjoint(with: $0.columns) }
    for reference in dangling {
      guard let parent = LaterReferences.table(likeNamed: reference.parent, in: tables) else { continue }
      let implied = PopulatedTable.Reference(
        columns: reference.columns, parent: parent, parentColumns: reference.parentColumns, isImplied: true
      ).resolved(tables)
      if implied.defect == nil { table.references.append(implied) }
    }
  }

  // MARK: A table

  private func populate(_ name: Identifier, _ done: Set<Identifier>) throws {
    guard let table = tables[name] else { return }
    guard !table.isEmptied else {
      findings.refusals[name] = "an assumption excludes all of them"
      findings.unfinished.remove(name)
      return
    }
    let count = table.columns.count
    if TrackingTables.isOfAlembic(name, columnCount: count)
      || copiedNames.contains(name) && TrackingTables.mayBeOfProgram(name, columnCount: count)
    {
      findings.refusals[name] = "its name is that of a table in which a program records its migrations"
      findings.unfinished.remove(name)
      return
    }
    var choosers: [ReferenceChooser] = []
    var ownKeys: [(chooser: Int, columns: [Int])] = []
    var postponed: Set<Int> = []
    for reference in table.references {
      let parent = reference.parent
      if let defect = reference.defect {
        guard reference.columns.contains(where: { table.columns[$0].isNullable }) else {
          findings.refusals[name] = defect
          findings.unfinished.remove(name)
          return
        }
      } else if parent == name {
        ownKeys.append((choosers.count, reference.parentColumns.compactMap { table.column(named: $0) }))
      } else if !done.contains(parent) {
        guard !reference.isImplied else { continue }
        deferred.append((name, reference))
        postponed.formUnion(reference.columns.filter { table.columns[$0].isNullable })
        continue
      }
      choosers.append(try chooser(reference, of: table, isGrowing: parent == name && reference.defect == nil))
    }
    var work = TablePopulation(
      table, rows: population.rows, seed: Draw.seed(population.seed, table.name.text), choosers: choosers,
      ownKeys: ownKeys,
      postponed: postponed, firstRowid: try firstRowid(table), writer: RowWriter(connection, table))
    try transaction(name) { try work.run { .now >= self.deadline } }
    note(work)
  }

  private func note(_ work: TablePopulation) {
    let name = work.table.name
    findings.note(work.outcome, of: work.table)
    // A column that every row needs is not reported as never NULL.
    for position in work.table.columns.indices where !work.table.columns[position].isNullable {
      tables[name]?.columns[position].isNullable = false
    }
  }

  private func chooser(
    _ reference: PopulatedTable.Reference, of table: PopulatedTable, isGrowing: Bool
  ) throws -> ReferenceChooser {
    let isUnique = table.isUnique(reference.columns)
    var keys = try keys(of: reference)
    if isUnique, !isGrowing {
      let taken = Set(try self.keys(reference.columns.map { table.columns[$0].name }, in: table.name))
      keys.removeAll(where: taken.contains)
    }
    return ReferenceChooser(
      reference, keys: keys, isUnique: isUnique, isGrowing: isGrowing, rows: population.rows,
      seed: Draw.seed(population.seed, table.name.text, "\(reference.columns)"))
  }

  private func firstRowid(_ table: PopulatedTable) throws -> Int64 {
    guard let column = table.columns.first(where: \.isRowid) else { return 1 }
    let sql = "SELECT max(\(Keyword.quoteAlways(column.name))) FROM main.\(Keyword.quoteAlways(table.name))"
    let last = try Int64.fetchOne(db, sql: sql) ?? 0
    return last < Int64.max / 2 ? max(last, 0) + 1 : 1
  }

  private func keys(of reference: PopulatedTable.Reference) throws -> [[RowValue]] {
    guard reference.defect == nil else { return [] }
    let keys = try keys(reference.parentColumns, in: reference.parent)
    return reference.prefix.isEmpty ? keys : keys.map { $0.map { .text(reference.prefix + $0.text) } }
  }

  /// The distinct values of some columns, without NULL.
  private func keys(_ columns: [Identifier], in table: Identifier) throws -> [[RowValue]] {
    let names = columns.map(Keyword.quoteAlways)
    let sql =
      "SELECT DISTINCT \(names.joined(separator: ", ")) FROM main.\(Keyword.quoteAlways(table))"
      + " WHERE \(names.map { "\($0) NOT NULL" }.joined(separator: " AND "))"
    return try Row.fetchAll(db, sql: sql).map { $0.databaseValues.map { RowValue($0) } }
  }

  /// Runs `work` in a savepoint, and releases it even if `work` throws because the time is up, so that the rows written
  /// so far remain. `work` should check the time itself, because an interrupted INSERT rolls back the whole
  /// transaction.
  /// https://www.sqlite.org/c3ref/interrupt.html
  private func transaction(_ name: Identifier, _ work: () throws -> Void) throws {
    // If a trigger rolls back the whole transaction, each row is written in its own.
    if tables[name]?.raisesRollback != true { try db.execute(sql: "SAVEPOINT schemaledger_rows") }
    defer {
      if sqlite3_get_autocommit(connection) == 0 { try? db.execute(sql: "RELEASE schemaledger_rows") }
    }
    try work()
    findings.unfinished.remove(name)
  }
}

/// Results of a run that the rows themselves do not show.
struct PopulationFindings {
  /// The reason why a table has no rows, by its name.
  var refusals: [Identifier: String] = [:]
  /// The cases that no row of a table covers, by its name, each with the column and SQLite's message.
  var missed: [Identifier: [(column: Identifier, mode: TablePopulation.Mode, message: String)]] = [:]
  /// The parent that some rows of a table could not have, by the table's name.
  var orphans: [Identifier: Identifier] = [:]
  /// The tables that were not finished in time.
  var unfinished: Set<Identifier> = []
  /// The assumptions that apply to the schema.
  var appliedAssumptions: [Assumption] = []

  mutating func note(_ outcome: TablePopulation.Outcome, of table: PopulatedTable) {
    let name = table.name
    if outcome.added == 0 { refusals[name] = outcome.refusal }
    missed[name] = outcome.missed.map { (table.columns[$0.goal.column].name, $0.goal.mode, $0.message) }
  }
}

extension RowValue {
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .real(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }
}
