import SwiftProjects
import Testing

@Suite("Evidence of databases")
struct DatabaseEvidenceTests {
  private func kinds(_ files: [String: String]) -> [DatabaseKind: [String]] {
    let found = DatabaseEvidence.find(paths: files.keys.sorted()) { files[$0].map { Array($0.utf8) } }
    return Dictionary(uniqueKeysWithValues: found.map { ($0.kind, $0.paths) })
  }

  @Test func `each kind is found with its paths`() {
    let found = kinds([
      "a.swift": "@preconcurrency public import SwiftData\n\n  @Model final class A {}", "b.swift": "import Foundation",
      "M.xcdatamodeld/M.xcdatamodel/contents": "", "M.xcdatamodeld/.xccurrentversion": "",
      "g.swift": "import GRDB\nvar m = DatabaseMigrator()", "s.swift": "import func SQLite3.sqlite3_close",
      "x/1.sqm": "", "app/schemas/com.x.Db/3.json": #"{"database": {"identityHash": "0"}}"#,
      "schemas/4.json": "{}", "drift_schemas/drift_schema_v2.json": "", "drift_schemas/drift_schema_vX.json": "",
    ])
    #expect(
      found == [
        .swiftData: ["a.swift"], .coreData: ["M.xcdatamodeld"], .grdbMigrator: ["g.swift"], .otherSQLite: ["s.swift"],
        .sqlDelight: ["x/1.sqm"], .roomSchemas: ["app/schemas/com.x.Db/3.json"],
        .driftSchemas: ["drift_schemas/drift_schema_v2.json"],
      ])
  }

  @Test(arguments: [
    "// import SwiftData\n// @Model", "import SwiftData\n// @Model class A", "import ManagedModels\n@Model class A {}",
    "import SwiftData\n@ModelActor actor A {}", "import SwiftDataKit\n@Model class A {}",
  ])
  func `a file that only mentions SwiftData is no evidence`(source: String) {
    #expect(kinds(["a.swift": source]) == [:])
  }

  @Test func `imports are read with attributes, access levels and kinds`() {
    let source =
      "@testable import A\npublic import B\nimport struct C.D\n  import E.F\nlet x = \"import G\"\n// import H\r\nimport I\r\n"
    #expect(ImportedModules.names(in: Array(source.utf8)) == ["A", "B", "C", "E", "I"])
  }
}
