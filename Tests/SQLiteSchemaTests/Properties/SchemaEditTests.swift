import SQLiteSchema
import Testing

@testable import SQLiteTestSupport

@Suite("Edits of generated schemas")
struct SchemaEditTests {
  /// Edits of each schema.
  private static let perSchema = 3

  /// What was applied and taken by SQLite, by kind.
  private actor Tally {
    static let shared = Tally()
    private var counts: [String: Int] = [:]
    private(set) var refused = 0

    func count(_ kind: String) { counts[kind, default: 0] += 1 }
    func refuse() { refused += 1 }
    var all: [String: Int] { counts }
  }

  @Test("a single change of meaning is detected, in both directions and in any layout")
  func edits() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seeds in portions(0..<1000) { group.addTask { try await Self.edit(seeds) } }
      try await group.waitForAll()
    }
    let counts = await Tally.shared.all
    let missing = SchemaEdit.all.map(\.kind).filter { counts[$0, default: 0] == 0 }
    #expect(missing.isEmpty, "never applied")
    #expect(counts.values.reduce(0, +) >= 2500)
    #expect(SchemaEdit.all.count >= 40)
  }

  private static func edit(_ seeds: Range<Int>) async throws {
    for seed in seeds {
      let first = try await Readings.shared.reading(seed)
      var random = Randomness(seed: seed)
      var applied = 0
      for edit in random.shuffled(SchemaEdit.all) where applied < perSchema {
        var model = first.model
        guard edit.apply(&model, &random) else { continue }
        let sql = SQLWriter.sql(model, Layout(seed: seed + 3_000_000 + applied))
        guard let schema = try? Reading.read(sql) else {
          // SQLite does not take it: a column removed that an index needs, for instance.
          await Tally.shared.refuse()
          continue
        }
        applied += 1
        await Tally.shared.count(edit.kind)
        let expected: Verdict = edit.kind == "column: moved" ? .reordered : .changed
        for diff in [SchemaDiff(from: first.schema, to: schema), SchemaDiff(from: schema, to: first.schema)] {
          // What means columns by their position changes with their order.
          let changes =
            expected == .reordered ? diff.changes.filter { !($0.before ?? "").hasPrefix("columns of ") } : diff.changes
          #expect(
            changes.map(\.verdict).max() == expected,
            "seed \(seed), \(edit.kind): \(diff.changes)\n\(first.sql)\n\(sql)")
        }
        let verdict = SchemaDiff(from: first.schema, to: schema).verdict
        #expect(
          (schema.digests.shape == first.schema.digests.shape) == (verdict == .reordered), "seed \(seed), \(edit.kind)")
      }
    }
  }
}
