/// Random tables that use every feature of CREATE TABLE.
struct TableGenerator {
  static func table(_ name: String, others: [String], _ random: inout Randomness) -> TableModel {
    var table = TableModel(name: name, columns: [])
    table.isStrict = random.chance(20)
    let names = random.some(Names.all.filter { $0 != name }, atMost: 5)
    table.columns = names.map { column($0, isStrict: table.isStrict, &random) }
    addPrimaryKey(to: &table, &random)
    addGenerated(to: &table, &random)
    let all = table.columns.map(\.name)
    if random.chance(35) {
      // With different conflict clauses, the order of the constraints would matter.
      let clause = conflict(&random)
      table.uniques = (0...random.below(2)).map { _ in
        UniqueModel(name: constraintName(&random), columns: keyColumns(all, &random), conflict: clause)
      }
      // SQLite rejects two keys with the same columns and different conflict clauses.
      var seen = Set([table.primaryKey?.columns.map(\.name) ?? []])
      table.uniques.removeAll { !seen.insert($0.columns.map(\.name)).inserted }
    }
    let terms = TermGenerator(columns: all.map { .column($0) })
    if random.chance(60) {
      table.checks = (0...random.below(2)).map { _ in
        CheckModel(name: constraintName(&random), term: terms.term(&random, depth: 1 + random.below(3)))
      }
    }
    if random.chance(40) {
      table.foreignKeys = (0...random.below(2)).map { _ in foreignKey(all, others, &random) }
      // With RESTRICT and other actions together, the order matters.
      if table.foreignKeys.count > 1 {
        for index in table.foreignKeys.indices {
          if table.foreignKeys[index].onDelete == "RESTRICT" { table.foreignKeys[index].onDelete = nil }
          if table.foreignKeys[index].onUpdate == "RESTRICT" { table.foreignKeys[index].onUpdate = nil }
        }
      }
    }
    return table
  }

  static func constraintName(_ random: inout Randomness) -> String? {
    random.chance(30) ? random.pick(Names.constraints) : nil
  }

  static func conflict(_ random: inout Randomness) -> String? {
    random.chance(25) ? random.pick(Names.conflicts) : nil
  }

  static func column(_ name: String, isStrict: Bool, _ random: inout Randomness) -> ColumnModel {
    var column = ColumnModel(name: name, type: random.pick(isStrict ? Names.strictTypes : Names.types))
    if random.chance(30) { column.notNull = .init(name: constraintName(&random), conflict: conflict(&random)) }
    if random.chance(40) { column.defaultValue = defaultValue(&random) }
    if random.chance(25) { column.collation = random.pick(Names.collations) }
    return column
  }

  private static func defaultValue(_ random: inout Randomness) -> ColumnModel.Default {
    switch random.below(6) {
    case 0: .literal(.sign(random.pick(["-", "+"]), .number(random.pick(Names.numbers))))
    case 1: .literal(.keyword(random.pick(["CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"])))
    case 2: .expression(.binary(TermGenerator.literal(&random), random.pick(["+", "||", "OR"]), .number("1")))
    case 3:
      .expression(.call(Call(name: "coalesce", arguments: [TermGenerator.literal(&random), .string("x y")])))
    default: .literal(TermGenerator.literal(&random))
    }
  }

  static func keyColumns(_ names: [String], _ random: inout Randomness) -> [KeyColumn] {
    random.some(names, atMost: 3).map { name in
      KeyColumn(
        name: name, collation: random.chance(15) ? random.pick(Names.collations) : nil,
        isDescending: random.chance(25))
    }
  }

  private static func addPrimaryKey(to table: inout TableModel, _ random: inout Randomness) {
    let names = table.columns.map(\.name)
    switch random.below(4) {
    case 0:
      let index = random.below(table.columns.count)
      table.columns[index].type = "INTEGER"
      var key = PrimaryKeyModel(columns: [KeyColumn(name: names[index])])
      key.isAutoincrement = random.chance(40)
      if !key.isAutoincrement, random.chance(25) { key.columns[0].isDescending = true }
      key.conflict = conflict(&random)
      table.primaryKey = key
    case 1, 2:
      table.primaryKey = PrimaryKeyModel(columns: keyColumns(names, &random), conflict: conflict(&random))
      table.isWithoutRowid = random.chance(40)
    default:
      return
    }
    table.primaryKey?.name = constraintName(&random)
  }

  private static func addGenerated(to table: inout TableModel, _ random: inout Randomness) {
    guard random.chance(35) else { return }
    let plain = table.columns.map(\.name)
    for name in random.some(Names.all.filter { !plain.contains($0) && $0 != table.name }, atMost: 2) {
      var column = column(name, isStrict: table.isStrict, &random)
      column.defaultValue = nil
      let terms = TermGenerator(columns: plain.map { .column($0) })
      column.generated = .init(term: terms.term(&random, depth: 2), isStored: random.chance(50))
      table.columns.insert(column, at: random.below(table.columns.count + 1))
    }
  }

  static func foreignKey(_ columns: [String], _ parents: [String], _ random: inout Randomness) -> ForeignKeyModel {
    let own = random.some(columns, atMost: 2)
    var key = ForeignKeyModel(
      name: constraintName(&random), columns: own, parent: random.pick(parents), parentColumns: [])
    if random.chance(70) { key.parentColumns = Array(random.shuffled(Names.all).prefix(own.count)) }
    if random.chance(40) { key.onDelete = random.pick(Names.actions) }
    if random.chance(40) { key.onUpdate = random.pick(Names.actions) }
    if random.chance(15) { key.match = random.pick(["FULL", "PARTIAL"]) }
    key.isDeferred = random.chance(25)
    return key
  }
}
