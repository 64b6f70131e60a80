/// The schemas that Android's Room exports for one database, one file for each version.
public struct RoomConfiguration: Sendable, Hashable {
  /// The value of `kind` in the configuration.
  public static let kind = "room"

  /// The folder of the files, which is named by the class of the database, then its former paths, relative to the top of the
  /// repository. The first that exists is read. Never empty.
  public var paths: [String]

  /// Creates a source; nothing is read.
  public init(paths: [String]) { self.paths = paths }
}
