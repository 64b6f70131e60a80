internal import Digests
internal import Foundation

/// The contents of `atlas.sum`: a digest of the folder, then one digest for each file. The digest of a file also covers
/// all files before it, so that two branches that each add a file cannot be merged without a conflict.
///
/// [Migration directory integrity](https://atlasgo.io/concepts/migration-directory-integrity)
struct AtlasSum {
  static let fileName = "atlas.sum"

  /// Names and digests, ordered by name.
  let lines: [(name: String, digest: String)]

  /// Computes a running SHA-256 of names and contents. If the first line of a file is `atlas:sum ignore`, only its name
  /// is hashed, and the file gets no line.
  init(of files: [(name: String, source: SourceText)]) {
    var hash = SHA256()
    var lines: [(String, String)] = []
    for (name, source) in files {
      hash.update(name.utf8)
      let directive = AtlasScript.directive(source.text.prefix { !$0.isNewline })
      if let directive, directive == ("sum", "ignore") { continue }
      if source.hasByteOrderMark { hash.update([0xEF, 0xBB, 0xBF]) }
      hash.update(source.text.utf8)
      lines.append((name, Data(hash.digest()).base64EncodedString()))
    }
    self.lines = lines
  }

  /// The digest of all lines.
  private static func total(_ lines: [(name: String, digest: String)]) -> String {
    Data(SHA256.digest(of: lines.map { $0.name + $0.digest }.joined().utf8)).base64EncodedString()
  }

  /// - Throws: `MigrationFolderError.sumMismatch` with the first file that differs from `text`, as Atlas names it.
  func check(_ text: String, in reading: FolderReading) throws(MigrationFolderError) {
    let sumFile = reading.path(Self.fileName)
    func mismatch(_ name: String, _ reason: String) -> MigrationFolderError {
      .sumMismatch(reading.path(name), sumFile: sumFile, reason: reason)
    }
    let written = text.split(whereSeparator: \.isNewline)
    var recorded: [(name: String, digest: String)] = []
    for line in written.dropFirst() {
      guard let mark = line.range(of: "h1:") else { throw mismatch(Self.fileName, "contains a line without h1: in") }
      recorded.append((line[..<mark.lowerBound].trimmingCharacters(in: .whitespaces), String(line[mark.upperBound...])))
    }
    for (index, line) in recorded.enumerated() {
      if index < lines.count, lines[index] == line { continue }
      guard let place = lines.firstIndex(where: { $0.name == line.name }) else {
        throw mismatch(line.name, "does not exist, but is listed in")
      }
      throw place == index
        ? mismatch(line.name, "was changed after it was listed in")
        : mismatch(lines[index].name, "is not listed in")
    }
    if lines.count > recorded.count { throw mismatch(lines[recorded.count].name, "is not listed in") }
    guard written.first.map(String.init) == "h1:" + Self.total(lines) else {
      throw mismatch(Self.fileName, "has a first line that does not match the others in")
    }
  }
}
