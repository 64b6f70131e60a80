import EntityModel
import Testing

@testable import LedgerCore

/// What a package's executable answers to `versions`.
@Suite("Tool versions")
struct ToolVersionsTests {
  private func parse(_ rest: String) throws -> ToolVersions {
    try ToolVersions(
      parsing: Array(#"{"schemamodel":1,"versions":[{"version":"1.0.0"},{"version":"2.0.0"}]\#(rest)}"#.utf8))
  }

  @Test("stages are optional")
  func withoutStages() throws {
    let versions = try parse("")
    #expect(versions.names == ["1.0.0", "2.0.0"])
    #expect(versions.stage(from: "1.0.0", to: "2.0.0").renames.isEmpty)
    #expect(versions.stage(from: "1.0.0", to: "2.0.0").deletions.isEmpty)
  }

  @Test("a stage lists renamed columns, and entities of which it deletes objects")
  func stages() throws {
    let versions = try parse(
      """
      ,"stages":[{"from":"1.0.0","to":"2.0.0","renames":[{"entity":"Post","newEntity":"Article","property":"body",\
      "newProperty":"content"}],"deletions":["Draft"]}]
      """)
    let stage = versions.stage(from: "1.0.0", to: "2.0.0")
    #expect(
      stage.renames == [
        DeclaredRename(entity: "Post", newEntity: "Article", property: "body", newProperty: "content")
      ])
    #expect(stage.deletions == ["Draft"])
    #expect(versions.stage(from: "2.0.0", to: "1.0.0").renames.isEmpty)
  }

  @Test(
    "a stage that lacks a name is refused",
    arguments: [
      #","stages":[{"to":"2.0.0"}]"#, #","stages":[{"from":"1.0.0"}]"#,
      #","stages":[{"from":"1.0.0","to":"2.0.0","renames":[{"entity":"Post","newEntity":"Post","property":"body"}]}]"#,
    ])
  func incomplete(_ rest: String) { #expect(throws: ToolVersions.Objection.self) { try parse(rest) } }
}
