public import Foundation

/// The location and options of a container's store. SchemaModel has one implementation, ``ModelConfiguration``.
public protocol DataStoreConfiguration: Hashable, Sendable {
  /// The name of the configuration.
  var name: String { get }
  /// The schema; `nil` for the schema of the container.
  var schema: Schema? { get set }
  /// Checks the configuration before its store is opened.
  ///
  /// - Throws: `SwiftDataError`.
  func validate() throws
}

/// The location and options of one of a container's stores, which is a file or in memory.
///
/// A container may have several configurations, each with a `schema` of its own. Their models must be different, and
/// together all of the container's. A relationship cannot lead from one store to another, as in Core Data. A save
/// writes all stores or none; only if the file system fails while SQLite commits may one store have the changes and
/// another not. A container with several stores has no migration plan: their models are migrated by inference.
public struct ModelConfiguration: DataStoreConfiguration, Identifiable {
  /// Has no effect and exists for source compatibility: CloudKit is not available outside Apple's systems, and nothing
  /// is synchronised.
  public struct CloudKitDatabase: Hashable, Sendable {
    let word: String
    var container: String?
    /// The database of the program's entitlements.
    public static let automatic = CloudKitDatabase(word: "automatic")
    /// No CloudKit database.
    public static let none = CloudKitDatabase(word: "none")
    /// The private database of a CloudKit container.
    public static func `private`(_ name: String) -> CloudKitDatabase {
      CloudKitDatabase(word: "private(\(name))", container: name)
    }
  }

  /// Has no effect and exists for source compatibility: group containers are not available outside Apple's systems.
  public struct GroupContainer: Hashable, Sendable {
    let word: String
    var group: String?
    /// The group container of the program's entitlements.
    public static let automatic = GroupContainer(word: "automatic")
    /// No group container.
    public static let none = GroupContainer(word: "none")
    /// The container of a group.
    public static func identifier(_ name: String) -> GroupContainer {
      GroupContainer(word: "identifier(\(name))", group: name)
    }
  }

  /// The name of the configuration.
  public let name: String
  /// The schema; `nil` for the schema of the container.
  public var schema: Schema?
  /// The store's file.
  public let url: URL
  /// Whether the store exists in memory only and ends with its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether the store may be written to.
  public let allowsSave: Bool
  /// The CloudKit option, without effect.
  public let cloudKitDatabase: CloudKitDatabase
  /// The group container option, without effect.
  public let groupContainer: GroupContainer

  /// The CloudKit container that the configuration names; `nil` for all other options. SwiftData reads the one of
  /// `.automatic` from the program's entitlements, which exist only on Apple's systems.
  public var cloudKitContainerIdentifier: String? { cloudKitDatabase.container }
  /// The group that the configuration names; `nil` for all other options. SwiftData reads the one of `.automatic` from
  /// the program's entitlements.
  public var groupAppContainerIdentifier: String? { groupContainer.group }

  /// The location of the store's file.
  public var id: URL { url }

  /// Creates the configuration of the default store.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates the configuration of the default store, for some model types.
  public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates the configuration of `<name>.store`, or `default.store`, in the application support folder
  /// (`URL.applicationSupportDirectory`).
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
    groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    let base = folder ?? FileManager.default.temporaryDirectory
    self.name = name ?? "default"
    self.schema = schema
    url = base.appendingPathComponent((name ?? "default") + ".store")
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
  }

  /// Creates the configuration of a file.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.schema = schema
    self.url = url
    isStoredInMemoryOnly = false
    self.allowsSave = allowsSave
    groupContainer = .none
    self.cloudKitDatabase = cloudKitDatabase
  }

  /// Checks that the name is a valid file name.
  public func validate() throws {
    // NAME_MAX of Linux and macOS, with room for "-journal".
    guard url.lastPathComponent.utf8.count <= 247 else { throw SwiftDataError.configurationFileNameTooLong }
    guard !name.contains(where: { $0 == "/" || $0 == "\0" }), !name.isEmpty else {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters
    }
  }
}
