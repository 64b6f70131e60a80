internal import Findings
public import GitStore
internal import LedgerEntries
internal import MigrationSources

/// What is at a path that was given to `init` and that is no source.
public enum UnreadSource: Sendable, Hashable {
  /// A folder without a known form of migrations. `others` are folders of migrations in it, or the one that contains it.
  case folder(FolderContents, others: [SourceCandidate])
  /// Git ignores it, so that no commit contains it.
  case ignored
  /// A symbolic link, which is not followed.
  case symbolicLink

  func message(_ path: String) -> Prose {
    switch self {
    case .folder(let contents, let others):
      "\(path.isEmpty ? "the top folder" : path) is not a folder of migrations in a known form: \(contents.message)"
        + (others.isEmpty
          ? ""
          : "\nmigrations were found in:\n" + .lines(others.map { "  \($0.path)  (\($0.summary))" }))
    case .ignored: "\(path) is ignored by .gitignore, so no commit contains it"
    case .symbolicLink: "\(path) is, or is behind, a symbolic link, which is not followed"
    }
  }

  func hint(_ path: String) -> String {
    switch self {
    case .folder(_, let others) where !others.isEmpty:
      "name one of them: schemaledger init --source \((others.first?.path ?? "").shellWord)"
    case .folder(let contents, _): contents.hint(path)
    case .ignored: "to find the line: git check-ignore -v \(path.shellWord)"
    case .symbolicLink: "name the folder or the file that it leads to"
    }
  }
}

/// What a folder contains that `init` cannot read as a folder of migrations.
public struct FolderContents: Sendable, Hashable {
  /// Names of the SQL files, sorted.
  public let scripts: [String]
  /// The number of programs, by the suffix of their names.
  public let programs: [String: Int]
  /// The number of other files.
  public let otherCount: Int
  /// Names of the folders, sorted.
  public let folders: [String]

  /// Counts the entries of a folder.
  public init(_ children: [FileSnapshot.Child]) {
    let files = children.filter { !$0.isFolder }.map(\.name)
    let rest = files.filter { !$0.hasSQLSuffix }
    scripts = files.filter(\.hasSQLSuffix).sorted()
    programs = Dictionary(grouping: rest.filter(\.hasProgramSuffix)) { name in
      name.split(separator: ".").last.map(String.init) ?? ""
    }.mapValues(\.count)
    otherCount = rest.count { !$0.hasProgramSuffix }
    folders = children.filter(\.isFolder).map(\.name).sorted()
  }

  /// The contents in words: "it contains 3 SQL files (a.sql, b.sql, c.sql), 2 .go files and 1 folder (x)".
  var message: String {
    var parts: [String] = []
    if !scripts.isEmpty { parts.append(Self.list(scripts, "SQL file")) }
    for (suffix, count) in programs.sorted(by: { $0.key < $1.key }) {
      parts.append(Self.count(count, ".\(suffix) file"))
    }
    if otherCount > 0 { parts.append(Self.count(otherCount, "other file")) }
    if !folders.isEmpty { parts.append(Self.list(folders, "folder")) }
    guard let last = parts.popLast() else { return "it is empty" }
    return "it contains " + (parts.isEmpty ? "" : parts.joined(separator: ", ") + " and ") + last
  }

  func hint(_ path: String) -> String {
    guard let first = scripts.first else {
      return programs.isEmpty
        ? "to look for a source: schemaledger init"
        : "if these programs create the database: kind: command in \(Configuration.fileName) (schemaledger help recipes)"
    }
    let file = "schemaledger init --source \((path.isEmpty ? first : path + "/" + first).shellWord)"
    if scripts.count == 1 { return "if \(first) is the whole schema: \(file)" }
    return "if a program runs them in the order of their names, write to \(Configuration.fileName):\n"
      + "  source:\n    kind: migrations\n    path: \(path.isEmpty ? "." : path)\n    convention: names\n"
      + "if one of them is the whole schema: \(file)"
  }

  private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private static func list(_ names: [String], _ noun: String) -> String {
    "\(count(names.count, noun)) (\(names.prefix(4).joined(separator: ", "))\(names.count > 4 ? ", …" : ""))"
  }
}
