internal import Digests
internal import Foundation

/// A file of results below Git's common folder, for later runs: a heading, lines, and the SHA-256 of all of them.
///
/// A file that cannot be read, is damaged or has another format counts as empty. A failure to write it is ignored. The
/// digest in the last line detects damage, not forgery: whoever can write to the Git folder can also change the
/// program's hooks there. A verification that must not trust the folder uses `--no-cache`.
struct StoredLines: Sendable {
  private let path: String
  private let heading: String
  /// The number of lines to store.
  static let capacity = 10_000
  private static let largestFile = 64 << 20

  /// - Parameters:
  ///   - commonFolder: the common Git folder of all worktrees.
  ///   - name: the name of the file.
  ///   - heading: the first line, with the version of the format.
  init(in commonFolder: String, _ name: String, heading: String) {
    path = commonFolder + "/schemaledger/" + name
    self.heading = heading
  }

  /// The lines that were written.
  func read() -> [Substring] {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count < Self.largestFile,
      let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty == true, let sum = lines.popLast(), lines.first == heading[...],
      sha256(lines.joined(separator: "\n")) == sum
    else { return [] }
    return Array(lines.dropFirst())
  }

  /// Writes the first of the lines, as many as fit.
  func write(_ lines: some Sequence<String>) {
    var room = Self.largestFile - 1000
    let kept = lines.prefix(Self.capacity).prefix { line in
      room -= line.utf8.count + 1
      return room >= 0
    }
    let content = ([heading] + kept).joined(separator: "\n")
    let url = URL(fileURLWithPath: path)
    try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    // The file is replaced by a rename, so that another process reads either the old or the new content.
    try? Data("\(content)\n\(sha256(content))\n".utf8).write(to: url, options: .atomic)
  }
}
