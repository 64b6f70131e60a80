/// The reason why the model in a store's `Z_MODELCACHE` cannot be read.
public enum ModelCacheError: Error, Sendable, Hashable {
  /// The bytes are not valid DEFLATE data (RFC 1951), or are truncated.
  case damagedCompression
  /// There was no memory to decompress it.
  case outOfMemory
  /// The model exceeds the size limit.
  case tooLarge(limit: Int)
  /// The bytes are not a binary property list; `offset` is the location of the error.
  case damagedPropertyList(offset: Int)
  /// The property list is not a keyed archive, or refers to missing objects.
  case damagedArchive
  /// A key of an object is missing or has an invalid value.
  case missing(key: String, of: String)
  /// A number has an unknown meaning.
  case unknownValue(key: String, of: String, value: Int)
}

extension ModelCacheError: CustomStringConvertible {
  /// The error as one sentence.
  public var message: String {
    switch self {
    case .damagedCompression: "the model in Z_MODELCACHE is not valid DEFLATE data"
    case .outOfMemory: "there is not enough memory to read the model in Z_MODELCACHE"
    case .tooLarge(let limit): "the model in Z_MODELCACHE has more than \(limit) parts or bytes"
    case .damagedPropertyList(let offset): "the model in Z_MODELCACHE is not a property list (at byte \(offset))"
    case .damagedArchive: "the model in Z_MODELCACHE is not a keyed archive"
    case .missing(let key, let owner): "the model in Z_MODELCACHE has no valid \(key) for \(owner)"
    case .unknownValue(let key, let owner, let value):
      "the model in Z_MODELCACHE has the unknown value \(value) for \(key) of \(owner)"
    }
  }

  /// The suggested next step.
  public var hint: String {
    "the tables still show what is stored; get the model from the program that created the store"
  }

  /// The ``message`` and the ``hint``.
  public var description: String { "\(message): \(hint)" }
}
