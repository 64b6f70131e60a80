/// The model from which a store was made, as the store contains it. It has information that the tables do not.
public enum StoreModel: Sendable {
  /// The place of the model in the store.
  public enum Place: String, Sendable {
    /// In the model cache that SwiftData or Core Data keeps for its own migrations.
    case modelCache = "Z_MODELCACHE"
    /// In the store's metadata, where SchemaModel writes it.
    case metadata = "Z_METADATA"
  }

  case declared(DeclaredModel, Place)
  /// The model cannot be read. The reason is a clause in English.
  case unreadable(Place, reason: String)

  /// The model, if it can be read.
  public var declared: DeclaredModel? { if case .declared(let model, _) = self { model } else { nil } }

  /// The maximum size of a model in a store, in bytes. A longer one is not read.
  public static let maximumSize = 8 << 20

  /// Reads the model from a store's records; `nil` if they do not contain one.
  ///
  /// - Parameters:
  ///   - metadata: `Z_METADATA.Z_PLIST`.
  ///   - modelCache: `Z_MODELCACHE.Z_CONTENT`.
  public init?(metadata: [UInt8]?, modelCache: [UInt8]?) {
    if let document = metadata.flatMap({ StoreMetadata(propertyList: $0) })?.modelDocument {
      do {
        self = .declared(try DeclaredModel(parsing: document), .metadata)
      } catch {
        self = .unreadable(.metadata, reason: error.message)
      }
    } else if let modelCache {
      do {
        self = .declared(try DeclaredModel(managedObjectModel: modelCache), .modelCache)
      } catch {
        self = .unreadable(.modelCache, reason: error.message)
      }
    } else {
      return nil
    }
  }
}
