internal import GitStore
internal import LedgerCore

extension HistoryEvents {
  /// A folder that a commit moved here from a path that the configuration does not name.
  public struct Move: Sendable, Hashable {
    /// The former path.
    public let from: String
    /// The current path.
    public let to: String
    /// The abbreviated id of the first commit with the current path.
    public let commit: String
  }
}

extension HistoryEventBuilder {
  /// Finds moves of the source. The history before a move is not reported.
  ///
  /// - Throws: `GitError`.
  func moves() throws -> [HistoryEvents.Move] {
    // Most files of a program's folder are not its migrations, and come from anywhere.
    if configuration.source.migrations?.isOfProgram == true { return [] }
    let arrival = try source.steps.first { step in
      try !step.changes.isEmpty && step.changes.allSatisfy { $0.kind == .added }
        && !repository.commitHeader(step.commit).parents.isEmpty
    }
    return try arrival.flatMap { try sourceMove($0) }.map { [$0] } ?? []
  }

  /// The folder from which the commit removed files with the names that it added.
  private func sourceMove(_ step: SourceHistory.Step) throws -> HistoryEvents.Move? {
    guard let parent = try repository.commitHeader(step.commit).parents.first,
      try reader.contents(at: parent).allSatisfy({ $0 == .absent }), let path = step.files.first
    else { return nil }
    let before = try repository.commitHeader(parent).tree
    let after = try repository.commitHeader(step.commit).tree
    let names = Set(step.files.map(Self.name))
    let gone = try repository.changedPaths(at: "", from: before, to: after).filter { path in
      try names.contains(Self.name(path)) && repository.treeEntry(tree: after, path: path) == nil
    }
    let to = configuration.source.paths.first { path.isWithin($0) } ?? Self.folder(path)
    // A tool may use one folder for each migration.
    let rest = path.dropFirst(to.utf8.count)
    // A single equal name may be a coincidence.
    guard let moved = gone.first(where: { $0.hasSuffix(rest) }) ?? gone.first, gone.count * 2 > names.count else {
      return nil
    }
    let from = moved.hasSuffix(rest) ? String(moved.dropLast(rest.count)) : Self.folder(moved)
    return HistoryEvents.Move(from: from, to: to, commit: step.commit.short)
  }

  private static func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }

  private static func folder(_ path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }
}
