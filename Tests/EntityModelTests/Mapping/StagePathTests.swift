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
    "stages run in the order of the versions, regardless of the order of their declaration",
    arguments: [
      ("1.0.0", "1.11.0", "1.0.0>1.9.0 1.9.0>>1.11.0", [0, 1]),
      ("1.0.0", "1.11.0", "1.9.0>1.11.0 1.0.0>1.9.0", [1, 0]),
      ("1.9.0", "1.11.0", "1.0.0>1.9.0 1.9.0>1.11.0", [1]),
      ("1.0.0", "1.11.0", "1.0.0>1.11.0", [0]),
      ("1.9.0", "1.9.0", "", []),
      // To an older version, with stages to newer ones present.
      ("1.11.0", "1.0.0", "1.0.0>1.9.0 1.9.0>1.11.0 1.11.0>>1.9.0 1.9.0>>1.0.0", [2, 3]),
      ("1.9.0", "1.11.0", "1.9.0>1.11.0 1.9.0>>1.0.0", [0]),
    ])
  func found(_ from: String, _ to: String, _ stages: String, _ positions: [Int]) throws {
    #expect(try Self.path(from, to, stages) == positions)
  }

  @Test(
    "a plan without a path reports the reason",
    arguments: [
      ("2.0.0", "1.11.0", "1.0.0>1.9.0", "the plan has no version 2.0.0; it has 1.0.0, 1.9.0, 1.11.0"),
      ("1.0.0", "1.11.0", "1.0.0>1.9.0", "no stage migrates from 1.9.0 towards 1.11.0"),
      ("1.0.0", "1.9.0", "1.0.0>1.11.0", "no stage migrates from 1.0.0 to 1.9.0: 1.0.0 → 1.11.0 skips it"),
      ("1.0.0", "1.9.0", "", "no stage migrates from 1.0.0 towards 1.9.0"),
      ("1.0.0", "1.9.0", "1.0.0>1.9.0 1.0.0>1.11.0", "two stages begin with 1.0.0: 1.0.0 → 1.9.0 and 1.0.0 → 1.11.0"),
      (
        "1.0.0", "1.9.0", "1.0.0>3.0.0",
        "the stage 1.0.0 → 3.0.0 refers to 3.0.0, which is not in the plan; the plan has 1.0.0, 1.9.0, 1.11.0"
      ),
      ("1.0.0", "1.9.0", "1.0.0>1.0.0", "the stage 1.0.0 → 1.0.0 begins and ends with the same version"),
      ("1.0.0", "1.9.0", "1.9.0>1.0.0", "the stage 1.9.0 → 1.0.0 is lightweight, but migrates to an older version"),
    ])
  func refused(_ from: String, _ to: String, _ stages: String, _ message: String) {
    let error = #expect(throws: StagePathError.self) { try Self.path(from, to, stages) }
    #expect(error?.message == message)
    #expect(error?.hint.isEmpty == false)
  }

  @Test("versions that cannot be distinguished are rejected")
  func alike() {
    let twice = Self.versions + [Self.version("1.9.0")]
    #expect(throws: StagePathError.duplicateVersion("1.9.0")) { try Self.path("1.0.0", "1.0.0", "", versions: twice) }
    let equal = Self.versions + [DeclaredModel(version: "2.0.0", entities: Self.versions[0].entities)]
    #expect(throws: StagePathError.equalModels("1.0.0", "2.0.0")) {
      try Self.path("1.0.0", "1.0.0", "", versions: equal)
    }
  }
}
