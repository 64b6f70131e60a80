/// Why the model that Core Data keeps in a store cannot be read.
public enum ModelCacheError: Error, Sendable, Hashable {
  /// The bytes are not compressed as RFC 1951 has it, or end too early.
  case damagedCompression
  /// It would be larger than any model is.
  case tooLarge(limit: Int)
  /// The bytes are no binary property list; an offset in it that shows why.
  case damagedPropertyList(offset: Int)
  /// The property list is no archive of objects, or refers to objects it does not have.
  case damagedArchive
  /// An object of the archive has no such key, or something else under it than a model has.
  case missing(key: String, of: String)
  /// A number under a key that has a meaning unknown here.
  case unknownValue(key: String, of: String, value: Int)
}

extension ModelCacheError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var message: String {
    switch self {
    case .damagedCompression: "the model in Z_MODELCACHE is not compressed as it should be"
    case .tooLarge(let limit): "the model in Z_MODELCACHE has more than \(limit) parts or bytes"
    case .damagedPropertyList(let offset): "the model in Z_MODELCACHE is no property list (at byte \(offset))"
    case .damagedArchive: "the model in Z_MODELCACHE is no archive of objects"
    case .missing(let key, let owner): "the model in Z_MODELCACHE has no usable \(key) of \(owner)"
    case .unknownValue(let key, let owner, let value):
      "the model in Z_MODELCACHE has \(value) as \(key) of \(owner), which is unknown"
    }
  }

  /// What to do about it.
  public var hint: String { "the tables say what is stored; take the model from the program that made the store" }

  /// The ``message`` and the ``hint``.
  public var description: String { "\(message): \(hint)" }
}
