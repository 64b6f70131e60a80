/// Groups of migrations whose names say which database they are for, as in `0003.core.add-index.sql` and
/// `0004.cache.init.sql`. Umzug and programs of their own run the files of one word only.
public struct NamedGroups: Sendable, Hashable {
  /// The files with one word.
  public struct Group: Sendable, Hashable {
    /// The word between the number and the rest of the name.
    public let word: String
    /// The number of its files.
    public let fileCount: Int
    /// A pattern for the paths of its files.
    public let pattern: String
  }

  /// In the order of their words.
  public let groups: [Group]
  /// A pattern for the paths of all files.
  public let allFiles: String

  /// - Parameter paths: the paths of all migrations of a folder.
  /// - Returns: `nil` if the names do not divide the files: each must have a word between two dots after its number, and each
  ///   word must occur several times.
  init?(folder: String, paths: [String]) {
    let words = paths.compactMap { path -> String? in
      let name = path.split(separator: "/").last ?? ""
      let number = name.prefix { $0.isNumber || ".-_T:".contains($0) }
      guard number.last == ".", number.contains(where: \.isNumber) else { return nil }
      let parts = name.dropFirst(number.count).split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count > 2, let word = parts.first, !word.isEmpty, !["up", "down"].contains(parts[1]) else {
        return nil
      }
      return String(word)
    }
    let counts = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
    guard words.count == paths.count, counts.count > 1, counts.values.allSatisfy({ $0 > 1 }) else { return nil }
    let start = folder.isEmpty ? "" : folder + "/"
    allFiles = start + "*.sql"
    groups = counts.sorted { $0.key < $1.key }.map { word, count in
      Group(word: word, fileCount: count, pattern: "\(start)*.\(word).*.sql")
    }
  }
}
