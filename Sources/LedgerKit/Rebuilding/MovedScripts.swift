internal import GitStore
internal import MigrationSources

/// The SQL files that one tree has and a later one lacks, and the reverse: which of them moved where, by their lines, as
/// [`git diff -M`](https://git-scm.com/docs/git-diff#Documentation/git-diff.txt--Mltngt) finds renames.
struct MovedScripts {
  private typealias Lines = [Substring: Int]

  private let gone: [String: Lines]
  private let new: [String: Lines]

  /// - Throws: `GitError`.
  init(from earlier: FileSnapshot, to later: FileSnapshot) throws {
    func scripts(_ snapshot: FileSnapshot) throws -> Set<String> {
      Set(try snapshot.files(under: "").map(\.path).filter(\.hasSQLSuffix))
    }
    let (before, after) = (try scripts(earlier), try scripts(later))
    func lines(_ paths: Set<String>, _ snapshot: FileSnapshot) throws -> [String: Lines] {
      try paths.reduce(into: [:]) { $0[$1] = Self.lines(try snapshot.read($1) ?? []) }
    }
    gone = try lines(before.subtracting(after), earlier)
    new = try lines(after.subtracting(before), later)
  }

  /// Whether a file of the earlier tree became another one than `paths` and the files in them: the most similar of the new files.
  func moved(_ path: String, elsewhereThan paths: Set<String>) -> Bool {
    guard let lines = gone[path] else { return false }
    let similarities = new.mapValues { Self.similarity($0, lines) }
    func isOwn(_ path: String) -> Bool { paths.contains { path == $0 || path.hasPrefix($0 + "/") } }
    let own = similarities.filter { isOwn($0.key) }.values.max() ?? 0
    return similarities.contains { !isOwn($0.key) && $0.value > own && $0.value >= 0.5 }
  }

  /// The file of the earlier tree that became `path`; `nil` if none is similar enough.
  func origin(of path: String) -> String? {
    guard let lines = new[path] else { return nil }
    let best = gone.map { ($0.key, Self.similarity($0.value, lines)) }.max { ($0.1, $1.0) < ($1.1, $0.0) }
    return best.flatMap { $0.1 >= 0.5 && !moved($0.0, elsewhereThan: [path]) ? $0.0 : nil }
  }

  private static func lines(_ bytes: [UInt8]) -> Lines {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// The part of the lines of the longer file that the other has, too.
  private static func similarity(_ one: Lines, _ other: Lines) -> Double {
    let common = one.reduce(0) { $0 + min($1.value, other[$1.key] ?? 0) }
    let longest = max(one.values.reduce(0, +), other.values.reduce(0, +))
    return longest == 0 ? 0 : Double(common) / Double(longest)
  }
}
