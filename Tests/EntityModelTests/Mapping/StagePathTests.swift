import EntityModel
import Testing

@Suite("StagePath")
struct StagePathTests {
  private static let versions = ["1.0.0", "1.9.0", "1.11.0"].map(version)

  private static func version(_ name: String) -> DeclaredModel {
    DeclaredModel(version: name, entities: [.init(name: "Only\(name)")])
  }

  /// `1.0.0>1.9.0` is a lightweight stage, `1.0.0>>1.9.0` a custom one.
  private static func stages(_ text: String) -> [StagePath.Stage] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: ">").map(String.init)
      return StagePath.Stage(from: parts[0], to: parts[1], kind: word.contains(">>") ? .custom : .lightweight)
    }
  }

  private static func path(
    _ from: String, _ to: String, _ stages: String, versions: [DeclaredModel] = versions
  ) throws(StagePathError) -> [Int] {
    try StagePath(from: from, to: to, versions: versions, stages: Self.stages(stages)).positions
  }

  @Test(
    "stages are taken in the order of the versions, whatever order they are written in",
    arguments: [
      ("1.0.0", "1.11.0", "1.0.0>1.9.0 1.9.0>>1.11.0", [0, 1]),
      ("1.0.0", "1.11.0", "1.9.0>1.11.0 1.0.0>1.9.0", [1, 0]),
      ("1.9.0", "1.11.0", "1.0.0>1.9.0 1.9.0>1.11.0", [1]),
      ("1.0.0", "1.11.0", "1.0.0>1.11.0", [0]),
      ("1.9.0", "1.9.0", "", []),
      // Down, beside stages that lead up.
      ("1.11.0", "1.0.0", "1.0.0>1.9.0 1.9.0>1.11.0 1.11.0>>1.9.0 1.9.0>>1.0.0", [2, 3]),
      ("1.9.0", "1.11.0", "1.9.0>1.11.0 1.9.0>>1.0.0", [0]),
    ])
  func found(_ from: String, _ to: String, _ stages: String, _ positions: [Int]) throws {
    #expect(try Self.path(from, to, stages) == positions)
  }

  @Test(
    "a plan that leads nowhere says why",
    arguments: [
      ("2.0.0", "1.11.0", "1.0.0>1.9.0", "the plan has no version 2.0.0; it has 1.0.0, 1.9.0, 1.11.0"),
      ("1.0.0", "1.11.0", "1.0.0>1.9.0", "no stage leads from 1.9.0 on to 1.11.0"),
      ("1.0.0", "1.9.0", "1.0.0>1.11.0", "no stage leads from 1.0.0 to 1.9.0: 1.0.0 → 1.11.0 passes it by"),
      ("1.0.0", "1.9.0", "", "no stage leads from 1.0.0 on to 1.9.0"),
      ("1.0.0", "1.9.0", "1.0.0>1.9.0 1.0.0>1.11.0", "two stages lead from 1.0.0: 1.0.0 → 1.9.0 and 1.0.0 → 1.11.0"),
      (
        "1.0.0", "1.9.0", "1.0.0>3.0.0",
        "the stage 1.0.0 → 3.0.0 names 3.0.0, which the plan does not have; it has 1.0.0, 1.9.0, 1.11.0"
      ),
      ("1.0.0", "1.9.0", "1.0.0>1.0.0", "the stage 1.0.0 → 1.0.0 leads nowhere"),
      ("1.0.0", "1.9.0", "1.9.0>1.0.0", "the stage 1.9.0 → 1.0.0 leads to an older version, and is lightweight"),
    ])
  func refused(_ from: String, _ to: String, _ stages: String, _ message: String) {
    let error = #expect(throws: StagePathError.self) { try Self.path(from, to, stages) }
    #expect(error?.message == message)
    #expect(error?.hint.isEmpty == false)
  }

  @Test("versions that cannot be told apart are refused")
  func alike() {
    let twice = Self.versions + [Self.version("1.9.0")]
    #expect(throws: StagePathError.duplicateVersion("1.9.0")) { try Self.path("1.0.0", "1.0.0", "", versions: twice) }
    let equal = Self.versions + [DeclaredModel(version: "2.0.0", entities: Self.versions[0].entities)]
    #expect(throws: StagePathError.equalModels("1.0.0", "2.0.0")) {
      try Self.path("1.0.0", "1.0.0", "", versions: equal)
    }
  }
}
