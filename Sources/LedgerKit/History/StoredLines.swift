internal import GitStore

/// A file of results in the ``CacheFolder``, for later runs: a heading, lines, and the folder's authentication code.
///
/// A file that the folder does not believe, or that has another format, counts as empty.
struct StoredLines: Sendable {
  private let folder: CacheFolder
  private let name: String
  private let heading: String
  /// The number of lines to store.
  static let capacity = 10_000
  private static let largestFile = 64 << 20

  /// - Parameters:
  ///   - name: the name of the file.
  ///   - heading: the first line, with the version of the format.
  init(in folder: CacheFolder, _ name: String, heading: String) {
    self.folder = folder
    self.name = name
    self.heading = heading
  }

  /// The lines that were written.
  func read() -> [Substring] {
    guard let bytes = folder.read(name, as: name), bytes.count < Self.largestFile,
      let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == heading[...], lines.last?.isEmpty == true else { return [] }
    return Array(lines.dropFirst().dropLast())
  }

  /// Writes the first of the lines, as many as fit.
  func write(_ lines: some Sequence<String>) {
    var room = Self.largestFile - 1000
    let kept = lines.prefix(Self.capacity).prefix { line in
      room -= line.utf8.count + 1
      return room >= 0
    }
    folder.write([Array((([heading] + kept).joined(separator: "\n") + "\n").utf8)], to: name, as: name)
  }
}
