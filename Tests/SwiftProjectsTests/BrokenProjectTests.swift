import SwiftProjects
import Testing

@Suite("Broken projects")
struct BrokenProjectTests {
  private static let whole = """
    ROOT = {isa = PBXProject; mainGroup = MAIN; targets = (T);};
    MAIN = {isa = PBXGroup; children = (MAIN, GONE); sourceTree = "<group>";};
    T = {isa = PBXNativeTarget; name = "A \\"b\\""; buildPhases = (NONE); /* a comment */};
    """

  private func reasons(_ project: String) throws -> [ProjectProblem.Reason] {
    try CommitDouble(files: ["App.xcodeproj/project.pbxproj": project]).modules().problems.map(\.reason)
  }

  @Test func `cyclic groups and missing objects are problems`() throws {
    let result = try CommitDouble.project(Self.whole).modules()
    #expect(
      Set(result.problems.map(\.reason)) == [.cyclicGroup("MAIN"), .missingObject("GONE"), .missingObject("NONE")])
    #expect(result.problems.allSatisfy { $0.line != nil })
    #expect(result.modules.map(\.target) == ["A \"b\""])
  }

  @Test func `a project that is cut off anywhere is a problem`() throws {
    let text = try #require(CommitDouble.project(Self.whole).files["App.xcodeproj/project.pbxproj"])
    for length in 0..<text.utf8.count - 1 {
      let found = try reasons(String(decoding: text.utf8.prefix(length), as: UTF8.self))
      #expect(!found.isEmpty, "after \(length) bytes")
    }
  }

  @Test func `a project with any byte changed does not crash`() throws {
    let text = try #require(CommitDouble.project(Self.whole).files["App.xcodeproj/project.pbxproj"])
    for index in 0..<text.utf8.count {
      for byte in [UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "<"), 0, 0xFF] {
        var bytes = Array(text.utf8)
        bytes[index] = byte
        _ = try SwiftProjects(paths: ["App.xcodeproj/project.pbxproj"]) { _ in bytes }
      }
    }
  }

  @Test func `merge markers are recognised in both forms`() throws {
    #expect(try reasons("{\n  a = b;\n<<<<<<< HEAD\n  c = d;\n") == [.mergeMarkers])
    #expect(try reasons("<?xml version=\"1.0\"?>\n<plist><dict>\n<<<<<<< HEAD\n</dict></plist>") == [.mergeMarkers])
  }

  @Test(arguments: [
    ("<plist><dict>\n<key>a</key>", ProjectProblem.Reason.cutOff, 2), ("<plist><dict>\n<key a", .cutOff, 2),
    ("<plist>\n<dict>\n<string>a</string></dict></plist>", .unexpected("<string>"), 3),
    ("<plist>\n<dict><key>a</key></dict></plist>", .unexpected("<key>"), 2),
    ("<plist><set/></plist>", .unexpected("<set>"), 1), ("<plist/>", .notAProject, 1),
    ("<plist>\n</dict></plist>", .unexpected("</dict>"), 2), ("<plist>\n&lol;</plist>", .unexpected("&lol;"), 2),
    ("<!DOCTYPE plist [<!ENTITY lol \"lol\">]>\n<plist/>", .unexpected("<!DOCTYPE"), 1),
    ("<plist><dict a=b/></plist>", .unexpected("b"), 1),
  ])
  func `a property list in XML that is wrong says why`(text: String, reason: ProjectProblem.Reason, line: Int) throws {
    let path = "App.xcodeproj/project.pbxproj"
    let problems = try CommitDouble(files: [path: text]).modules().problems
    #expect(problems == [ProjectProblem(path: path, line: line, reason: reason)])
  }

  @Test func `a workspace that a merge has damaged is a problem`() throws {
    let text = "<Workspace>\n<<<<<<< ours\n<FileRef location=\"group:A.xcodeproj\"/>\n</Workspace>"
    let result = try CommitDouble(files: ["W.xcworkspace/contents.xcworkspacedata": text]).modules()
    #expect(
      result.problems
        == [ProjectProblem(path: "W.xcworkspace/contents.xcworkspacedata", line: 2, reason: .mergeMarkers)])
  }

  @Test(arguments: ["(", "{a=", "<plist><array>", "<array>"])
  func `values that are nested very deeply are refused`(opening: String) throws {
    let prefix = opening == "<array>" ? "<plist>" : ""
    #expect(try reasons(prefix + String(repeating: opening, count: 100_000)).count == 1)
  }

  @Test func `a file of 50 MB is refused without being parsed`() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "{"), count: 50 << 20)
    let result = try SwiftProjects(paths: ["A.xcodeproj/project.pbxproj"]) { _ in bytes }
    #expect(result.problems.map(\.reason) == [.tooLarge(bytes: 50 << 20)])
  }

  @Test func `a project in XML is read like one in the old form`() throws {
    let result = try CommitDouble(files: [
      "App.xcodeproj/project.pbxproj": """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
        <key>objects</key><dict>
          <key>ROOT</key><dict><key>isa</key><string>PBXProject</string><key>mainGroup</key><string>MAIN</string>
            <key>targets</key><array><string>T</string></array></dict>
          <key>MAIN</key><dict><key>isa</key><string>PBXGroup</string><key>children</key><array><string>F</string></array>
            <key>sourceTree</key><string>&lt;group&gt;</string></dict>
          <key>F</key><dict><key>isa</key><string>PBXFileSystemSynchronizedRootGroup</string>
            <key>path</key><string>A &amp; B</string><key>exceptions</key><array/></dict>
          <key>T</key><dict><key>isa</key><string>PBXNativeTarget</string><key>name</key><string>App</string>
            <key>fileSystemSynchronizedGroups</key><array><string>F</string></array></dict>
        </dict>
        <key>rootObject</key><string>ROOT</string>
      </dict></plist>
      """,
      "A & B/a.swift": "",
    ]).modules()
    #expect(result.problems == [])
    #expect(result.modules.map(\.sources) == [["A & B/a.swift"]])
  }
}
