import SQLiteSchema
import SQLiteSyntax
import Testing

@testable import SQLiteTestSupport

@Suite("Properties of generated schemas")
struct SchemaPropertyTests {
  private static func isUnderstood(_ schema: CanonicalSchema) -> Bool {
    func reads(_ object: CanonicalObject, _ read: (inout Parser) throws -> Void) -> Bool {
      var parser = Parser(object.storedSQL)
      return (try? read(&parser)) != nil
    }
    return schema.tables.allSatisfy { $0.opaque == nil }
      && schema.virtualTables.allSatisfy { reads($0) { _ = try $0.createVirtualTable() } }
      && schema.indexes.allSatisfy { reads($0) { _ = try $0.createIndex() } }
      && schema.views.allSatisfy { reads($0) { _ = try $0.createView() } }
      && schema.triggers.allSatisfy { reads($0) { _ = try $0.createTrigger() } }
  }

  @Test(
    "canonical text runs and is read back unchanged, and every statement is parsed", arguments: portions(0..<1000))
  func canonicalText(_ seeds: Range<Int>) async throws {
    for seed in seeds {
      let first = try await Readings.shared.reading(seed)
      #expect(Self.isUnderstood(first.schema), "seed \(seed): \(first.sql)")
      let again = try Reading.read(first.schema.sql)
      #expect(difference(first.schema.sql, again.sql) == nil, "seed \(seed): \(first.sql)")
      #expect(again.digests.schema == first.schema.digests.schema, "seed \(seed)")
      #expect(again.digests.shape == first.schema.digests.shape, "seed \(seed)")
    }
  }

  @Test("two layouts of one schema differ in layout only", arguments: portions(0..<1000))
  func layouts(_ seeds: Range<Int>) async throws {
    for seed in seeds {
      let first = try await Readings.shared.reading(seed)
      let sql = SQLWriter.sql(first.model, Layout(seed: seed + 1_000_000))
      let schema = try Reading.read(sql)
      let diff = SchemaDiff(from: first.schema, to: schema)
      #expect(diff.verdict <= .cosmetic, "seed \(seed): \(diff.changes)\n\(first.sql)\n\(sql)")
      #expect(first.schema.digests.shape == schema.digests.shape, "seed \(seed)")
      // Aliases are written as each reference spells them.
      guard seed % 3 != 0 || seed % 4 == 0 else { continue }
      #expect(difference(first.schema.sql, schema.sql) == nil, "seed \(seed): \(sql)")
    }
  }

  @Test("columns in another order are the only change", arguments: portions(2000..<3100))
  func shuffledColumns(_ seeds: Range<Int>) async throws {
    for seed in seeds {
      let first = try await Readings.shared.reading(seed)
      // `SELECT *` calls a column named `true` after its position: `column3`. Moved, it has another name.
      guard !first.model.tables.contains(where: { $0.columns.contains { $0.name == "true" } }) else { continue }
      var random = Randomness(seed: seed)
      var model = first.model
      for index in model.tables.indices { model.tables[index].columns = random.shuffled(model.tables[index].columns) }
      let sql = SQLWriter.sql(model, Layout(seed: seed + 2_000_000))
      let diff = SchemaDiff(from: first.schema, to: try Reading.read(sql))
      let expected: Verdict = model == first.model ? .cosmetic : .reordered
      // What means columns by their position does change with them.
      let verdict = diff.changes.filter { !($0.before ?? "").hasPrefix("columns of ") }.map(\.verdict).max()
      #expect(
        verdict == expected || (expected == .cosmetic && verdict ?? .identical == .identical),
        "seed \(seed): \(diff.changes)\n\(first.sql)\n\(sql)")
    }
  }
}
