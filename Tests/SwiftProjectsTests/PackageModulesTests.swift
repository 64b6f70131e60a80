import SwiftProjects
import Testing

@Suite("Modules of packages")
struct PackageModulesTests {
  @Test func `targets are found in SwiftPM's folders`() throws {
    let commit = CommitDouble.package(
      """
      let package = Package(name: "P", targets: [
        .target(name: "A"), .executableTarget(name: "my-tool", dependencies: ["A"]),
        .testTarget(name: "ATests", dependencies: [.target(name: "A"), .product(name: "X", package: "x")]),
        .plugin(name: "Gen", capability: .buildTool()), .binaryTarget(name: "B", path: "B.xcframework"),
      ])
      """,
      "Sources/A/a.swift", "Sources/A/Deep/b.swift", "Sources/my-tool/main.swift", "Tests/ATests/t.swift",
      "Plugins/Gen/g.swift", "Other/lost.swift")
    let result = try commit.modules()
    #expect(result.problems == [])
    #expect(result.modules.map(\.name) == ["A", "ATests", "Gen", "my_tool"])
    #expect(result.modules.map(\.kind) == [.library, .test, .plugin, .executable])
    #expect(result.modules[0].sources == ["Sources/A/Deep/b.swift", "Sources/A/a.swift"])
    #expect(result.modules[1].dependencies == ["A"])
    #expect(result.modules[3].dependencies == ["A"])
    #expect(result.unbuilt == ["Other/lost.swift"])
  }

  @Test func `path, exclude and sources choose the files`() throws {
    let commit = CommitDouble.package(
      """
      let package = Package(name: "P", targets: [
        .target(name: "A", path: "Code", exclude: ["Old", "x.swift"]),
        .target(name: "B", path: ".", sources: ["B"]),
      ])
      """,
      "Code/a.swift", "Code/x.swift", "Code/Old/o.swift", "Code/Older/p.swift", "B/b.swift")
    let result = try commit.modules()
    #expect(result.modules.map(\.sources) == [["Code/Older/p.swift", "Code/a.swift"], ["B/b.swift"]])
    #expect(result.unbuilt == ["Code/Old/o.swift", "Code/x.swift"])
  }

  @Test(arguments: [("5.9", 1), ("5.8", 0)])
  func `a target that is alone may occupy Sources since 5_9`(version: String, modules: Int) throws {
    let commit = CommitDouble.package(
      #"let package = Package(name: "P", targets: [.target(name: "A")])"#, "Sources/a.swift", version: version)
    let result = try commit.modules()
    #expect(result.modules.count == modules)
    #expect(result.problems.map(\.reason) == (modules == 1 ? [] : [.missingFolder(target: "A")]))
  }

  @Test func `constants and sums of literals are read`() throws {
    let commit = CommitDouble.package(
      """
      let common: [SwiftSetting] = [.define("ONE"), .define("TWO", .when(configuration: .debug))]
      let package = Package(
        name: "P",
        targets: [.target(name: "A", swiftSettings: common + [.define("THREE")])])
      package.targets += [.target(name: "B")]
      package.targets.append(.target(name: "C"))
      """,
      "Sources/A/a.swift", "Sources/B/b.swift", "Sources/C/c.swift")
    let result = try commit.modules()
    #expect(result.modules.map(\.name) == ["A", "B", "C"])
    #expect(result.modules[0].conditions.active == ["ONE", "THREE"])
    #expect(result.modules[0].conditions.uncertain == ["TWO"])
    #expect(result.problems == [])
  }

  @Test func `what is computed is named with its line, and not guessed`() throws {
    let commit = CommitDouble.package(
      """
      let name = "A"
      var extra = ["X"]
      extra.append("Y")
      let package = Package(name: "P", targets: [
        .target(name: name + suffix),
        .target(name: "B", dependencies: extra),
        .target(name: "C", path: isLocal ? "C" : "D"),
      ] + names.map { .target(name: $0) })
      #if os(Linux)
      package.targets.append(.target(name: "L"))
      #endif
      """,
      "Sources/B/b.swift", "Sources/C/c.swift", "Sources/L/l.swift")
    let result = try commit.modules()
    #expect(result.modules.map(\.name) == ["B"])
    #expect(result.problems.map(\.line) == [7, 8, 9, 10, 12])
    #expect(
      result.problems.map(\.reason) == [
        .computed("name"), .computed("dependencies"), .computed("path"), .computed("targets"),
        .conditional("package.targets"),
      ])
  }

  @Test func `no part of a condition is taken for a target`() throws {
    let commit = CommitDouble.package(
      """
      let package = Package(name: "P", targets: [.target(name: "A")] + extra == all ? [.target(name: "B")] : [])
      """, "Sources/A/a.swift", "Sources/B/b.swift")
    let result = try commit.modules()
    #expect(result.modules == [])
    #expect(result.problems.map(\.reason) == [.computed("targets")])
  }

  @Test func `products of another package of the commit are its modules`() throws {
    let result = try CommitDouble(files: [
      "One/Package.swift":
        #"let package = Package(name: "One", products: [.library(name: "Kit", targets: ["A", "B"])], "#
        + #"targets: [.target(name: "A"), .target(name: "B")])"#,
      "One/Sources/A/a.swift": "", "One/Sources/B/b.swift": "",
      "Two/Package.swift": #"let package = Package(name: "Two", dependencies: [.package(path: "../One")], targets: "#
        + #"[.target(name: "C", dependencies: [.product(name: "Kit", package: "One")])])"#,
      "Two/Sources/C/c.swift": "",
    ]).modules()
    #expect(result.modules.last?.dependencies == ["A", "B"])
  }

  @Test func `a manifest with merge markers is a problem with its line`() throws {
    let commit = CommitDouble.package("<<<<<<< HEAD\nlet package = Package(name: \"P\")\n", "Sources/A/a.swift")
    let result = try commit.modules()
    #expect(result.problems == [ProjectProblem(path: "Package.swift", line: 3, reason: .mergeMarkers)])
    #expect(result.unbuilt == ["Sources/A/a.swift"])
  }
}
