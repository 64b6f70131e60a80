import GitStore
import LedgerCore
import LedgerTestSupport
import MigrationSources
import SQLiteSchema
import SQLiteSyntax
import Testing

@Suite("Room as a source")
struct RoomSourceTests {
  private func definition(_ files: [String: String] = roomFiles) throws -> SourceDefinition {
    try roomShop.schemaSource.read(from: FileSnapshot(texts: files))
  }

  @Test("the newest version is the current one, and every version can be made")
  func versions() async throws {
    let definition = try definition()
    let built = try definition.build(roomShop.buildSettings())
    #expect(built.version == "3")
    #expect(built.schema.properties.userVersion == 3)
    #expect(built.schema.tables.map { $0.columns.map(\.name) } == [["id", "name", "price"]])
    for (name, count) in [("1", 1), ("2", 2), ("3", 3)] {
      let built = try await definition.build(roomShop.buildSettings(), with: nil, as: name)
      #expect(built.version == name)
      #expect(built.schema.tables.map(\.columns.count) == [count])
    }
    #expect(definition.forward == nil)
    #expect(definition.paths == [1, 2, 3].map(roomPath))
  }

  @Test("a version that is not among the files is an error")
  func unknown() async throws {
    let definition = try definition()
    let error = await #expect(throws: LedgerError.self) {
      try await definition.build(roomShop.buildSettings(), with: nil, as: "4")
    }
    #expect(
      error?.message == "app/schemas/com.example.ShopDatabase has no schema of version 4; it has 1, 2, 3")
    #expect(error?.hint == "build the app once, so that Room exports 4.json")
  }

  @Test("SQL that fails is an error with the line of the file")
  func failing() throws {
    let files = [roomPath(1): roomFile(1, "`name` TEXT NOT NULL,")]
    let error = #expect(throws: LedgerError.self) { try definition(files).build(roomShop.buildSettings()) }
    #expect(error?.message.hasPrefix("app/schemas/com.example.ShopDatabase/1.json:9: ") == true)
    #expect(error?.isOfSource == true)
  }

  @Test("only a broken file of the version that is made is an error")
  func broken() async throws {
    let definition = try definition(roomFiles.merging([roomPath(2): roomFile(2, formatVersion: 5)]) { $1 })
    #expect(try definition.build(roomShop.buildSettings()).version == "3")
    let expected = LedgerError.room(.otherFormat(path: roomPath(2), found: "5"))
    await #expect(throws: expected) { try await definition.build(roomShop.buildSettings(), with: nil, as: "2") }
  }

  @Test("a folder that does not exist, and one without schemas, are errors")
  func absent() {
    let path = "app/schemas/com.example.ShopDatabase"
    #expect(throws: LedgerError.noSourceFolder(paths: [path], place: "")) { try definition([:]) }
    #expect(throws: LedgerError.room(.noExports(folder: path))) { try definition([path + "/a.json": ""]) }
  }
}
