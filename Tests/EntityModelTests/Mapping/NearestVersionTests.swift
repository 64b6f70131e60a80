import EntityModel
import Testing

@Suite("NearestVersion")
struct NearestVersionTests {
  private static func model(_ version: String, _ names: String...) -> DeclaredModel {
    let attributes = names.map { DeclaredModel.Attribute(name: $0, type: .string) }
    return DeclaredModel(version: version, entities: [.init(name: "User", attributes: attributes)])
  }

  private static let versions = [model("1.0.0", "a"), model("2.0.0", "a", "b"), model("3.0.0", "a", "b", "c")]

  @Test(
    "the version with the fewest differences is the nearest, among equals the newest",
    arguments: [
      (model("?", "a", "b", "d"), "2.0.0", ["User.d"]),
      (model("?", "a", "b", "c", "d"), "3.0.0", ["User.d"]),
      (model("?", "a", "c"), "3.0.0", ["User.b"]),
      (model("?"), "1.0.0", ["User.a"]),
    ])
  func found(_ model: DeclaredModel, _ version: String, _ places: [String]) {
    let nearest = NearestVersion(of: model, among: Self.versions)
    #expect(nearest?.version == version)
    #expect(nearest?.difference.changes.map { "\($0.entity).\($0.property ?? "")" } == places)
  }

  @Test("a store with other entities has no nearest version")
  func none() {
    let other = DeclaredModel(version: "?", entities: [.init(name: "Song")])
    #expect(NearestVersion(of: other, among: Self.versions) == nil)
    #expect(NearestVersion(of: other, among: []) == nil)
  }
}
