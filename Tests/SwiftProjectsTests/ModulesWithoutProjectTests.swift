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
