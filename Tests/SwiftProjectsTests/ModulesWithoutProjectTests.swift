import SwiftProjects
import Testing

@Suite("Modules without a project")
struct ModulesWithoutProjectTests {
  @Test func `each folder at the top is a module, marked as a guess`() throws {
    let result = try CommitDouble(files: [
      "App/a.swift": "", "App/B/b.swift": "", "Tests/t.swift": "", "root.swift": "",
    ])
    .modules()
    #expect(result.modules.map(\.name) == ["", "App", "Tests"])
    #expect(result.modules.map(\.isGuess) == [true, true, true])
    #expect(result.modules.map(\.kind) == [.other, .other, .test])
    #expect(result.modules[1].sources == ["App/B/b.swift", "App/a.swift"])
    #expect(result.unbuilt == [])
  }

  @Test func `a generated project is named, and its folders are guesses beside the packages`() throws {
    let result = try CommitDouble(files: [
      "ios/project.yml": "name: App\ntargets:\n  App:\n", "ios/App/a.swift": "", "ios/AppTests/t.swift": "",
      "Package.swift": #"let package = Package(name: "P", targets: [.target(name: "K", path: "K")])"#, "K/k.swift": "",
      "lost/l.swift": "",
    ]).modules()
    #expect(result.generators == [ProjectGenerator(tool: .xcodeGen, path: "ios/project.yml")])
    #expect(result.modules.map(\.name) == ["App", "AppTests", "K"])
    #expect(result.modules.map(\.isGuess) == [true, true, false])
    #expect(result.unbuilt == ["lost/l.swift"])
  }

  @Test func `a description of XcodeGen says which files belong to a target`() throws {
    let description = """
      name: Notes
      settings:
        base: {SWIFT_ACTIVE_COMPILATION_CONDITIONS: SYNC}
      targets:
        Notes App:
          type: application
          platform: iOS
          sources:
            - App
            - path: Shared
              excludes: ["**/*Preview*.swift", Old]
          dependencies: [{target: Kit}, {target: Widget}]
          entitlements:
            path: App/App.entitlements
            properties: {com.apple.security.application-groups: [group.example]}
        Widget:
          type: app-extension
          supportedDestinations: [iOS, macOS]
          sources: [{path: Shared, includes: ["*.swift"]}, {path: Widget/Widget.swift}]
        Kit: {type: framework, platform: iOS, sources: Kit}
        Tests: {type: bundle.unit-test, platform: iOS, sources: Tests}

      """
    var commit = CommitDouble(files: ["ios/project.yml": description])
    for path in [
      "App/a.swift", "Shared/s.swift", "Shared/Deep/APreview1.swift", "Shared/Deep/d.swift", "Shared/Old/o.swift",
      "Widget/Widget.swift", "Widget/other.swift", "Kit/k.swift", "Kit/M.xcdatamodeld/M.xcdatamodel/contents",
      "Tests/t.swift",
    ] { commit.files["ios/" + path] = "" }
    let result = try commit.modules()
    #expect(result.modules.map(\.name) == ["Kit", "Notes_App", "Tests", "Widget"])
    #expect(result.modules.allSatisfy { !$0.isGuess && $0.origin == .xcodeGen("ios/project.yml") })
    #expect(result.modules.map(\.kind) == [.library, .app, .test, .appExtension])
    #expect(result.modules[1].sources == ["ios/App/a.swift", "ios/Shared/Deep/d.swift", "ios/Shared/s.swift"])
    #expect(result.modules[3].sources == ["ios/Shared/s.swift", "ios/Widget/Widget.swift"])
    #expect(result.modules[0].models == ["ios/Kit/M.xcdatamodeld"])
    #expect(result.modules[1].dependencies == ["Kit", "Widget"])
    #expect(result.modules[1].conditions.active == ["SYNC"])
    #expect(result.modules[3].conditions.platforms == ["iphoneos", "macosx"])
    #expect(result.modules[1].entitlements?.applicationGroups == ["group.example"])
    #expect(result.modules[3].entitlements == Entitlements())
    #expect(result.unbuilt == ["ios/Shared/Deep/APreview1.swift", "ios/Shared/Old/o.swift", "ios/Widget/other.swift"])
  }

  @Test(arguments: [
    ("type: application", "templates: [Base]\n    type: application"), ("sources: App", "sources: 'App/*'"),
    ("sources: App", "sources: ${FOLDER}"), ("name: A", "include: base.yml"),
    ("type: application", "type: &t application"),
  ])
  func `a description that is not understood is none`(former: String, latter: String) throws {
    let description = "name: A\ntargets:\n  A:\n    type: application\n    sources: App\n"
    func guesses(_ text: String) throws -> [Bool] {
      try CommitDouble(files: ["project.yml": text, "App/a.swift": ""]).modules().modules.map(\.isGuess)
    }
    #expect(try guesses(description) == [false])
    #expect(try guesses(description.replacing(former, with: latter)) == [true])
  }

  @Test func `a description with deep brackets is none`() throws {
    let text = "name: A\ntargets: " + String(repeating: "[", count: 100_000)
    #expect(
      try CommitDouble(files: ["project.yml": "x:\ntargets:\n" + text, "App/a.swift": ""]).modules().modules.map(
        \.isGuess) == [true])
  }

  @Test func `nothing is guessed beside a project that could not be read`() throws {
    let result = try CommitDouble(files: ["A.xcodeproj/project.pbxproj": "{", "A/a.swift": ""]).modules()
    #expect(result.modules == [])
    #expect(result.unbuilt == ["A/a.swift"])
  }

  @Test func `a workspace names its members through groups`() throws {
    let result = try CommitDouble(files: [
      "ios/W.xcworkspace/contents.xcworkspacedata": """
      <Workspace version = "1.0"><FileRef location = "group:App.xcodeproj"></FileRef>
      <Group location = "group:Libs" name = "Libs"><FileRef location = "group:Kit"></FileRef></Group>
      <FileRef location = "container:../Pkg"></FileRef><FileRef location = "self:"></FileRef></Workspace>
      """
    ]).modules()
    #expect(
      result.workspaces == [
        Workspace(path: "ios/W.xcworkspace", members: ["ios/App.xcodeproj", "ios/Libs/Kit", "Pkg"])
      ])
  }
}
