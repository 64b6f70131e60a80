import EntityModel
import GitStore
import ProjectModels
import Testing

@Suite("SwiftDataReader") struct SwiftDataReaderTests {
  private static let versions = """
    import SwiftData
    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note {
        var title: String = ""
      }
    }
    enum SchemaV2: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 1, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note {
        var title: String = ""
        var rank: Int?
      }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
      static var stages: [MigrationStage] {
        [.custom(fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil, didMigrate: nil)]
      }
    }
    """
  private static let container = """
    import SwiftData
    let container = try ModelContainer(for: Schema(versionedSchema: SchemaV2.self), migrationPlan: Plan.self)
    """

  private func read(
    _ files: [String: String], folder: String = "", schema: String? = nil, types: [String: StoredType] = [:]
  ) throws -> DeclaredVersions {
    try SwiftDataReader(folder: folder, schema: schema, types: types)
      .versions(in: FileSnapshot(memory: files.mapValues { Array($0.utf8) }))
  }

  @Test func `the versions of a plan are read with their stages and places`() throws {
    let declared = try read(["App/Models.swift": Self.versions, "App/App.swift": Self.container])
    #expect(declared.versions.map(\.name) == ["1.0.0", "1.1.0"])
    #expect(declared.versions.map(\.title) == ["SchemaV1", "SchemaV2"])
    #expect(declared.current.title == "SchemaV2")
    guard case .staged(let plan) = declared.migration else {
      Issue.record("no plan: \(declared.migration)")
      return
    }
    #expect(
      plan.stages == [
        DeclaredVersions.Stage(
          from: "SchemaV1", to: "SchemaV2", isCustom: true, place: ModelPlace(path: "App/Models.swift", line: 17))
      ])
    #expect(plan.fallback == nil)
    #expect("\(declared.current.place(ofEntity: "Note", property: "rank"))" == "App/Models.swift:14")
    #expect("\(declared.current.place(ofEntity: "Note", property: "gone"))" == "App/Models.swift:12")
    #expect("\(declared.current.place(ofEntity: "Gone"))" == "App/Models.swift:9")
  }

  @Test func `the cases and parts of types are where the types declare them`() throws {
    let model = """
      import SwiftData
      @Model final class Note {
        var state: State = .open
        var place: Place?
        var rank: Rank = Rank.low
      }
      let container = try ModelContainer(for: Note.self)
      """
    let types = """
      enum State: Codable {
        case open
        case closed, archived
      }
      struct Place: Codable {
        struct Point: Codable {
          var latitude: Double
        }
        enum CodingKeys: String, CodingKey {
          case name = "title"
          case point
        }
        var name: String
        var point: Point
      }
      enum Rank: Int, Codable { case low }
      """
    let version = try read(["App/App.swift": model, "App/Types.swift": types]).current
    func place(_ property: String) -> String { "\(version.place(ofEntity: "Note", property: property))" }
    #expect(place("state") == "App/App.swift:3")
    #expect(place("state.archived") == "App/Types.swift:3")
    #expect(place("state.gone") == "App/Types.swift:1")
    #expect(place("place.title") == "App/Types.swift:13")
    #expect(place("place.point.latitude") == "App/Types.swift:7")
    #expect(place("place.point.gone") == "App/Types.swift:6")
    #expect(version.paths == ["App/App.swift", "App/Types.swift"])
    func place(ofFirst changed: String) throws -> String {
      let before = try read(["App/App.swift": model, "App/Types.swift": changed]).current.model
      return "\(version.place(ofFirst: ModelDifference(from: before, to: version.model).changes))"
    }
    #expect(try place(ofFirst: types) == "App/App.swift:7")
    let raw = types.replacing("Rank: Int", with: "Rank: String")
    #expect(try place(ofFirst: raw) == "App/Types.swift:16")
    // Another type of the property is its own change.
    let other = model.replacing("rank: Rank = Rank.low", with: "rank: Int = 0")
    let before = try read(["App/App.swift": other, "App/Types.swift": types]).current.model
    #expect("\(version.place(ofFirst: ModelDifference(from: before, to: version.model).changes))" == "App/App.swift:5")
  }

  @Test func `the operating system decides if only one has a schema`() throws {
    let other =
      "#if os(iOS)\nimport SwiftData\n@Model final class Note { var x = 1 }\nlet c = try ModelContainer(for: Note.self)\n#endif"
    #expect(try read(["App/App.swift": other]).current.model.entities.map(\.name) == ["Note"])
    let property = """
      import SwiftData
      @Model final class Note {
        #if os(macOS)
        var window = 1
        #endif
        var x = 1
      }
      let c = try ModelContainer(for: Note.self)
      """
    do {
      _ = try read(["App/App.swift": property])
      Issue.record("read without a choice")
    } catch let error as ProjectModelsError {
      guard case .unread(let problems) = error else { throw error }
      #expect(problems.map(\.message) == ["the models are different for iOS and macOS"])
      #expect(problems.map(\.hint) == ["choose one under 'source' in schemaledger.yml, such as os: iOS"])
    }
    func names(_ system: String) throws -> [String] {
      let snapshot = FileSnapshot(memory: ["App/App.swift": Array(property.utf8)])
      let declared = try SwiftDataReader(folder: "", operatingSystem: system).versions(in: snapshot)
      return declared.current.model.entities.flatMap(\.attributes).map(\.name)
    }
    #expect(try names("macOS") == ["window", "x"])
    #expect(try names("iOS") == ["x"])
  }

  @Test func `a model outside of the folder is named`() throws {
    let files = [
      "App/App.swift": "import SwiftData\nlet c = try ModelContainer(for: Note.self)",
      "Models/Note.swift": "import SwiftData\n@Model final class Note { var x = 1 }",
    ]
    do {
      _ = try read(files, folder: "App")
      Issue.record("read without the model")
    } catch let error as ProjectModelsError {
      guard case .unread(let problems) = error else { throw error }
      #expect(
        problems.map(\.hint) == [
          "Models/Note.swift is outside of App: remove 'path' from the source, so that all files are read"
        ])
    }
  }

  @Test func `a type outside of the folder is named, and not one that encodes itself`() throws {
    let note = """
      import SwiftData
      struct Own: Codable { init(from decoder: Decoder) throws {} }
      @Model final class Note { var own: Own?; var other: Other? }
      let c = try ModelContainer(for: Note.self)
      """
    do {
      _ = try read(["App/App.swift": note, "Values/Other.swift": "struct Other: Codable { var x = 1 }"], folder: "App")
      Issue.record("read without the type")
    } catch let error as ProjectModelsError {
      guard case .unread(let problems) = error else { throw error }
      #expect(problems.map(\.message) == ["Note.other has the type Other, which no file declares"])
    }
  }

  @Test func `a second container without the plan is its fallback`() throws {
    let fallback = Self.container + "\nlet other = try ModelContainer(for: Schema(versionedSchema: SchemaV2.self))\n"
    let declared = try read(["App/Models.swift": Self.versions, "App/App.swift": fallback])
    guard case .staged(let plan) = declared.migration else {
      Issue.record("no plan: \(declared.migration)")
      return
    }
    #expect(plan.fallback == ModelPlace(path: "App/App.swift", line: 3))
  }

  @Test func `a plan without stages leaves the migration to SwiftData`() throws {
    let text = Self.versions.replacing(
      "[.custom(fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil, didMigrate: nil)]", with: "[]")
    let declared = try read(["App/Models.swift": text, "App/App.swift": Self.container])
    #expect(declared.migration == .direct)
    #expect(declared.versions.count == 2)
  }

  @Test func `models without a version have no name`() throws {
    let declared = try read([
      "App/Item.swift": "import SwiftData\n@Model final class Item { var name = \"\" }",
      "App/App.swift": "import SwiftData\nlet container = try ModelContainer(for: Item.self)",
    ])
    #expect(declared.current.name == nil)
    #expect(declared.current.title == "App/App.swift")
    #expect(declared.current.model.entities.map(\.name) == ["Item"])
    #expect(declared.migration == .direct)
  }

  @Test func `a container that lists more models than the plan's last version decides`() throws {
    let container = """
      import SwiftData
      @Model final class Extra { var name = "" }
      let container = try ModelContainer(for: SchemaV2.Note.self, Extra.self, migrationPlan: Plan.self)
      """
    let declared = try read(["App/Models.swift": Self.versions, "App/App.swift": container])
    #expect(declared.current.model.entities.map(\.name).sorted() == ["Extra", "Note"])
    #expect(declared.planFindings.map(\.kind) == [.otherModels])
  }

  @Test func `a container in a file that no target compiles opens no store`() throws {
    var files = [
      "Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "App", targets: [.target(name: "App")])
      """,
      "Sources/App/App.swift": """
      import SwiftData
      @Model final class Item { var name = "" }
      let container = try ModelContainer(for: Item.self)
      """,
      "Old/Cache.swift": """
      import SwiftData
      @Model final class Image { var url = "" }
      let container = try ModelContainer(for: Image.self)
      """,
    ]
    func schemas() throws -> DeclaredSchemas {
      try SwiftDataReader(folder: "").schemas(in: FileSnapshot(memory: files.mapValues { Array($0.utf8) }))
    }
    #expect(try schemas().schemas.map(\.entities) == [["Item"]])
    #expect(try schemas().unbuilt == [ModelPlace(path: "Old/Cache.swift", line: 3)])
    // If no target has a container, what is read of the project does not decide.
    files["Sources/App/App.swift"] = ""
    #expect(try schemas().schemas.map(\.entities) == [["Image"]])
    files["Sources/App/App.swift"] = "import SwiftData"
    files["Package.swift"] = nil
    #expect(try schemas().unbuilt.isEmpty)
  }

  /// An app and its widget, with their models and containers.
  private func shared(
    app: String, widget: String, groups: [String] = ["group.example", "group.example"], schema: String = "App/App.swift"
  ) throws -> (findings: [PlanFinding], cloud: [String?]) {
    var files = [
      "Shared/Models.swift": """
      import SwiftData
      @Model final class Note { var text = "" }
      @Model final class Tag { var name = "" }
      let place = URL.documentsDirectory
      """,
      "App/App.swift": "import SwiftData\nlet container = try \(app)",
      "Widget/Widget.swift": "import SwiftData\nlet other = try \(widget)",
      "A.xcodeproj/project.pbxproj": """
      // !$*UTF8*$!
      {objects = {
        ROOT = {isa = PBXProject; mainGroup = MAIN; targets = (T, U);};
        MAIN = {isa = PBXGroup; children = (A, S, W); sourceTree = "<group>";};
        A = {isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>";};
        S = {isa = PBXFileSystemSynchronizedRootGroup; path = Shared; sourceTree = "<group>";};
        W = {isa = PBXFileSystemSynchronizedRootGroup; path = Widget; sourceTree = "<group>";};
        T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
          fileSystemSynchronizedGroups = (A, S); buildConfigurationList = CT;};
        U = {isa = PBXNativeTarget; name = Widget; productType = "com.apple.product-type.app-extension";
          fileSystemSynchronizedGroups = (S, W); buildConfigurationList = CU;};
        CT = {isa = XCConfigurationList; buildConfigurations = (RT);}; CU = {isa = XCConfigurationList; buildConfigurations = (RU);};
        RT = {isa = XCBuildConfiguration; name = Release; buildSettings = {CODE_SIGN_ENTITLEMENTS = 0.entitlements;};};
        RU = {isa = XCBuildConfiguration; name = Release; buildSettings = {CODE_SIGN_ENTITLEMENTS = 1.entitlements;};};
      }; rootObject = ROOT;}
      """,
    ]
    for (number, group) in groups.enumerated() {
      let list = group.split(separator: " ").map { "<string>\($0)</string>" }.joined()
      files["\(number).entitlements"] = """
        <plist><dict><key>com.apple.security.application-groups</key><array>\(list)</array>
        <key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>
        <key>com.apple.developer.icloud-container-identifiers</key><array><string>iCloud.\(number)</string></array></dict></plist>
        """
    }
    let snapshot = FileSnapshot(memory: files.mapValues { Array($0.utf8) })
    return (
      try SwiftDataReader(folder: "", schema: schema).versions(in: snapshot).planFindings,
      try SwiftDataReader(folder: "").schemas(in: snapshot).schemas.map(\.cloudKitContainer)
    )
  }

  @Test func `an app and its widget open the store of their group with different models`() throws {
    let app = "ModelContainer(for: Note.self, Tag.self)"
    let findings = try shared(app: app, widget: "ModelContainer(for: Note.self)").findings
    #expect(findings.map(\.kind) == [.sharedStore])
    #expect(findings.map { "\($0.place)" } == ["Widget/Widget.swift:2"])
    #expect(findings.first?.message.contains("as the one at App/App.swift:2, without Tag, and") == true)
    let named =
      "ModelContainer(for: Note.self, configurations: ModelConfiguration(groupContainer: .identifier(\"group.example\")))"
    #expect(try shared(app: app, widget: named).findings.count == 1)
    #expect(
      try shared(app: "ModelContainer(for: Note.self)", widget: app).findings.first?.message.contains("with Tag")
        == true)
  }

  @Test(arguments: [
    "ModelContainer(for: Tag.self, Note.self)",
    "ModelContainer(for: Note.self, configurations: ModelConfiguration(\"widget\"))",
    "ModelContainer(for: Note.self, configurations: ModelConfiguration(groupContainer: .none))",
    "ModelContainer(for: Note.self, configurations: ModelConfiguration(groupContainer: .identifier(\"group.other\")))",
    "ModelContainer(for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))",
    "ModelContainer(for: Note.self, configurations: ModelConfiguration(allowsSave: false))",
    "ModelContainer(for: Note.self, configurations: ModelConfiguration(url: place))",
    "ModelContainer(for: Note.self, configurations: ModelConfiguration(named()))",
  ])
  func `a widget with the same models, another file or no right to save shares nothing`(widget: String) throws {
    #expect(try shared(app: "ModelContainer(for: Note.self, Tag.self)", widget: widget).findings == [])
  }

  @Test func `without one app group, only containers of one target open one file`() throws {
    let (app, widget) = ("ModelContainer(for: Note.self, Tag.self)", "ModelContainer(for: Note.self)")
    for groups in [
      ["", ""], ["group.a", "group.b"], ["group.a group.b", "group.a"], ["group.$(NAME)", "group.$(NAME)"],
    ] {
      #expect(try shared(app: app, widget: widget, groups: groups).findings == [])
      let both = app + "\nlet second = try \(widget)"
      let found = try shared(app: both, widget: app, groups: groups, schema: "App/App.swift:2").findings
      #expect(found.map { "\($0.place)" } == ["App/App.swift:3"])
    }
  }

  @Test func `the entitlements name the CloudKit container unless the configuration decides`() throws {
    func cloud(_ configuration: String) throws -> [String?] {
      let app = "ModelContainer(for: Note.self, Tag.self\(configuration))"
      return try shared(
        app: app,
        widget:
          "ModelContainer(for: Tag.self, Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))"
      ).cloud
    }
    #expect(try cloud("") == ["iCloud.0"])
    #expect(try cloud(", configurations: ModelConfiguration(\"a\", cloudKitDatabase: .automatic)") == ["iCloud.0"])
    #expect(try cloud(", configurations: ModelConfiguration(\"a\", cloudKitDatabase: .none)") == [nil])
    #expect(
      try cloud(", configurations: ModelConfiguration(\"a\", cloudKitDatabase: .private(\"iCloud.b\"))") == ["iCloud.b"]
    )
  }

  @Test func `two databases must be told apart`() throws {
    let files = [
      "App/Models.swift": """
      import SwiftData
      @Model final class Item { var name = "" }
      @Model final class Cached { var name = "" }
      let one = try ModelContainer(for: Item.self)
      let two = try ModelContainer(for: Cached.self)
      """
    ]
    #expect(throws: ProjectModelsError.ambiguous(["App/Models.swift:4", "App/Models.swift:5"])) { try read(files) }
    let declared = try read(files, schema: "App/Models.swift:5")
    #expect(declared.current.model.entities.map(\.name) == ["Cached"])
    #expect(throws: ProjectModelsError.self) { try read(files, schema: "Nothing") }
  }

  @Test func `a type that nobody declares has unknown columns, unless the configuration describes it`() throws {
    let files = [
      "App/Item.swift": """
      import SwiftData
      @Model final class Item {
        var colour: Tint
      }
      let container = try ModelContainer(for: Item.self)
      """
    ]
    let unknown = try read(files).current
    #expect(unknown.problems == [])
    #expect(unknown.model.entities.first?.attributes.map(\.type) == [.unknown])
    let gaps = #expect(throws: LayoutError.self) { try StoreLayout(of: unknown.model) }
    #expect(gaps == .notDetermined([.unknownType(entity: "Item", attribute: "colour", type: "Tint")]))
    let tint = StoredType.structure([
      .init(name: "red", type: .float, isOptional: false), .init(name: "alpha", type: .float, isOptional: true),
    ])
    let attribute = try read(files, types: ["Tint": tint]).current.model.entities.first?.attributes.first
    #expect(attribute?.type == .composite)
    #expect(attribute?.components.map(\.name) == ["red", "alpha"])
  }

  @Test func `files of tests, previews and package managers do not decide`() throws {
    let declared = try read([
      "App/Models.swift": Self.versions, "App/App.swift": Self.container,
      "AppTests/Tests.swift": "import SwiftData\nlet container = try ModelContainer(for: SchemaV1.Note.self)",
      "Pods/Other/Other.swift":
        "import SwiftData\n@Model final class Other {}\nlet x = try ModelContainer(for: Other.self)",
    ])
    #expect(declared.current.title == "SchemaV2")
    #expect(throws: ProjectModelsError.absent) {
      try read(["Pods/Other/Other.swift": "import SwiftData\n@Model final class Other {}"])
    }
  }

  @Test func `a folder limits what is read`() throws {
    let files = [
      "One/App.swift": "import SwiftData\n@Model final class A { var n = 0 }\nlet c = try ModelContainer(for: A.self)",
      "Two/App.swift": "import SwiftData\n@Model final class B { var n = 0 }\nlet c = try ModelContainer(for: B.self)",
    ]
    #expect(try read(files, folder: "Two").current.model.entities.map(\.name) == ["B"])
  }
}
