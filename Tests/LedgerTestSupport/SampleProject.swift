internal import Foundation
package import GitStore
package import MigrationSources

/// A sample project in `MigrationSourcesTests/Projects/`: its files and the expected result.
///
/// The first line of `expected.txt` contains the folder, the convention's name and, if it is recognised, the dialect.
/// The next lines are one for each migration, `id | path | title | transaction | down or -`, and one for each notice,
/// `notice path reason`.
package struct SampleProject: Sendable, CustomStringConvertible {
  package let name: String
  package let contents: [String: [UInt8]]
  package let expected: String

  package var snapshot: FileSnapshot { FileSnapshot(memory: contents) }
  package var description: String { name }
  private var heading: [String] { expected.split(separator: "\n")[0].split(separator: " ").map(String.init) }
  package var folder: String { heading[0] }
  package var convention: String { heading[1] }
  package var dialect: Dialect? { heading.count > 2 ? Dialect(rawValue: heading[2]) : nil }

  package static let all: [SampleProject] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("MigrationSourcesTests/Projects")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { SampleProject(name: $0, root.appendingPathComponent($0)) }
  }()

  private init(name: String, _ root: URL) {
    var files: [String: [UInt8]] = [:]
    for path in FileManager.default.enumerator(atPath: root.path)?.compactMap({ $0 as? String }) ?? [] {
      var isFolder: ObjCBool = false
      let file = root.appendingPathComponent(path).path
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else { continue }
      files[path] = FileManager.default.contents(atPath: file).map(Array.init)
    }
    self.name = name
    expected = String(decoding: files.removeValue(forKey: "expected.txt") ?? [], as: UTF8.self)
    contents = files
  }
}

extension FileSnapshot {
  /// Creates a snapshot from texts, by path.
  package init(texts: [String: String]) { self.init(memory: texts.mapValues { Array($0.utf8) }) }
}
