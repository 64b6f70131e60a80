import LedgerTestSupport
import MigrationSources
import SQLiteData
import SQLiteSandbox
import SQLiteSchema
import Testing

@Suite("Rows for sample projects")
struct ProjectPopulationTests {
  @Test("all tables of a sample project get rows", arguments: SampleProject.all)
  func rows(project: SampleProject) throws {
    let convention = try #require(MigrationConvention.named(project.convention))
    let placeholders = try MigrationFolders.find(in: project.snapshot).first?.placeholders ?? [:]
    let listing = try convention.listing(in: project.folder, of: project.snapshot, placeholders: placeholders)
    let database = try ScratchDatabase(tracking: .known)
    // Some begin with a schema file.
    for migration in listing.fresh ?? listing.migrations { try database.execute(migration.up) }
    let coverage = try database.populate(
      Population(seed: try database.schema().digest, texts: listing.migrations.map(\.up)))
    #expect(coverage.gaps == [])
    #expect(!coverage.rows.isEmpty && coverage.rows.values.allSatisfy { $0 > 0 })
    #expect(try database.integrityFailures() == [])
    #expect(try database.foreignKeyViolations().isEmpty)
  }
}
