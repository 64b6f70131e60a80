public import EntityModel
internal import SQLiteSandbox

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

  /// The maximum size of a model in a store, in bytes.
  private static let limit = 8 << 20

  /// Returns `nil` if the store does not contain a model.
  init?(in database: ScratchDatabase) throws {
    guard let records = try database.modelRecords(limit: Self.limit) else { return nil }
    if let document = records.metadata.flatMap({ StoreMetadata(propertyList: $0) })?.modelDocument {
      do {
        self = .declared(try DeclaredModel(parsing: document), .metadata)
      } catch {
        self = .unreadable(.metadata, reason: error.message)
      }
    } else if let cache = records.modelCache {
      do {
        self = .declared(try DeclaredModel(managedObjectModel: cache), .modelCache)
      } catch {
        self = .unreadable(.modelCache, reason: error.message)
      }
    } else {
      return nil
    }
  }
}
