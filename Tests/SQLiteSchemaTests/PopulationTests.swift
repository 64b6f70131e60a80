import Foundation
import Testing

@testable import SQLiteSchema

@Suite("Population")
struct PopulationTests {
  @Test("columns hold what their applications write", arguments: PopulationCase.columns)
  func columns(example: PopulationCase) throws { try check(example) }

  @Test("keys hold", arguments: PopulationCase.keys)
  func keys(example: PopulationCase) throws { try check(example) }

  @Test("CHECKs hold, and all that they allow is there", arguments: PopulationCase.checks)
  func checks(example: PopulationCase) throws { try check(example) }

  @Test("references reach their parents", arguments: PopulationCase.references)
  func references(example: PopulationCase) throws { try check(example) }

  @Test("triggers, virtual tables and what is there already", arguments: PopulationCase.others)
  func others(example: PopulationCase) throws { try check(example) }

  private func check(_ example: PopulationCase) throws {
    let (database, coverage) = try populated(example.schema)
    for query in example.holds { #expect(try database.rows(query) == [["1"]], "\(query)") }
    let gaps = coverage.gaps.map { "\($0.table) \($0.column ?? "-"): \($0.reason)" }
    #expect(gaps == example.gaps)
    #expect(try database.integrityFailures() == [])
    if !example.schema.contains("99") { #expect(try database.foreignKeyViolations().isEmpty) }
  }

  @Test("the same schema and seed make the same bytes, another seed others")
  func determinism() throws {
    let schema = (PopulationCase.columns + PopulationCase.keys).map(\.schema)[2...5].enumerated()
      .map { $1.replacing("TABLE t", with: "TABLE t\($0)") }.joined(separator: ";")
    let files = try ["a", "a", "b"].map { seed in
      let database = try ScratchDatabase()
      try database.execute(schema)
      _ = try database.populate(Population(seed: seed))
      return try database.file(temporaryFolder: FileManager.default.temporaryDirectory)
    }
    #expect(files[0] == files[1])
    #expect(files[0] != files[2])
  }

  private func populated(
    _ schema: String, rows: Int = Population.defaultRows
  ) throws -> (database: ScratchDatabase, coverage: Population.Coverage) {
    let database = try ScratchDatabase(stubs: Stubs(functions: ["is_fine": .firstArgument]))
    try database.execute(schema)
    return (database, try database.populate(Population(rows: rows, seed: "seed")))
  }
}
