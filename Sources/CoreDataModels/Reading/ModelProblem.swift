public import Markup

/// Something in a model that prevents reading it.
public struct ModelProblem: Sendable, Hashable {
  /// The kinds of problem.
  public enum Kind: Sendable, Hashable {
    /// The file is not a document that can be read.
    case document(DocumentFault)
    /// The version is in the binary form that Xcode wrote until 2011.
    case binaryForm
    /// The version's folder has no `contents`.
    case noContents
    /// The file is not a Core Data model.
    case notModel(root: String)
    /// The format is newer than this reader.
    case unknownFormat(String)
    /// The reader does not know what the element means.
    case unknownElement(String, in: String)
    /// The reader does not know what the attribute means.
    case unknownAttribute(String, of: String)
    /// A required attribute is missing.
    case missingAttribute(String, of: String)
    /// The value is not one of the attribute's values.
    case invalidValue(String, attribute: String, of: String)
    /// Two entities, two configurations, or two properties of an entity have one name.
    case nameTwice(String)
    /// The model has no entity with the name.
    case unknownEntity(String)
    /// The entity has no such property, declared or inherited.
    case unknownProperty(String, entity: String)
    /// The entity inherits from itself, directly or indirectly.
    case circularInheritance(entity: String)
    /// A stored attribute has no type.
    case undefinedType(String)
    /// A relationship does not say whether it is to-one or to-many, or says both.
    case cardinality(String)
    /// The construct exists in Core Data, but no model or store has shown how Xcode writes or Core Data stores it.
    case notShown(Construct, String)
    /// An entity of a configuration belongs together with one that is not a member.
    case splitConfiguration(String, entity: String, needs: String)
    /// The file that names the current version does not do so.
    case noCurrentVersion
    /// The current version does not exist.
    case unknownCurrentVersion(String)
    /// There are several versions, and no file names the current one.
    case severalVersions
  }

  /// Constructs of Core Data that are not read.
  public enum Construct: Sendable, Hashable {
    case compositeAttribute, indexExpression, partialIndex
  }

  /// What is wrong.
  public let kind: Kind
  /// Where it is.
  public let location: Location

  /// Creates a problem.
  public init(_ kind: Kind, at location: Location) {
    self.kind = kind
    self.location = location
  }
}
