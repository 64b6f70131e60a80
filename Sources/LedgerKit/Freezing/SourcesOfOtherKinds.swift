internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import ProjectModels

/// The sources in a release that are of another kind than the configured one. A program that changed its library, as from
/// Core Data to SwiftData, had one, and its users may still have that store.
struct SourcesOfOtherKinds {
  /// In order of paths within each kind.
  var candidates: [SourceCandidate]

  /// - Throws: `GitError`.
  init(than configured: SourceConfiguration, in snapshot: FileSnapshot) throws {
    let framework = configured.models?.framework
    let models = try ModelProjects(in: snapshot).find(besides: framework)
    var candidates = models.trials.map(\.candidate) + models.unread
    // Code that makes a model is all that there is of it. Code that merges models is not a model.
    if models.trials.isEmpty { candidates += models.code }
    let isRoom = if case .room = configured { true } else { false }
    if !isRoom { candidates += try RoomProjects(in: snapshot).find().map(\.candidate) }
    if isRoom || framework != nil {
      candidates += try MigrationFolders.find(in: snapshot).filter { $0.mayBeSQLite && !$0.isAside }
        .map { $0.candidate(note: nil) }
    }
    self.candidates = candidates
  }

  /// As a clause, such as "another source: Todo.xcdatamodeld (Core Data model)"; `nil` if there are none.
  var words: String? {
    if candidates.isEmpty { return nil }
    let noun = candidates.count == 1 ? "another source" : "other sources"
    return "\(noun): " + candidates.map { "\($0.path) (\($0.summary))" }.joined(separator: ", ")
  }
}
