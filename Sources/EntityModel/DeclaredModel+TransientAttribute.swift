extension DeclaredModel {
  /// An attribute that Core Data does not store.
  ///
  /// https://developer.apple.com/documentation/coredata/nspropertydescription/istransient
  public struct TransientAttribute: Sendable, Hashable {
    /// The property's name.
    public let name: String
    /// The type of its value; `nil` if it has none, which only a transient attribute may leave out:
    ///
    /// > NSUndefinedAttributeType is illegal for non-transient properties. (`NSAttributeDescription.h`)
    public let type: AttributeType?
    /// Whether the attribute is optional.
    public let isOptional: Bool
    /// A modifier that makes two otherwise equal declarations different versions.
    public let hashModifier: String?

    /// Creates a value from its parts.
    public init(name: String, type: AttributeType? = nil, isOptional: Bool = false, hashModifier: String? = nil) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.hashModifier = hashModifier
    }
  }
}
