internal import GitStore

/// The name of an SQL file without its direction and dialect: `1_users.sqlite.up.sql` is `1_users`, as is `1.do.users.sql`
/// with a dot.
struct ScriptName {
  /// The whole name.
  let name: String
  private(set) var stem: Substring
  private(set) var direction: NumberedFile.Direction
  /// Whether the name gives the direction.
  private(set) var isDirected: Bool
  /// The dialect in the name; `nil` if the name has no dialect, or `all`.
  private(set) var dialect: Dialect?
  /// Whether the number in the name is that of the version that a database has before, as in `1_to_2.sql`.
  private(set) var isUpgrade = false

  // A regular expression is compiled each time that its literal is evaluated, which would take most of the time of reading a
  // folder. Matching does not change one.
  nonisolated(unsafe) private static let target = /to[_-]v?([0-9]+)[_-]?/
  nonisolated(unsafe) private static let upgrade = /[0-9][._ -]to[_-]v?[0-9]+(?:[_-]|$)/
  nonisolated(unsafe) private static let firstWord = /([0-9]+)[_-]([a-z]+)(?=[_-])/
  nonisolated(unsafe) private static let firstDialect = /([0-9]+)[_-]([A-Za-z0-9]+)(?=[_-])/
  // Postgrator: https://github.com/rickbergfalk/postgrator#usage
  nonisolated(unsafe) private static let postgrator = /([0-9]+)\.(do|undo)(?=\.|$)/

  /// The number and the title of the file, of which these are those at the beginning of the name. `1_to_2_users.sql` has the
  /// number 2, which a program records.
  func upgraded(_ number: VersionNumber, _ title: String) -> (VersionNumber, title: String) {
    guard isUpgrade, let match = title.prefixMatch(of: Self.target), let target = VersionNumber(match.1)
    else { return (number, title) }
    return (target, String(title[match.range.upperBound...]))
  }

  /// The SQL files among the files of a folder.
  ///
  /// A word after `_` or `-` may be a part of the title, as in `3_enable_postgres.sql` and `4_slow_down.sql`. It is a dialect or a
  /// direction if two names differ in it only: `1_users_sqlite.sql` beside `1_users_postgres.sql` or `1_users.sql`, or
  /// `1_users_rollback.sql` beside `1_users.sql`, or `1_down_users.sql` beside `1_up_users.sql`, or `1-mysql-users.sql` beside
  /// `1-sqlite-users.sql`. Then it is one in all names of
  /// the folder. If a name of the folder has its direction after a dot, as in `1_users.up.sql`, the tool reads no other form.
  ///
  /// `1_to_10_users.sql` may have any meaning. It is an upgrade to version 10 if all numbered files of the folder are named so.
  static func all(in names: some Sequence<String>) -> [ScriptName] {
    var scripts = names.compactMap(ScriptName.init)
    let numbered = scripts.filter { $0.stem.contains(where: \.isNumber) }
    if !numbered.isEmpty, numbered.allSatisfy({ $0.stem.contains(upgrade) }) {
      for index in scripts.indices { scripts[index].isUpgrade = true }
    }
    if !scripts.contains(where: \.isDirected) {
      scripts = separated(scripts, \.separatingDirection) {
        ("\($0.dialect.map(\.rawValue) ?? "") \($0.stem)", "\($0.direction)")
      }
    }
    if !scripts.contains(where: \.isDirected) {
      scripts = separated(scripts, \.separatingFirstWord) { ("\($0.stem)", "\($0.direction)") }
    }
    func parts(_ script: ScriptName) -> (String, String) {
      ("\(script.direction) \(script.stem)", script.dialect?.rawValue ?? "")
    }
    return separated(separated(scripts, \.separatingDialect, parts), \.separatingFirstDialect, parts)
  }

