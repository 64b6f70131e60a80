import EntityModel
import SourceModels
import Testing

@Suite("The choice of a schema")
struct ChoiceTests {
  private func names(_ text: String) -> [String]? {
    switch scope(text).choice {
    case .databases(let found): found.map(\.name)
    case .ambiguous(let found): ["ambiguous"] + found.map(\.name)
    case .absent: nil
    }
  }

  private let plan = """
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [A.self] }
      @Model class A { var x: Int }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [A.self] }
      @Model class A { var x: Int; var y: Int? }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] { [step, .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil) { _ in }] }
      static let step = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
    }
    """

  /// The configuration can say how a value is stored, but not what a model has.
  @Test func `a model that no file declares is not a value of an unknown type`() {
    let container = scope("@Model class A { var x: Int }\nlet c = try! ModelContainer(for: A.self, Gone.self)")
      .containers
    #expect(container.first?.unresolved.map(\.reason) == [.noModel(name: "Gone")])
    let classes = scope("@Model class A { var x: Int }").schema(ofClasses: ["Gone"]).unresolved
    #expect(classes.map(\.reason) == [.noModel(name: "Gone")])
    #expect(classes.map(\.message) == ["the list of models names Gone, which no file declares"])
    #expect(classes.map(\.reason.typeName) == [nil])
  }

  @Test func `the last version of a plan is the schema`() {
    #expect(names(plan) == ["V2"])
    #expect(
      names(plan + "\nfunc f() { let c = try! ModelContainer(for: V2.A.self, migrationPlan: Plan.self) }") == ["V2"])
  }

  @Test func `a container that lists other models than its plan opens these`() {
    #expect(
      names(plan + "\nfunc f() { let c = try! ModelContainer(for: V1.A.self, migrationPlan: Plan.self) }")
        == ["A.swift:18"])
  }

  @Test func `a plan's stages are named`() {
    let stages = scope(plan).plans.first?.stages
    #expect(stages?.map(\.kind) == [.lightweight, .custom])
    #expect(stages?.map(\.toVersion) == ["V2", "V2"])
  }

  @Test func `a schema in a variable belongs to the container that uses it`() {
    let text = """
      @Model class A { var b: B? }
      @Model class B { var x: Int }
      struct App { var c: ModelContainer = {
        let schema = Schema([A.self])
        return try! ModelContainer(for: schema, configurations: [])
      }() }
      """
    #expect(names(text)?.count == 1)
    let found = scope(text)
    guard case .databases(let references) = found.choice, let first = references.first else { return }
    #expect(found.schema(of: first).model.entities.map(\.name) == ["A", "B"])
  }

  @Test func `containers of other models are other databases, and overlapping ones are ambiguous`() {
    let models = "@Model class A { var x: Int }\n@Model class B { var x: Int }\n"
    #expect(
      names(models + "let a = try ModelContainer(for: A.self)\nlet b = try ModelContainer(for: B.self)")
        == ["A.swift:5", "A.swift:6"])
    #expect(
      names(models + "let a = try ModelContainer(for: A.self)\nlet b = try ModelContainer(for: A.self, B.self)")?.first
        == "ambiguous")
  }

  @Test func `previews do not count`() {
    let models = "@Model class A { var x: Int }\n@Model class B { var x: Int }\n"
    #expect(
      names(
        models + "let a = try ModelContainer(for: A.self)\n#Preview { View().modelContainer(for: [A.self, B.self]) }")
        == ["A.swift:5"])
    #expect(names("let x = 1") == nil)
  }
}
