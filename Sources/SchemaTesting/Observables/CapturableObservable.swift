/// An observable object, such as a view model, whose state a test compares before and after a migration.
///
///     @Observable final class PostList: CapturableObservable {
///       struct Snapshot: Sendable, Equatable {
///         var postCount: Int
///         var titles: [String]
///       }
///       var posts: [Post] = []
///       func capture() -> Snapshot { Snapshot(postCount: posts.count, titles: posts.map(\.title)) }
///     }
///
/// A snapshot is `Sendable`: it contains values, and not the objects of a container that the test migrates meanwhile.
public protocol CapturableObservable {
  /// The state that a test compares.
  associatedtype Snapshot: Sendable
  /// The current state.
  func capture() -> Snapshot
}
