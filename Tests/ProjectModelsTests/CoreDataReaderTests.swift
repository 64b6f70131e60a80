import EntityModel
import GitStore
import ProjectModels
import Testing

@Suite("CoreDataReader") struct CoreDataReaderTests {
  private func model(_ attribute: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Item"><attribute name="\(attribute)" optional="YES" attributeType="String"/></entity>
    </model>
    """
  }

  private func current(_ name: String) -> String {
    "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>"
  }

  private func read(_ files: [String: String], folder: String = "") throws -> DeclaredVersions {
    try CoreDataReader(folder: folder).versions(in: FileSnapshot(memory: files.mapValues { Array($0.utf8) }))
  }

  @Test("a model that no target compiles is not one of the app")
  func unbuilt() throws {
    let model = "<model type=\"com.apple.IDECoreDataModeler.DataModel\"></model>"
    let package = """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "App", targets: [.target(name: "App")])
      """
    var files = [
      "Sources/App/A.swift": "", "Sources/App/Used.xcdatamodeld/Used.xcdatamodel/contents": model,
      "Old/Dead.xcdatamodeld/Dead.xcdatamodel/contents": model,
    ]
    func unbuilt() throws -> Set<String> {
      try CoreDataReader.unbuiltModels(in: FileSnapshot(memory: files.mapValues { Array($0.utf8) }))
    }
    // Nothing says what is compiled.
    #expect(try unbuilt() == [])
    files["Package.swift"] = package
    #expect(try unbuilt() == ["Old/Dead.xcdatamodeld"])
  }

  @Test func `all versions are read, and the current one is the one that the project names`() throws {
    let declared = try read([
      "App.xcdatamodeld/.xccurrentversion": current("App 2.xcdatamodel"),
      "App.xcdatamodeld/App.xcdatamodel/contents": model("a"),
      "App.xcdatamodeld/App 2.xcdatamodel/contents": model("b"),
      "App.xcdatamodeld/App 10.xcdatamodel/contents": model("c"),
      "Maps/Map.xcmappingmodel/xcmapping.xml": "",
    ])
    #expect(declared.versions.map(\.name) == ["App", "App-2", "App-10"])
    #expect(declared.current.title == "App 2")
    #expect(declared.current.model.version == "App-2")
    #expect(declared.migration == .direct)
    #expect(declared.mappingModels == [.init(path: "Maps/Map.xcmappingmodel", from: nil, to: nil)])
    #expect(
      "\(declared.current.place(ofEntity: "Item", property: "b"))" == "App.xcdatamodeld/App 2.xcdatamodel/contents:3")
  }

  @Test func `a mapping model leads from one version to another, and that of other versions is left out`() throws {
    func mapping(_ source: String, _ destination: String) -> String {
      """
      <?xml version="1.0"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
      <database>
          <object type="XDDEVATTRIBUTEMAPPING" id="z102"><attribute name="name" type="string">a</attribute></object>
          <object type="XDDEVMAPPINGMODEL" id="z103">
              <attribute name="sourcemodelpath" type="string">Old/App.xcdatamodeld/\(source).xcdatamodel</attribute>
              <attribute name="destinationmodelpath" type="string">App.xcdatamodeld/\(destination).xcdatamodel</attribute>
          </object>
      </database>
      """
    }
    let declared = try read([
      "App.xcdatamodeld/.xccurrentversion": current("App 2.xcdatamodel"),
      "App.xcdatamodeld/App.xcdatamodel/contents": model("a"),
      "App.xcdatamodeld/App 2.xcdatamodel/contents": model("b"),
      "1to2.xcmappingmodel/xcmapping.xml": mapping("App", "App 2"),
      "Other.xcmappingmodel/xcmapping.xml": mapping("Other", "Other 2"),
    ])
    #expect(declared.mappingModels == [.init(path: "1to2.xcmappingmodel", from: "App", to: "App 2")])
    #expect(declared.mappingModels[0].mayLead(from: "App", to: "App 2"))
    #expect(!declared.mappingModels[0].mayLead(from: "App 2", to: "App"))
  }

  @Test func `a configuration has its entities only, and no known tables`() throws {
    let divided = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Item"><attribute name="a" optional="YES" attributeType="String"/></entity>
        <entity name="Cached"><attribute name="b" optional="YES" attributeType="String"/></entity>
        <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Item"/></configuration>
        <configuration name="Local"><memberEntity name="Cached"/></configuration>
        <configuration name="Unused"><memberEntity name="Cached"/></configuration>
      </model>
      """
    let files = [
      "M.xcdatamodeld/1.xcdatamodel/contents": model("a"), "M.xcdatamodeld/2.xcdatamodel/contents": divided,
      "M.xcdatamodeld/.xccurrentversion": current("2.xcdatamodel"),
      "App/Store.swift": """
      import CoreData
      // description.configuration = "Unused"
      cloud.configuration = "Cloud"
      coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: "Local", at: url)
      """,
      "AppTests/Store.swift": "description.configuration = \"Unused\"",
    ]
    let snapshot = FileSnapshot(memory: files.mapValues { Array($0.utf8) })
    let found = try CoreDataReader(folder: "").openedConfigurations(in: snapshot)
    func text(_ found: [(name: String?, place: ModelPlace?)]) -> [String] {
      found.map { one in (one.name ?? "all") + (one.place.map { " \($0)" } ?? "") }
    }
    #expect(text(found) == ["Cloud App/Store.swift:3", "Local App/Store.swift:4"])
    let other = files.merging(["App/Store.swift": "import CoreData\nlocal.configuration = \"Local\""]) { $1 }
    let one = try CoreDataReader(folder: "").openedConfigurations(
      in: FileSnapshot(memory: other.mapValues { Array($0.utf8) }))
    #expect(text(one) == ["all", "Local App/Store.swift:2"])
    let cloud = try CoreDataReader(folder: "", configuration: "Cloud").versions(in: snapshot)
    #expect(cloud.versions.map { $0.model.entities.map(\.name) } == [["Item"], ["Item"]])
    // A version without configurations has one store.
    #expect(cloud.versions.map { $0.unknownTables != nil } == [false, true])
    #expect(try CoreDataReader(folder: "").versions(in: snapshot).current.model.entities.count == 2)
    #expect(throws: ProjectModelsError.unknownSchema("None", known: ["Cloud", "Local", "Unused"])) {
      try CoreDataReader(folder: "", configuration: "None").versions(in: snapshot)
    }
    #expect(try CoreDataReader(folder: "").isUsedWithCloudKit(in: snapshot, configuration: "Cloud"))
    #expect(try !CoreDataReader(folder: "").isUsedWithCloudKit(in: snapshot, configuration: "Local"))
  }

  @Test func `code that merges or makes models is found`() throws {
    let files = [
      "App/Store.swift": """
      import CoreData
      // NSManagedObjectModel(byMerging: models)
      let merged = NSManagedObjectModel(byMerging: [one, two])
      let again = NSManagedObjectModel.mergedModel(from: nil)
      """,
      "App/Made.swift": "import CoreData\nlet entity = NSManagedObjectModel()",
      "App/Other.swift": "let x = NSManagedObjectModel()",
      "AppTests/Made.swift": "import CoreData\nlet entity = NSManagedObjectModel()",
    ]
    let found = try CoreDataReader.codeOfModels(in: FileSnapshot(memory: files.mapValues { Array($0.utf8) }))
    #expect(found.merging.map { "\($0)" } == ["App/Store.swift:3"])
    #expect(found.making.map { "\($0)" } == ["App/Made.swift:2"])
  }

  @Test func `versions whose names a ledger cannot distinguish have none`() throws {
    let declared = try read([
      "App.xcdatamodeld/.xccurrentversion": current("App 2.xcdatamodel"),
      "App.xcdatamodeld/App 2.xcdatamodel/contents": model("a"),
      "App.xcdatamodeld/App-2.xcdatamodel/contents": model("b"),
    ])
    #expect(declared.versions.map(\.name) == [nil, nil])
  }

  @Test func `an old version that cannot be read does not prevent the current one`() throws {
    let declared = try read([
      "App.xcdatamodeld/.xccurrentversion": current("App 2.xcdatamodel"),
      "App.xcdatamodeld/App.xcdatamodel/elements": "bplist00",
      "App.xcdatamodeld/App 2.xcdatamodel/contents": model("a"),
    ])
    #expect(declared.versions.map(\.problems.isEmpty) == [false, true])
  }

  @Test func `what is not one model is refused`() throws {
    #expect(throws: ProjectModelsError.absent) { try read(["README.md": ""]) }
    let two = [
      "One.xcdatamodeld/One.xcdatamodel/contents": model("a"),
      "Two.xcdatamodeld/Two.xcdatamodel/contents": model("b"),
    ]
    #expect(throws: ProjectModelsError.ambiguous(["One.xcdatamodeld", "Two.xcdatamodeld"])) { try read(two) }
    #expect(try read(two, folder: "Two.xcdatamodeld").current.title == "Two")
    let tests = two.merging(["AppTests/Three.xcdatamodeld/Three.xcdatamodel/contents": model("c")]) { $1 }
    let snapshot = FileSnapshot(memory: tests.mapValues { Array($0.utf8) })
    #expect(try CoreDataReader.models(in: snapshot) == ["One.xcdatamodeld", "Two.xcdatamodeld"])
    #expect(try CoreDataReader.models(in: snapshot, ofTests: true).count == 3)
    #expect(throws: ProjectModelsError.self) {
      try read([
        "App.xcdatamodeld/App.xcdatamodel/contents": model("a"),
        "App.xcdatamodeld/App 2.xcdatamodel/contents": model("b"),
      ])
    }
    #expect(throws: ProjectModelsError.self) { try read(["App.xcdatamodel/contents": "<model><entity>"]) }
  }
}