  /// The scripts with the last word of their names as a part of its own, if that makes two of them differ in it only.
  ///
  /// - Parameter parts: the rest of the name, and the part.
  private static func separated(
    _ scripts: [ScriptName], _ separating: (ScriptName) -> ScriptName, _ parts: (ScriptName) -> (String, String)
  ) -> [ScriptName] {
    let separated = scripts.map(separating)
    guard zip(scripts, separated).contains(where: { $0.stem != $1.stem }) else { return scripts }
    var found: [ByteName: Set<ByteName>] = [:]
    for script in separated {
      let (rest, part) = parts(script)
      found[ByteName(rest), default: []].insert(ByteName(part))
    }
    return found.values.contains { $0.count > 1 } ? separated : scripts
  }

  private static let directions: [String: NumberedFile.Direction] = [
    "up": .up, "upgrade": .up, "apply": .up, "down": .down, "downgrade": .down, "rollback": .down, "undo": .down,
    "revert": .down,
  ]

  /// The script with any word that says a direction at the end of its stem, whatever the other names are.
  var saying: ScriptName { separatingDirection }

  /// The script with the last word of its stem as its direction, if it is one and the name gives none otherwise.
  private var separatingDirection: ScriptName {
    guard !isDirected, let mark = stem.lastIndex(where: { "_-.".contains($0) }), mark > stem.startIndex,
      let direction = Self.directions[stem[mark...].dropFirst().lowercased()]
    else { return self }
    var result = self
    result.direction = direction
    result.isDirected = true
    result.stem = stem[..<mark]
    return result
  }

  /// The script with the word after its number as its direction, if it is one and other words follow.
  private var separatingFirstWord: ScriptName {
    guard let match = stem.prefixMatch(of: Self.firstWord),
      let direction = Self.directions[String(match.2)]
    else { return self }
    var result = self
    result.direction = direction
    result.isDirected = true
    result.stem = match.1 + stem[match.range.upperBound...]
    return result
  }

  /// The script with the word after its number as its dialect, if it is one, other words follow, and the name gives none
  /// otherwise.
  private var separatingFirstDialect: ScriptName {
    guard dialect == nil, let match = stem.prefixMatch(of: Self.firstDialect),
      let word = Dialect(word: match.2)
    else { return self }
    var result = self
    result.dialect = word
    result.stem = match.1 + stem[match.range.upperBound...]
    return result
  }

  /// The script with the last word of its stem as its dialect, if it is one and the name gives none otherwise.
  private var separatingDialect: ScriptName {
    guard dialect == nil, let mark = stem.lastIndex(where: { $0 == "_" || $0 == "-" }), mark > stem.startIndex,
      let word = Dialect(word: stem[mark...].dropFirst())
    else { return self }
    var result = self
    result.dialect = word
    result.stem = stem[..<mark]
    return result
  }

  /// Returns `nil` for a name that does not end in `.sql`, nor in `.up.sqlite` or the like.
  init?(_ name: String) {
    guard name.hasSQLSuffix, let suffix = name.lastIndex(of: ".") else { return nil }
    self.name = name
    var stem = name[..<suffix]
    let ownSuffix = Dialect(word: name[suffix...].dropFirst())
    func take(_ word: String) -> Bool {
      guard stem == word || stem.hasSuffix("." + word) else { return false }
      stem = stem.dropLast(min(word.count + 1, stem.count))
      return true
    }
    if take("down") {
      direction = .down
      isDirected = true
    } else {
      direction = .up
      isDirected = take("up")
    }
    if let match = stem.prefixMatch(of: Self.postgrator) {
      direction = match.2 == "do" ? .up : .down
      isDirected = true
      stem = match.1 + stem[match.range.upperBound...]
    }
    let last = stem.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    dialect = last.flatMap { Dialect(word: $0) } ?? ownSuffix
    if let last, Dialect(word: last) != nil || last == "all" { stem = stem.dropLast(last.count + 1) }
    self.stem = stem
  }
}
