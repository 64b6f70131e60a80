import Foundation
import SQLiteSandbox
import Testing

@Suite("Fixed random values")
struct FrozenRandomTests {
  private let insert = "INSERT INTO t SELECT lower(hex(randomblob(8))), random();"

  private func database(_ file: [UInt8]? = nil) throws -> ScratchDatabase {
    try ScratchDatabase(file: file, tracking: .none)
  }

  @Test func `an empty database has one sequence, whatever varies it`() throws {
    func file(varying: Bool) throws -> [UInt8] {
      let database = try database()
      try database.execute("CREATE TABLE t (a UNIQUE, b UNIQUE);" + insert)
      if varying { database.varyRandomValues(by: "2_b.sql") }
      try database.execute(insert)
      return try database.file()
    }
    #expect(try file(varying: true) == file(varying: false))
  }

  @Test func `each migration of a copy has values that the others have not made`() throws {
    let first = try database()
    try first.execute("CREATE TABLE t (a UNIQUE, b UNIQUE);" + insert)
    let file = try first.file()
    func migrated() throws -> [UInt8] {
      let copy = try database(file)
      for migration in ["2_b.sql", "3_c.sql", "2_b.sql"] {
        copy.varyRandomValues(by: migration)
        try copy.execute(insert)
      }
      return try copy.file()
    }
    #expect(try migrated() == migrated())
    // Without this, the copy begins with the values that it contains.
    let repeating = try database(file)
    #expect(throws: SchemaError.self) { try repeating.execute(insert) }
  }
}
