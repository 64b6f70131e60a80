public import Foundation

/// Where a container keeps its objects. SchemaModel knows one kind, ``ModelConfiguration``.
public protocol DataStoreConfiguration: Hashable, Sendable {
  /// What the configuration is called.
  var name: String { get }
  /// The schema it is for; nil for that of its container.
  var schema: Schema? { get set }
  /// Checks what can be told before a store is opened.
  ///
  /// - Throws: `SwiftDataError`.
  func validate() throws
}

/// Where a container keeps its objects: a file, or memory.
public struct ModelConfiguration: DataStoreConfiguration, Identifiable {
  /// Kept for code that says it: there is no CloudKit outside Apple's systems, and nothing is synchronised.
  public struct CloudKitDatabase: Hashable, Sendable {
    let word: String
    /// The one of the program's entitlements.
    public static let automatic = CloudKitDatabase(word: "automatic")
    /// None.
    public static let none = CloudKitDatabase(word: "none")
    /// The private one of a container.
    public static func `private`(_ name: String) -> CloudKitDatabase { CloudKitDatabase(word: "private(\(name))") }
  }

  /// Kept for code that says it: outside Apple's systems there are no group containers.
  public struct GroupContainer: Hashable, Sendable {
    let word: String
    /// The one of the program's entitlements.
    public static let automatic = GroupContainer(word: "automatic")
    /// None.
    public static let none = GroupContainer(word: "none")
    /// The one of a group.
    public static func identifier(_ name: String) -> GroupContainer { GroupContainer(word: "identifier(\(name))") }
  }

  /// The property's name.
  public let name: String
  /// What it is for; nil for what its container is for.
  public var schema: Schema?
  /// The store's file.
  public let url: URL
  /// Whether the objects end with the container.
  public let isStoredInMemoryOnly: Bool
  /// Whether anything may be written.
  public let allowsSave: Bool
  /// What was said of CloudKit.
  public let cloudKitDatabase: CloudKitDatabase
  /// What was said of group containers.
  public let groupContainer: GroupContainer

  /// The file's address.
  public var id: URL { url }

  /// The default store.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// The default store, for some models.
  public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// `<name>.store`, or `default.store`, in the folder for what a program keeps
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

  /// A file.
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

  /// Checks that the name makes a file name.
  public func validate() throws {
    // NAME_MAX of Linux and macOS, with room for "-journal".
    guard url.lastPathComponent.utf8.count <= 247 else { throw SwiftDataError.configurationFileNameTooLong }
    guard !name.contains(where: { $0 == "/" || $0 == "\0" }), !name.isEmpty else {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters
    }
  }
}

#if !canImport(Darwin)
  extension URL {
    /// Where a program keeps what it makes for its user: `~/.local/share`, or `XDG_DATA_HOME`.
    public static var applicationSupportDirectory: URL {
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        ?? FileManager.default.temporaryDirectory
    }

    /// Where a user keeps documents.
    public static var documentsDirectory: URL {
      FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
        ?? FileManager.default.temporaryDirectory
    }
  }
#endif
