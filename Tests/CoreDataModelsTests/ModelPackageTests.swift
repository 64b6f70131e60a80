import CoreDataModels
import Markup
import Testing

@Suite("ModelPackage")
struct ModelPackageTests {
  @Test("a package has its versions in the order of their numbers, and the file that names the current one")
  func package() throws {
    let folder = "App/Model.xcdatamodeld"
    let packages = ModelPackage.find(in: [
      "\(folder)/Model 10.xcdatamodel/contents", "\(folder)/Model.xcdatamodel/contents",
      "\(folder)/.xccurrentversion", "\(folder)/Model 9.xcdatamodel/contents", "App/Model.swift", "\(folder)/Notes.md",
    ])
    let package = try #require(packages.first)
    #expect(packages.count == 1)
    #expect(package.name == "Model")
    #expect(package.versions.map(\.name) == ["Model", "Model 9", "Model 10"])
    #expect(package.versions[1].content == .document("\(folder)/Model 9.xcdatamodel/contents"))
    #expect(package.currentVersionFile == "\(folder)/.xccurrentversion")
  }

  @Test("a version without XML is in the binary form, or has nothing")
  func binary() throws {
    let packages = ModelPackage.find(in: [
      "Old.xcdatamodel/elements", "Old.xcdatamodel/layout", "Empty.xcdatamodeld/Empty.xcdatamodel/layout",
    ])
    #expect(packages.flatMap(\.versions).map(\.content) == [.missing, .binary("Old.xcdatamodel/elements")])
    for package in packages {
      let error = #expect(throws: CoreDataModelError.self) { try package.model(of: package.versions[0]) { _ in [] } }
      let kinds: [ModelProblem.Kind] = package.name == "Old" ? [.binaryForm] : [.noContents]
      #expect(error?.problems.map(\.kind) == kinds)
    }
  }

  @Test("a model on its own has one version, which is the current one")
  func alone() throws {
    let package = try #require(ModelPackage.find(in: ["a/Shop.xcdatamodel/contents"]).first)
    #expect(package.path == "a/Shop.xcdatamodel")
    #expect(try package.currentVersion { _ in [] }.name == "Shop")
  }

  @Test("the current version is the one that the property list names", arguments: ["SampleModel", "SampleModel3"])
  func current(name: String) throws {
    let version = try Examples.package(name).currentVersion(read: Examples.read)
    #expect(version.name == (name == "SampleModel" ? "SampleModel" : "SampleModel3"))
  }

  @Test("a current version that is not named, or does not exist, is not guessed")
  func unknownCurrent() throws {
    let files = ["M.xcdatamodeld/A.xcdatamodel/contents", "M.xcdatamodeld/B.xcdatamodel/contents"]
    func problem(_ list: String?) throws -> ModelProblem? {
      let more = list == nil ? [] : ["M.xcdatamodeld/.xccurrentversion"]
      let package = try #require(ModelPackage.find(in: files + more).first)
      let error = #expect(throws: CoreDataModelError.self) {
        try package.currentVersion { _ in Array((list ?? "").utf8) }
      }
      return error?.problems.first
    }
    #expect(try problem(nil)?.kind == .severalVersions)
    #expect(try problem("<plist><dict/></plist>")?.kind == .noCurrentVersion)
    #expect(try problem("bplist00")?.kind == .document(.binary))
    let key = "<key>_XCCurrentVersionName</key>"
    let named = try problem("<plist><dict>\n\(key)\n<string>C.xcdatamodel</string></dict></plist>")
    #expect(named?.kind == .unknownCurrentVersion("C.xcdatamodel"))
    #expect(named?.location == Location(path: "M.xcdatamodeld/.xccurrentversion", line: 3))
  }
}
