internal import Foundation
internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// Paths that the user has named.
extension Initialisation {
  /// Folders of programs that end in the same two names as a source's folder: one tool may run both, as Flyway does with
  /// `kotlin/db/migration` and `resources/db/migration`.
  func programs(beside trials: [SourceTrial]) throws -> [SourceCandidate] {
    func ending(_ path: String) -> ArraySlice<Substring> { path.split(separator: "/").suffix(2) }
    let endings = trials.map { ending($0.folder) }.filter { $0.count > 1 }
    return try ProgramFolders.find(in: snapshot, excluding: Set(trials.map(\.folder))).filter { programs in
      endings.contains(ending(programs.path))
    }
  }

  /// The reason why a Swift file that the user has named is no source.
  func withoutStore(_ path: String) throws -> LedgerError {
    guard try snapshot.read(path) != nil else { return try unread(path, []) }
    let found = try ModelProjects(in: snapshot).find()
    let own = (found.unread + found.withoutFile).filter { $0.path.hasPrefix(path + ":") }
    let summary = "Swift, in which no container of the app or version of a schema is declared"
    return .noSourceFound(
      leftOut: own.isEmpty
        ? [SourceCandidate(path: path, kind: .container, convention: nil, summary: summary)] : own)
  }

  /// The reason why a path that the user has named is no source.
  func unread(_ path: String, _ folders: [MigrationFolder]) throws -> LedgerError {
    if !path.isEmpty, try repository.isIgnored(path), try snapshot.files(under: path).isEmpty {
      return exists(path) ? .unreadSource(path: path, .ignored) : .noSuchSource(path: path)
    }
    guard let children = try snapshot.list(path) else {
      return exists(path) ? .unreadSource(path: path, .symbolicLink) : .noSuchSource(path: path)
    }
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    let others = folders.filter { folder in
      path.isEmpty || folder.folder.hasPrefix(path + "/") || folder.folder == parent
    }
    return .unreadSource(
      path: path, .folder(FolderContents(children), others: others.prefix(8).map { $0.candidate(note: nil) }))
  }

  /// Whether anything is at the path on disk. Links are not followed.
  private func exists(_ path: String) -> Bool {
    repository.root.map { (try? FileManager.default.attributesOfItem(atPath: "\($0)/\(path)")) != nil } ?? false
  }
}
