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

  @Test(
    "an ordered many-to-many relationship keeps its table if the entities get other numbers, and loses or gets an order"
  )
  func orderedPairs() throws {
    func model(_ others: [String], ordered: Bool) -> DeclaredModel {
      func link(_ name: String, _ destination: String, _ inverse: String) -> DeclaredModel.Relationship {
        DeclaredModel.Relationship(
          name: name, destination: destination, isToMany: true, isOptional: true, inverse: inverse,
          isOrdered: ordered && name == "stops")
      }
      return DeclaredModel(
        version: "1",
        entities: others.map { DeclaredModel.Entity(name: $0) } + [
          DeclaredModel.Entity(name: "Direction", relationships: [link("stops", "Stop", "directions")]),
          DeclaredModel.Entity(name: "Stop", relationships: [link("directions", "Direction", "stops")]),
        ])
    }
    func changes(_ from: DeclaredModel, _ to: DeclaredModel) throws -> String {
      let (old, new) = (try StoreLayout(of: from), try StoreLayout(of: to))
      let store = try ScratchDatabase(tracking: .none)
      for statement in old.statements { try store.execute(statement) }
      let mapping = try InferredMapping(from: from, to: to, rules: .coreData)
      for statement in try mapping.statements(from: old, to: new, defaults: { _, _ in nil }) {
        try store.execute(statement)
      }
      let fresh = try ScratchDatabase(tracking: .none)
      for statement in new.statements { try fresh.execute(statement) }
      let diff = SchemaDiff(from: try fresh.schema(), to: try store.schema())
      return diff.verdict <= .reordered ? "" : "\(diff.changes)"
    }
    let renumbered = try changes(model([], ordered: true), model(["Agency", "Note"], ordered: true))
    #expect(renumbered == "")
    let (unordered, ordered) = (model([], ordered: false), model([], ordered: true))
    #expect(try [changes(ordered, unordered), changes(unordered, ordered)] == ["", ""])
  }
}
