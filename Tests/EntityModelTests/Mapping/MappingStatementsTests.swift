import EntityModel
import SQLiteSandbox
import SQLiteSchema
import Testing

@Suite("Mapping statements")
struct MappingStatementsTests {
  @Test("a store is migrated to the next version after any edit", arguments: 0..<10)
  func differential(_ block: Int) throws {
    for seed in block * 20..<(block + 1) * 20 {
      var chance = Chance(state: UInt64(seed))
      let before = Sketch.chosen(by: &chance)
      let after = before.edited(by: &chance)
      try Self.check(before, after, seed)
    }
  }

  private static func check(_ before: Sketch, _ after: Sketch, _ seed: Int) throws {
    let (from, to) = (before.model("1.0.0"), after.model("2.0.0", before: before))
    let (old, new) = (try StoreLayout(of: from), try StoreLayout(of: to))
    let contents = before.contents()
    let store = try SketchStore(before, old, contents)
    #expect(try store.contents(before, old) == contents, "seed \(seed): the store is not what it was made of")
    let mapping = try InferredMapping(from: from, to: to)
    let statements = try mapping.statements(from: old, to: new) { entity, attribute in
      after.defaults(entity, attribute)
    }
    let story = "seed \(seed)\n\(statements.joined(separator: "\n"))"
    for statement in statements {
      do { try store.database.execute(statement) } catch { Issue.record("\(story)\nfailed: \(statement): \(error)") }
    }
    let found = try store.contents(after, new)
    let expected = after.expected(of: contents, before)
    for object in Set(found.keys).union(expected.keys).sorted() where found[object] != expected[object] {
      Issue.record("\(story)\n\(object): \(found[object] ?? [:]), expected \(expected[object] ?? [:])")
    }
    let fresh = try SketchStore(empty: new)
    let diff = SchemaDiff(from: try fresh.database.schema(), to: try store.database.schema())
    #expect(diff.verdict <= .reordered, "\(story)\n\(diff.changes)")
    #expect(try store.entityRows() == fresh.entityRows(), "\(story)")
    #expect(try store.leftovers(after, new) == [], "\(story)")
  }
}
