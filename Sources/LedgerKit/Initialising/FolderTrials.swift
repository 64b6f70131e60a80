internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// The folders of migrations in a repository, by what running them shows.
struct FolderTrials {
  /// Those that run.
  private(set) var usable: [SourceTrial] = []
  /// Those that do not run, and may be the source.
  private(set) var broken: [SourceTrial] = []
  /// Single numbered files beside a sequence of migrations.
  private(set) var lone: [SourceCandidate] = []
  /// Those in places such as `tests`.
  private(set) var aside: [SourceCandidate] = []
  /// Those that are not the source.
  private(set) var leftOut: [SourceCandidate] = []
  /// The folders of which the first file fails, because it upgrades a database that something else makes.
  private(set) var upgrades: [SourceTrial] = []
  /// The number of migrations in each folder that does not run, by its path.
  private var brokenCounts: [String: Int] = [:]
  /// The largest number of migrations in a folder that runs.
  private var largest = 0

  init(_ folders: [MigrationFolder], beside schemaFiles: SchemaFiles, in snapshot: FileSnapshot) throws {
    var lone: [SourceTrial] = []
    let siblings = Self.numberedSiblings(folders.map(\.folder))
    let parts = Set(siblings.flatMap(\.paths))
    leftOut += siblings.map { parent, paths in
      let names = paths.prefix(3).compactMap { $0.split(separator: "/").last }.joined(separator: ", ")
      let summary = "\(paths.count) numbered folders of SQL files, which no convention reads together: \(names), …"
      return SourceCandidate(path: parent, kind: .programs, convention: nil, summary: summary)
    }
    // SQL of which SQLite lacks a table, a function or a collation, for example because a program creates it.
    var incomplete: [SourceTrial] = []
    // None of the numbered folders is a source by itself.
    for folder in folders where !parts.contains(folder.folder) {
      if folder.isAside {
        aside.append(folder.candidate(note: "in a place for other things"))
        continue
      }
      guard folder.dialect == .sqlite || folder.dialect == nil else {
        leftOut.append(folder.candidate(note: folder.dialect?.title).of(kind: .foreign))
        continue
      }
      let trial = try SourceTrial(folder, beside: schemaFiles, in: snapshot)
      if case .folder(.groupedNames(_, let names)) = trial.failure {
        let groups = try names.groups.map { try SourceTrial(schemaFiles: [$0.pattern], in: snapshot) }
        usable += groups.filter { $0.failure == nil }
        leftOut += groups.filter { $0.failure != nil }.map(\.failed)
      } else if case .folder(.wholeSchemas(_, let last)) = trial.failure {
        let schema = try SourceTrial(schemaFile: last, in: snapshot)
        if schema.failure == nil { usable.append(schema) } else { leftOut.append(trial.failed) }
      } else if trial.failure == nil, let note = folder.foreignNote,
        try DatabaseDrivers(around: folder.folder, in: snapshot) != .sqliteAlone
      {
        leftOut.append(trial.candidate.with(note: note))
      } else if trial.failure == nil {
        if folder.isLoneFile { lone.append(trial) } else { usable.append(trial) }
        largest = max(largest, folder.migrationCount)
      } else if folder.dialect == .sqlite || trial.isUnread && (folder.guess ?? .sqlite) == .sqlite {
        broken.append(trial)
        if trial.failsAtStart { upgrades.append(trial) }
        brokenCounts[folder.folder] = folder.migrationCount
      } else if trial.isUnderstood, (folder.guess ?? .sqlite) == .sqlite {
        incomplete.append(trial)
        if trial.failsAtStart { upgrades.append(trial) }
        brokenCounts[folder.folder] = folder.migrationCount
      } else {
        leftOut.append(trial.failed(like: folder.guess))
      }
    }
    // Beside a sequence of migrations, a single numbered file is probably something else.
    if usable.isEmpty {
      usable = lone
    } else {
      self.lone = lone.map { $0.candidate.with(note: "a single numbered file") }
      leftOut += self.lone
    }
    if usable.isEmpty { leftOut += incomplete.map(\.failed) } else { broken += incomplete }
  }

  /// Folders with numbers as names, such as `12` or `11-12`, below the same folder: each has a part of the history, or a whole
  /// schema of which only the last counts.
  private static func numberedSiblings(_ paths: [String]) -> [(parent: String, paths: [String])] {
    let numbered = paths.filter { path in
      let name = path.split(separator: "/").last ?? ""
      return name.contains(where: \.isNumber) && name.allSatisfy { $0.isNumber || "-_.".contains($0) }
    }
    return Dictionary(grouping: numbered) { OtherScripts.File.folder(of: $0) }.filter { $1.count > 2 }.map { ($0, $1) }
      .sorted { $0.0 < $1.0 }
  }

  /// Those among which the source is. One that does not run is chosen only if none of the folders runs. If it has more
  /// migrations than any that runs, the user must decide.
  var chosen: [SourceTrial] {
    usable + broken.filter { usable.isEmpty || brokenCounts[$0.candidate.path, default: 0] > largest }
  }
}

extension MigrationFolder {
  /// The reason not to choose a folder that SQLite runs; `nil` if there is none.
  fileprivate var foreignNote: String? {
    guard let guess, !foreignWords.isEmpty else { return nil }
    return "SQLite runs it, but its SQL reads like \(guess.title): \(foreignWords.prefix(3).joined(separator: ", "))"
  }
}
