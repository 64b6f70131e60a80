extension Repository {
  /// The commits that a branch pointed to before its current one, latest first, from its reflog; empty if it has none.
  ///
  /// The file is read directly: libgit2 creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - branch: the branch's short name.
  ///   - limit: the greatest number of commits.
  /// - Throws: ``GitError/system(path:errno:message:)``.
  public func formerTips(of branch: String, limit: Int) throws(GitError) -> [ObjectID] {
    guard let content = try readFile("\(commonDirectory)/logs/refs/heads/\(branch)") else { return [] }
    var tips: [ObjectID] = []
    for line in content.split(separator: UInt8(ascii: "\n")).reversed() {
      // "old new name <email> time zone\tmessage"; the old id of the first line is zero.
      guard let tip = ObjectID(hexDigits: line.prefix { $0 != UInt8(ascii: " ") }), tip != .zero else { continue }
      if tips.count == limit { break }
      if !tips.contains(tip) { tips.append(tip) }
    }
    return tips
  }
}
