internal import GitStore
internal import LedgerEntries
internal import PathPatterns

/// Finds the attributes with which Git checks files of a ledger out with other bytes than it stores.
///
/// Attributes of a folder count before those of the folders above it. The ledger's own file unsets all of these attributes; one
/// from before it did so unsets `text` alone, and then those above must not set the others for any file of an entry.
///
/// https://git-scm.com/docs/gitattributes
struct LedgerAttributes {
  private let ledger: String
  private let snapshot: FileSnapshot

  /// What Git applies on checkout. `eol` and `crlf` have no effect where `text` is unset.
  private static let converting: Set = ["text", "eol", "crlf", "ident", "filter", "working-tree-encoding"]

  /// A line that sets some of these attributes.
  private struct Line {
    let path: String
    let number: Int
    let pattern: String
    /// The names of the attributes that it sets, and of those that it unsets or makes unspecified.
    let set: Set<String>
    let unset: Set<String>
    /// Whether it makes `text` unspecified, so that `eol` and `core.autocrlf` decide.
    let isUnspecified: Bool
  }

  init(of ledger: String, in snapshot: FileSnapshot) {
    self.ledger = ledger
    self.snapshot = snapshot
  }

  /// - Throws: `LedgerError.attributesConvert`, `GitError`.
  func refuseConversions() throws {
    for folder in [Ledger.fixturesFolder(of: ledger), Ledger.withdrawnFolder(of: ledger)] {
      let path = folder + "/.gitattributes"
      if try snapshot.read(path) != nil { throw LedgerError.attributesConvert(path: path, line: 1, attribute: nil) }
    }
    let parts = ledger.split(separator: "/").map(String.init)
    let folders = (0..<parts.count).map { parts.prefix($0).joined(separator: "/") }
    var files = try folders.map { try text(of: ($0.isEmpty ? "" : $0 + "/") + ".gitattributes") }
    files.append(try text(of: ledger + "/.gitattributes"))
    // Macros count wherever they are used.
    let macros = Self.macros(in: files.flatMap { $0.text.split(separator: "\n", omittingEmptySubsequences: false) })
    let lines = files.map { Self.lines(of: $0, macros) }
    if let own = lines.last?.first(where: { !$0.set.isEmpty || $0.isUnspecified }) {
      throw Self.error(own, own.set.isEmpty ? ["text"] : own.set)
    }
    let unset = (lines.last ?? []).filter { $0.pattern == "*" }.reduce(into: Set<String>()) { $0.formUnion($1.unset) }
    for line in lines.dropLast().joined() {
      let remaining = line.set.subtracting(unset).subtracting(unset.contains("text") ? ["eol", "crlf"] : [])
      if !remaining.isEmpty, try canMatch(line) { throw Self.error(line, remaining) }
    }
  }

  private func text(of path: String) throws -> (path: String, text: String) {
    (path, String(decoding: try snapshot.read(path) ?? [], as: UTF8.self))
  }

  private static func error(_ line: Line, _ attributes: Set<String>) -> LedgerError {
    .attributesConvert(path: line.path, line: line.number, attribute: attributes.min())
  }

  private static func words(_ line: Substring) -> [String] {
    line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
  }

  /// The names of macros, with the attributes that each of them sets and unsets.
  private static func macros(in lines: [Substring]) -> [String: (set: Set<String>, unset: Set<String>)] {
    var macros: [String: (set: Set<String>, unset: Set<String>)] = ["binary": ([], ["text"])]
    for words in lines.map(words) {
      guard let first = words.first, first.hasPrefix("[attr]") else { continue }
      macros[String(first.dropFirst("[attr]".count))] = effects(of: words.dropFirst(), macros)
    }
    return macros
  }

  private static func effects(
    of words: some Collection<String>, _ macros: [String: (set: Set<String>, unset: Set<String>)]
  ) -> (set: Set<String>, unset: Set<String>) {
    var (set, unset): (Set<String>, Set<String>) = ([], [])
    for word in words {
      let isUnset = word.hasPrefix("-") || word.hasPrefix("!")
      let name = String(word.drop { $0 == "-" || $0 == "!" }.prefix { $0 != "=" })
      if let macro = macros[name], !isUnset {
        set.formUnion(macro.set)
        unset.formUnion(macro.unset)
      } else if converting.contains(name) {
        if isUnset { unset.insert(name) } else { set.insert(name) }
      }
    }
    return (set, unset)
  }

  private static func lines(
    of file: (path: String, text: String), _ macros: [String: (set: Set<String>, unset: Set<String>)]
  ) -> [Line] {
    file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      let words = words(line)
      guard let pattern = words.first, !pattern.hasPrefix("#"), !pattern.hasPrefix("[attr]") else { return nil }
      let (set, unset) = effects(of: words.dropFirst(), macros)
      return Line(
        path: file.path, number: index + 1, pattern: pattern, set: set, unset: unset,
        isUnspecified: words.contains("!text"))
    }
  }

  /// Whether a pattern above the ledger may match a file in it. One with characters that are not compared here may.
  private func canMatch(_ line: Line) throws -> Bool {
    if line.pattern.hasSuffix("/") { return false }
    if line.pattern.contains(where: { "[\"\\".contains($0) }) { return true }
    let folder = line.path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    let isName = !line.pattern.contains("/")
    let pattern = PathPattern(isName ? "**/" + line.pattern : String(line.pattern.drop { $0 == "/" }))
    return try snapshot.files(under: ledger).contains { pattern.matches(String($0.path.dropFirst(folder.count))) }
  }
}
