import EntityModel
import SourceModels
import Testing

@Suite("Problems of a plan")
struct PlanProblemTests {
  /// A version with an own class for each name in `own`, and the classes in `listed`.
  private func version(
    _ name: String, _ number: Int, own: [String] = [], listed: [String] = [], property: String? = nil
  ) -> String {
    """
    enum \(name): VersionedSchema {
      static var versionIdentifier = Schema.Version(\(number), 0, 0)
      static var models: [any PersistentModel.Type] {
        [\((own.map { "\(name).\($0)" } + listed).map { "\($0).self" }.joined(separator: ", "))]
      }
      \(own.map { "@Model class \($0) { var \(property ?? "x\(number)"): Int }" }.joined(separator: "\n  "))
    }

    """
  }

  /// A plan in which each stage is two versions; it begins on its own line after `text`.
  private func plan(_ versions: [String], stages: [(String, String)], name: String = "Plan") -> String {
    """
    enum \(name): SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [\(versions.map { "\($0).self" }.joined(separator: ", "))] }
      static var stages: [MigrationStage] {
        [\(stages.map { ".lightweight(fromVersion: \($0).self, toVersion: \($1).self)" }.joined(separator: ", "))]
      }
    }

    """
  }

  private func problems(_ text: String, of name: String = "V1") throws -> [PlanProblem] {
    let scope = scope(text)
    return scope.planProblems(of: try #require(scope.reference(named: name)))
  }

  private func kinds(_ text: String, of name: String = "V1") throws -> [PlanProblem.Kind] {
    try problems(text, of: name).map(\.kind)
  }

  @Test func `a plan of frozen versions with a stage between each two has no problems`() throws {
    let text =
      version("V1", 1, own: ["A"]) + version("V2", 2, own: ["A"]) + version("V3", 3, own: ["A"])
      + plan(["V1", "V2", "V3"], stages: [("V1", "V2"), ("V2", "V3")])
      + "let c = try! ModelContainer(for: V3.A.self, migrationPlan: Plan.self)\n"
    #expect(try problems(text).isEmpty)
    #expect(try problems(text, of: "V3").isEmpty)
  }

  @Test func `an identifier of two versions is at the later one`() throws {
    let text =
      version("V1", 1, own: ["A"]) + version("V2", 1, own: ["A"], property: "y")
      + plan(["V1", "V2"], stages: [("V1", "V2")])
    let found = try problems(text)
    #expect(found.map(\.kind) == [.sameIdentifier("1.0.0", versions: ["V1", "V2"])])
    #expect(found.map(\.plan) == ["Plan"])
    #expect(found.map(\.location) == [SourceLocation(path: "A.swift", line: 11)])
  }

  @Test func `a version that no plan lists is left out if it has the plan's entities`() throws {
    let series = version("V1", 1, own: ["A", "B"]) + version("V2", 2, own: ["A", "B"])
    let plan = plan(["V1"], stages: [])
    #expect(
      try kinds(series + plan) == [.omittedVersion("V2", identifier: "2.0.0", entities: ["A", "B"])])
    // Another database, which happens to have a class of this name.
    let other = version("V1", 1, own: ["A", "B"]) + version("Cache", 2, own: ["A", "C"])
    #expect(try kinds(other + plan) == [])
    // A database of its own.
    #expect(
      try kinds(series + plan + "let c = try ModelContainer(for: Schema(versionedSchema: V2.self))\n") == [])
    #expect(try kinds(series + plan + "let c = try ModelContainer(for: V2.A.self, V2.B.self)\n") == [])
    // Stores of it have the hashes of the listed version, and a plan may not list both.
    let twins = version("V1", 1, own: ["A"], property: "x") + version("V2", 2, own: ["A"], property: "x")
    #expect(try kinds(twins + self.plan(["V1"], stages: [])) == [])
    #expect(try kinds(twins + version("V3", 3, own: ["A"]) + self.plan(["V1", "V3"], stages: [("V1", "V3")])) == [])
    // Whether they are twins is not known.
    let unread = twins.replacing("var x: Int", with: "var x: Unknown")
    #expect(try kinds(unread + self.plan(["V1"], stages: [])) == [])
    // Another plan lists it, or may list it.
    #expect(try kinds(series + plan + self.plan(["V2"], stages: [], name: "Other")) == [])
    let unknown = """
      enum Other: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { versions() }
        static var stages: [MigrationStage] { [] }
      }

      """
    #expect(try kinds(series + plan + unknown) == [])
  }

  @Test func `versions of tests are not left out, and plans of tests are not reviewed`() throws {
    let app = "import SwiftData\n" + version("V1", 1, own: ["A"]) + plan(["V1"], stages: [])
    let tests = "import SwiftData\n" + version("V2", 2, own: ["A"])
    let scope = SourceScope(MemoryTree(["App/A.swift": app, "AppTests/A.swift": tests]))
    #expect(scope.planProblems(of: try #require(scope.reference(named: "V1"))).isEmpty)
    let reviewed = SourceScope(
      MemoryTree([
        "App/A.swift": "import SwiftData\n" + version("V1", 1, own: ["A"]),
        "AppTests/A.swift": tests + plan(["V1", "V1", "V2"], stages: [("V2", "V1")]),
      ]))
    #expect(reviewed.planProblems(of: try #require(reviewed.reference(named: "V1"))).isEmpty)
  }

  @Test func `a missing stage is reported unless the plan has none at all`() throws {
    let versions = version("V1", 1, own: ["A"]) + version("V2", 2, own: ["A"]) + version("V3", 3, own: ["A"])
    let found = try problems(versions + plan(["V1", "V2", "V3"], stages: [("V1", "V2")]))
    #expect(found.map(\.kind) == [.missingStage(from: "V2", to: "V3")])
    #expect(found.first?.location.line == 26)
    #expect(try kinds(versions + plan(["V1", "V2", "V3"], stages: [])) == [])
  }

  @Test func `a stage of a version that the plan does not list`() throws {
    let text =
      version("V1", 1, own: ["A"]) + version("V2", 2, own: ["A"]) + version("V3", 3, own: ["A"])
      + plan(["V1", "V2"], stages: [("V1", "V2"), ("V2", "V3")])
    #expect(
      try kinds(text).map { kind in
        if case .stageOfOmittedVersion(let version, let stage) = kind { version + " " + stage.fromVersion } else { "?" }
      } == ["V3 V2"])
  }

  @Test func `a stage after one of a later version`() throws {
    let text =
      version("V1", 1, own: ["A"]) + version("V2", 2, own: ["A"]) + version("V3", 3, own: ["A"])
      + plan(["V1", "V2", "V3"], stages: [("V2", "V3"), ("V1", "V2")])
    guard case .stageOutOfOrder(let stage, let before)? = try kinds(text).first else {
      Issue.record("no problem")
      return
    }
    #expect(stage.fromVersion == "V1")
    #expect(before.fromVersion == "V2")
    #expect(try kinds(text).count == 1)
  }

  @Test func `stages that are computed are not judged`() throws {
    let text =
      version("V1", 1, own: ["A"]) + version("V2", 2, own: ["A"])
        + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static var stages: [MigrationStage] { makeStages() }
        }

        """
    #expect(try kinds(text) == [])
  }

  @Test func `two versions of the same classes are the same models`() throws {
    let text =
      version("V1", 1, listed: ["A"]) + version("V2", 2, listed: ["A"]) + "@Model class A { var x: Int }\n"
      + plan(["V1", "V2"], stages: [("V1", "V2")])
    #expect(
      try kinds(text).contains(.sameModels(versions: ["V1", "V2"])))
    let copied =
      version("V1", 1, own: ["A"], property: "x") + version("V2", 2, own: ["A"], property: "x")
      + plan(["V1", "V2"], stages: [("V1", "V2")])
    #expect(try kinds(copied) == [.sameModels(versions: ["V1", "V2"])])
    // A list without a class has it nevertheless if a relationship leads there.
    let reached =
      version("V1", 1, listed: ["A"]) + version("V2", 2, listed: ["A", "B"])
      + "@Model class A { var b: B? }\n@Model class B { var x: Int }\n" + plan(["V1", "V2"], stages: [("V1", "V2")])
    #expect(try kinds(reached).contains(.sameModels(versions: ["V1", "V2"])))
    #expect(
      try !kinds(
        version("V1", 1, own: ["A"], property: "x") + version("V2", 2, own: ["A"], property: "x")
          + plan(["V1", "V2"], stages: [])
      ).contains(.sameModels(versions: ["V1", "V2"])))
  }

  private func opened(_ kind: PlanProblem.Kind?) -> [[String]]? {
    if case .otherModelsOpened(let models, _)? = kind {
      [models.missing, models.additional, models.different]
    } else {
      nil
    }
  }

  @Test func `a container that opens other models than the last version`() throws {
    let text =
      version("V1", 1, own: ["A"]) + version("V2", 2, own: ["A", "B"])
      + plan(["V1", "V2"], stages: [("V1", "V2")]) + "@Model class C { var x: Int }\n"
    let container = { (models: String) in
      text + "let c = try! ModelContainer(for: \(models), migrationPlan: Plan.self)\n"
    }
    #expect(try kinds(container("V2.A.self, V2.B.self")) == [])
    #expect(try kinds(container("Schema(versionedSchema: V2.self)")) == [])
    #expect(opened(try kinds(container("V2.A.self, V2.B.self, C.self")).last) == [[], ["C"], []])
    #expect(opened(try kinds(container("V2.A.self")).last) == [["B"], [], []])
    #expect(opened(try kinds(container("Schema(versionedSchema: V1.self)")).last) == [["B"], [], ["A"]])
    // What is listed is not known.
    #expect(try kinds(container("models()")) == [])
    #expect(try kinds(text + "#Preview { View().modelContainer(for: V2.A.self, migrationPlan: Plan.self) }\n") == [])
  }

  @Test func `a plan without stages is told apart`() throws {
    let text =
      version("V1", 1, own: ["A"]) + "@Model class C { var x: Int }\n" + plan(["V1"], stages: [])
      + "let c = try! ModelContainer(for: V1.A.self, C.self, migrationPlan: Plan.self)\n"
    let scope = scope(text)
    let container = try #require(scope.containers.first)
    guard
      case .otherModelsOpened(let models, let planHasStages)? = scope.planProblems(of: .container(container)).first?
        .kind
    else {
      Issue.record("no problem")
      return
    }
    #expect(!planHasStages)
    #expect(models.container == container.location)
    #expect(models.version == "V1")
  }

  private func live(_ text: String) throws -> [String] {
    try kinds(text).flatMap { kind -> [String] in
      guard case .liveModels(let version, let models) = kind else { return [] }
      return models.map { "\(version) \($0.name) \($0.lastVersion ?? "-") \($0.location.line)" }
    }
  }

  @Test func `a class of today in an older version`() throws {
    let text =
      version("V1", 1, own: ["A"], listed: ["B"]) + version("V2", 2, own: ["A"], listed: ["B"])
      + plan(["V1", "V2"], stages: [("V1", "V2")]) + "@Model class B { var x: Int }\n"
    #expect(try live(text) == ["V1 B - 23"])
    #expect(try problems(text).first?.location == SourceLocation(path: "A.swift", line: 5))
  }

  @Test func `a class of today that only a relationship leads to`() throws {
    let text =
      version("V1", 1, own: ["A"]) + version("V2", 2, own: ["A"], listed: ["B"])
      + "extension V1 { @Model class Link { var b: B? } }\n@Model class B { var x: Int }\n"
      + plan(["V1", "V2"], stages: [("V1", "V2")])
    #expect(try live(text) == [])
    #expect(try live(text.replacing("[V1.A.self]", with: "[V1.A.self, Link.self]")) == ["V1 B - 18"])
  }

  @Test func `a class of the last version, also by an alias`() throws {
    let text =
      version("V1", 1, listed: ["A", "V2.B"]) + version("V2", 2, own: ["A", "B"]) + "typealias A = V2.A\n"
      + plan(["V1", "V2"], stages: [("V1", "V2")])
    #expect(try live(text) == ["V1 V2.A V2 15", "V1 V2.B V2 16"])
  }

  @Test func `classes of an older version are shared on purpose`() throws {
    let text =
      version("V1", 1, own: ["A", "B"]) + version("V2", 2, own: ["A"], listed: ["V1.B"])
      + version("V3", 3, own: ["A"], listed: ["V1.B"]) + version("V4", 4, own: ["A"], listed: ["V1.B"])
      + plan(["V1", "V2", "V3", "V4"], stages: [("V1", "V2"), ("V2", "V3"), ("V3", "V4")])
    #expect(try live(text) == [])
  }

  @Test func `a class that today's models do not have cannot change with them`() throws {
    let text =
      version("V1", 1, own: ["A"], listed: ["Gone"]) + version("V2", 2, own: ["A"])
      + plan(["V1", "V2"], stages: [("V1", "V2")]) + "@Model class Gone { var x: Int }\n"
    #expect(try kinds(text) == [])
  }

  @Test func `a closure of a stage fetches the classes of the version that its context has`() throws {
    func text(_ will: String, _ did: String) -> String {
      """
      \(version("V1", 1, own: ["A"]) + version("V2", 2, own: ["A"]))
      typealias Newest = V2.A
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [first] }
        static let first = MigrationStage.custom(fromVersion: V1.self, toVersion: V2.self) { context in
          for object in try context.fetch(\(will)) { _ = object }
        } didMigrate: { context in
          \(did)
          try context.save()
        }
      }

      """
    }
    func problems(_ will: String, _ did: String) throws -> [String] {
      try kinds(text(will, did)).map { kind in
        guard case .classOfOtherVersion(let name, let closure, let version, _) = kind else { return "\(kind)" }
        return "\(closure) \(name) \(version)"
      }
    }
    #expect(try problems("FetchDescriptor<V1.A>()", "try context.delete(model: V2.A.self)") == [])
    #expect(try problems("FetchDescriptor<Newest>()", "") == ["willMigrate V2.A V1"])
    #expect(
      try problems("FetchDescriptor(predicate: #Predicate<V1.A> { _ in true })", "let all: FetchDescriptor<V1.A> = x()")
        == ["didMigrate V1.A V2"])
    #expect(try problems("y()", "try context.delete(model: V1.A.self)") == ["didMigrate V1.A V2"])
  }

  @Test func `a configuration has a part of the models of its container`() throws {
    let text =
      version("V1", 1, own: ["A", "B"]) + plan(["V1"], stages: [])
        + """
        let one = ModelConfiguration("A", schema: Schema([V1.A.self]))
        let two = ModelConfiguration("B", schema: Schema([V1.B.self]))
        let c = try! ModelContainer(
          for: Schema(versionedSchema: V1.self), migrationPlan: Plan.self, configurations: [one, two])
        """
    #expect(try kinds(text) == [])
  }
}
