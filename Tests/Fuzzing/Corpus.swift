import Foundation

/// The samples that other tests have, as seeds.
enum Corpus {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The SQL of the golden pairs.
  static let schemas: [[UInt8]] = files(in: "SQLiteSchemaTests/Pairs").filter { $0.path.hasSuffix(".sql") }.map(\.bytes)

  /// The sample projects, each by its paths.
  static let projects: [[String: [UInt8]]] = {
    var projects: [String: [String: [UInt8]]] = [:]
    for (path, bytes) in files(in: "MigrationSourcesTests/Projects") {
      guard let slash = path.firstIndex(of: "/"), !path.hasSuffix("expected.txt") else { continue }
      projects[String(path[..<slash]), default: [:]][String(path[path.index(after: slash)...])] = bytes
    }
    return projects.sorted { $0.key < $1.key }.map(\.value)
  }()

  /// The migrations of the sample projects.
  static let migrations: [[UInt8]] = files(in: "MigrationSourcesTests/Projects").filter { $0.path.hasSuffix(".sql") }
    .map(\.bytes)

  /// What SwiftData keeps of its model in two stores.
  static let modelCaches: [[UInt8]] = files(in: "EntityModelTests/Stores").filter { $0.path.hasSuffix(".modelcache") }
    .map(\.bytes)

  /// Inputs of a target that once failed, by name.
  static func regressions(of target: FuzzTarget) -> [(path: String, bytes: [UInt8])] {
    files(in: "Fuzzing/Regressions/\(target.name)")
  }

  static func folder(ofRegressions target: FuzzTarget) -> URL {
    tests.appendingPathComponent("Fuzzing/Regressions/\(target.name)")
  }

  private static func files(in folder: String) -> [(path: String, bytes: [UInt8])] {
    let root = tests.appendingPathComponent(folder)
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return paths.sorted().compactMap { path in
      var isFolder: ObjCBool = false
      let file = root.appendingPathComponent(path).path
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else {
        return nil
      }
      return FileManager.default.contents(atPath: file).map { (path, Array($0)) }
    }
  }
}
