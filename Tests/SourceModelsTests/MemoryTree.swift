import SourceModels

/// Sources in memory.
struct MemoryTree: SourceTree {
  let texts: [String: [UInt8]]

  init(_ texts: [String: String]) { self.texts = texts.mapValues { Array($0.utf8) } }
  init(bytes: [String: [UInt8]]) { texts = bytes }

  struct Missing: Error {}

  var files: [SourceFile] { texts.keys.map { SourceFile(path: $0, contentID: "\($0) \(texts[$0]?.hashValue ?? 0)") } }
  func bytes(of file: SourceFile) throws -> [UInt8] {
    guard let bytes = texts[file.path] else { throw Missing() }
    return bytes
  }
}

func scope(
  _ text: String, conditions: KnownConditions = KnownConditions(), types: [String: TypeDefinition] = [:]
) -> SourceScope {
  SourceScope(
    MemoryTree(["A.swift": "import SwiftData\nimport Foundation\n" + text]), types: types,
    cache: SourceCache(conditions: conditions))
}
