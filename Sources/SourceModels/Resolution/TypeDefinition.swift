public import EntityModel

/// How the values of a type are stored, given from outside for a type that the sources do not declare.
public enum TypeDefinition: Sendable, Hashable {
  /// An enumeration with raw values of this type.
  case rawValue(DeclaredModel.AttributeType)
  /// An enumeration without raw values, with its cases in the order of their declaration.
  case cases([String])
  /// A structure, with the parts that it encodes, in order.
  case structure([DeclaredModel.Attribute])
  /// A value that is encoded as a whole.
  case encoded
}
