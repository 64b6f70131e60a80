import SQLiteSchema
import Testing

@testable import SQLiteTestSupport

@Suite("ALTER TABLE on generated schemas")
struct AlterTableTests {
  /// A way to a schema other than creating it.
  private struct Path {
    /// What the path ends in.
    let target: SchemaModel
    let script: String
  }

  private actor Tally {
    static let shared = Tally()
    private(set) var taken = [0, 0, 0, 0, 0]
    private(set) var refused: [String] = []

    func take(_ kind: Int) { taken[kind] += 1 }
    func refuse(_ reason: String) { refused.append(reason) }
  }

  @Test("a schema changed by ALTER TABLE or a rebuild equals one created directly")
  func paths() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seeds in portions(1000..<2000) { group.addTask { try await Self.follow(seeds) } }
      try await group.waitForAll()
    }
    let refused = await Tally.shared.refused
    #expect(refused.count <= 120, "\(refused.prefix(20))")
    #expect(await Tally.shared.taken.allSatisfy { $0 > 150 })
  }

  private static func follow(_ seeds: Range<Int>) async throws {
    for seed in seeds {
      let kind = seed % 5
      var random = Randomness(seed: seed)
      let model = SchemaGenerator.schema(seed: seed)
      let layout = Layout(seed: seed + 4_000_000)
      let path =
        switch kind {
        case 0: addedColumn(model, layout, &random)
        case 1: renamedColumn(model, layout, &random)
        case 2: renamedTable(model, layout, &random)
        case 3: droppedColumn(model, layout, &random)
        default: rebuilt(model, layout, &random)
        }
      let reached: CanonicalSchema
      do {
        reached = try Reading.read(path.script)
      } catch {
        await Tally.shared.refuse("seed \(seed): \(error)")
        continue
      }
      await Tally.shared.take(kind)
      let created =
        try Reading.read(SQLWriter.sql(path.target, .plain))
      let diff = SchemaDiff(from: created, to: reached)
      #expect(diff.verdict <= .cosmetic, "seed \(seed): \(diff.changes)\n\(path.script)")
      #expect(
        created.digests.shape == reached.digests.shape,
        "seed \(seed): \(difference(created.sql, reached.sql) ?? "")\n\(path.script)")
    }
  }

  private static func quoted(_ name: String) -> String { "\"" + Layout.doubled(name, "\"") + "\"" }

  private static func addedColumn(_ model: SchemaModel, _ layout: Layout, _ random: inout Randomness) -> Path {
    var target = model
    let index = random.below(model.tables.count)
    let table = model.tables[index]
    var column = ColumnModel(name: "fresh", type: table.isStrict ? "TEXT" : random.pick(Names.types))
    var rules: [SQLWriter.TableRule] = []
    if random.chance(30) {
      column.generated = .init(term: .call(Call(name: "hex", arguments: [.string("x  y")])), isStored: false)
    } else if random.chance(60) {
      column.defaultValue = .literal(.string(random.pick(Names.strings)))
      if random.chance(50) { column.notNull = .init(name: "ck", conflict: TableGenerator.conflict(&random)) }
    }
    if random.chance(30) { column.collation = "NOCASE" }
    if random.chance(40) {
      let check = CheckModel(
        // Without a name it would take that of a constraint before it.
        name: TableGenerator.constraintName(&random) ?? "fresh check",
        term: .binary(.column("fresh"), "<>", .string("q;")))
      target.tables[index].checks.append(check)
      rules.append(.check(check))
    }
    if random.chance(40) {
      var key = TableGenerator.foreignKey(["fresh"], [table.name], &random)
      // RESTRICT beside other actions makes the order count.
      if key.onDelete == "RESTRICT" { key.onDelete = nil }
      if key.onUpdate == "RESTRICT" { key.onUpdate = nil }
      target.tables[index].foreignKeys.append(key)
      rules.append(.foreignKey(key))
    }
    target.tables[index].columns.append(column)
    let addition = SQLWriter.sql(target, layout) { writer in
      writer.words("ALTER TABLE")
      writer.refer(table.name)
      writer.words("ADD COLUMN")
      writer.write(column, table, rules)
    }
    return Path(target: target, script: SQLWriter.sql(model, layout) + addition)
  }

  private static func renamedColumn(_ model: SchemaModel, _ layout: Layout, _ random: inout Randomness) -> Path {
    let table = random.pick(model.tables)
    let column = quoted(random.pick(table.columns).name)
    let alter = "ALTER TABLE \(quoted(table.name)) RENAME COLUMN "
    let script = "\(alter) \(column) TO \"fresh col\"; \(alter) \"fresh col\" TO \(column);"
    return Path(target: model, script: SQLWriter.sql(model, layout) + script)
  }

  private static func renamedTable(_ model: SchemaModel, _ layout: Layout, _ random: inout Randomness) -> Path {
    let table = quoted(random.pick(model.tables).name)
    let script = "ALTER TABLE \(table) RENAME TO \"fresh table\"; ALTER TABLE \"fresh table\" RENAME TO \(table);"
    return Path(target: model, script: SQLWriter.sql(model, layout) + script)
  }

  private static func droppedColumn(_ model: SchemaModel, _ layout: Layout, _ random: inout Randomness) -> Path {
    var larger = model
    let index = random.below(model.tables.count)
    let column = TableGenerator.column("fresh", isStrict: model.tables[index].isStrict, &random)
    larger.tables[index].columns.insert(column, at: random.below(model.tables[index].columns.count + 1))
    let script = "ALTER TABLE \(quoted(model.tables[index].name)) DROP COLUMN fresh;"
    return Path(target: model, script: SQLWriter.sql(larger, layout) + script)
  }

  /// https://www.sqlite.org/lang_altertable.html#otheralter
  private static func rebuilt(_ model: SchemaModel, _ layout: Layout, _ random: inout Randomness) -> Path {
    let table = random.pick(model.tables)
    var script = SQLWriter.sql(model, layout)
    var others = model
    others.tables = []
    others.virtualTables = []
    others.indexes.removeAll { $0.table != table.name }
    for trigger in model.triggers { script += "DROP TRIGGER \(quoted(trigger.name));\n" }
    for view in model.views { script += "DROP VIEW \(quoted(view.name));\n" }
    script += SQLWriter.sql(model, layout) { $0.write(table, named: "fresh table") } + ";\n"
    script += "DROP TABLE \(quoted(table.name));\n"
    script += "ALTER TABLE \"fresh table\" RENAME TO \(quoted(table.name));\n"
    script += SQLWriter.sql(others, Layout(seed: random.below(1000)))
    return Path(target: model, script: script)
  }
}
