internal import SQLiteSandbox
internal import SQLiteSchema

/// A generated schema in one layout, as SQLite stored it.
struct Reading: Sendable {
  let model: SchemaModel
  let sql: String
  let schema: CanonicalSchema

  static func read(_ sql: String) throws -> CanonicalSchema {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(sql)
    return try database.schema()
  }
}

/// A cache of readings by seed, since several properties use the same ones.
actor Readings {
  static let shared = Readings()
  private var readings: [Int: Task<Reading, any Error>] = [:]

  nonisolated func reading(_ seed: Int) async throws -> Reading { try await task(seed).value }

  private func task(_ seed: Int) -> Task<Reading, any Error> {
    if let task = readings[seed] { return task }
    let task = Task.detached {
      let model = SchemaGenerator.schema(seed: seed)
      let layout = seed % 4 == 0 ? Layout.plain : Layout(seed: seed, flipsLocalNames: seed % 3 == 0)
      let sql = SQLWriter.sql(model, layout)
      do {
        return Reading(model: model, sql: sql, schema: try Reading.read(sql))
      } catch {
        throw InvalidSchema(seed: seed, sql: sql, error: "\(error)")
      }
    }
    readings[seed] = task
    return task
  }
}

/// An error for a schema that SQLite rejects: a defect of the generator or of the reading.
struct InvalidSchema: Error {
  let seed: Int
  let sql: String
  let error: String
}

/// Divides seeds into one range for each test case, so that a failure names a small range and the cases run in
/// parallel.
func portions(_ seeds: Range<Int>) -> [Range<Int>] {
  stride(from: seeds.lowerBound, to: seeds.upperBound, by: 50).map { $0..<min($0 + 50, seeds.upperBound) }
}

/// The first line in which two texts differ, compared by bytes, or `nil` if they are equal.
func difference(_ left: String, _ right: String) -> String? {
  guard !left.utf8.elementsEqual(right.utf8) else { return nil }
  let lines = (left.utf8.split(separator: 10), right.utf8.split(separator: 10))
  let pair = zip(lines.0, lines.1).first { !$0.elementsEqual($1) }
  return pair.map { "\($0)\n\($1)" } ?? "one is longer"
}
