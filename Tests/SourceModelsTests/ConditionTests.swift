import EntityModel
import SourceModels
import Testing

@Suite("Conditional compilation")
struct ConditionTests {
  private func names(_ members: String, _ conditions: KnownConditions = KnownConditions()) -> [String]? {
    let schema = scope("@Model class A {\n\(members)\n}", conditions: conditions).schema(ofClasses: ["A"])
    return schema.isComplete ? schema.model.entity(named: "A")?.attributes.map(\.name) : nil
  }

  @Test(
    arguments: [
      ("canImport(SwiftData)", ["a"]), ("DEBUG", ["b"]), ("!DEBUG", ["a"]), ("DEBUG || canImport(SwiftUI)", ["a"]),
      ("DEBUG && canImport(SwiftUI)", ["b"]), ("os(iOS)", ["a"]), ("os(macOS)", ["b"]), ("canImport(UIKit)", ["a"]),
      ("swift(>=5.9)", ["a"]), ("FLAG && DEBUG", ["b"]), ("(FLAG || true)", ["a"]), ("SET", ["a"]),
    ])
  func `a known condition decides`(condition: String, expected: [String]) {
    let conditions = KnownConditions(operatingSystem: "iOS", defined: ["SET"])
    #expect(names("#if \(condition)\nvar a = 1\n#else\nvar b = 1\n#endif", conditions) == expected)
  }

  @Test func `a difference between the branches of an unknown condition is unresolved`() {
    #expect(names("#if FLAG\nvar a = 1\n#else\nvar b = 1\n#endif") == nil)
    #expect(names("#if FLAG\nvar a = 1\n#endif") == nil)
    #expect(names("#if FLAG\nvar a = 1\n#else\nvar a = 2\n#endif") == nil)
  }

  @Test func `equal branches of an unknown condition make no difference`() {
    #expect(names("#if FLAG\nvar a = 1\n#else\nvar a = 1\n#endif") == ["a"])
    #expect(names("#if FLAG\nfunc f() {}\n#endif\nvar a = 1") == ["a"])
  }

  @Test func `an attribute in a branch counts only if the branch is active`() {
    func attribute(_ condition: String) -> SourceSchema {
      scope("@Model class A {\n#if \(condition)\n@Transient\n#endif\nvar a = 1\nvar b = 1\n}").schema(ofClasses: ["A"])
    }
    #expect(attribute("DEBUG").model.entity(named: "A")?.attributes.map(\.name) == ["a", "b"])
    #expect(attribute("canImport(SwiftData)").model.entity(named: "A")?.attributes.map(\.name) == ["b"])
    #expect(attribute("FLAG").unresolved.map(\.reason) == [.conditional(condition: "FLAG")])
  }
}
