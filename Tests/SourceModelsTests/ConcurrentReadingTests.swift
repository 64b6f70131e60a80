import Testing

@testable import SourceModels

/// Many files are read on two threads. The result must not depend on it.
@Suite("Concurrent reading")
struct ConcurrentReadingTests {
  /// Sources whose second reader fails for some files, as for damaged objects.
  private struct Tree: SourceTree {
    let tree: MemoryTree
    let isConcurrent: Bool

    var files: [SourceFile] { tree.files }
    func bytes(of file: SourceFile) throws -> [UInt8] { try tree.bytes(of: file) }
    func concurrentReader() -> (@Sendable (SourceFile) throws -> [UInt8])? {
      guard isConcurrent else { return nil }
      let tree = tree
      return { file in
        if file.path.hasSuffix("7.swift") { throw MemoryTree.Missing() }
        return try tree.bytes(of: file)
      }
    }
  }

  private static let texts = Dictionary(
    uniqueKeysWithValues: (0..<300).map { number in
      let text =
        number.isMultiple(of: 5)
        ? "import SwiftData\n@Model final class Item\(number) { var kind: Kind\(number + 1) = .a }"
        : "enum Kind\(number): Int { case a }"
      return ("F\(number).swift", text)
    })

  private func read(isConcurrent: Bool) -> (table: SymbolTable, cache: SourceCache) {
    let cache = SourceCache()
    let tree = Tree(tree: MemoryTree(Self.texts), isConcurrent: isConcurrent)
    return (SymbolTable(tree, modules: [], cache: cache), cache)
  }

  @Test("two threads find what one finds, and parse no file more often")
  func same() {
    let (one, two) = (read(isConcurrent: false), read(isConcurrent: true))
    #expect(two.table.rootFiles == one.table.rootFiles)
    #expect(two.table.rootTypes.map(\.id) == one.table.rootTypes.map(\.id))
    #expect(two.table.rootTypes.count == 60)
    #expect(two.cache.parsedFiles == one.cache.parsedFiles)
    let kind = TypeID(module: "", path: ["Kind11"])
    #expect(two.table.primary(kind)?.location == one.table.primary(kind)?.location)
    #expect(two.table.primary(kind) != nil)
  }
}
