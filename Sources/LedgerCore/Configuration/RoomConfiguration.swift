/// The schemas that Android's Room exports for one database, one file for each version.
public struct RoomConfiguration: Sendable, Hashable {
  /// The value of `kind` in the configuration.
  public static let kind = "room"

  /// The folder of the files, which is named by the class of the database, relative to the top of the repository.
  public var path: String

  /// Creates a source; nothing is read.
  public init(path: String) { self.path = path }
}
