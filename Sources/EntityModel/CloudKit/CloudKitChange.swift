/// A change of the models that CloudKit's schema cannot follow once it is in production.
///
/// Apple: record types and fields that are in production cannot be deleted, and attributes cannot be modified or change
/// whether they are encrypted. Only additions are possible.
///
/// * https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
/// * https://developer.apple.com/documentation/cloudkit/deploying-an-icloud-container-s-schema
/// * https://developer.apple.com/documentation/coredata/nsattributedescription/allowscloudencryption
///
/// A renaming is a removal and an addition there: record types and fields are named after entities and properties, and
/// `originalName` has no counterpart.
public struct CloudKitChange: Sendable, Hashable, Codable {
  /// The kinds of changes.
  public enum Kind: Sendable, Hashable, Codable {
    /// The entity or property does not exist any more.
    case removed
    /// The entity or property has another name.
    case renamed(to: String)
    /// The entity belongs to another hierarchy, and so to another record type.
    case moved(from: String, to: String)
    /// The field would need another type.
    case retyped(from: CloudKitFieldType, to: CloudKitFieldType)
    /// A property that had a field became a to-many relationship, which has none.
    case becameToMany
    /// The field would have to become encrypted, or to cease to be.
    case encryption(isEncrypted: Bool)
  }

  /// The version that the models are compared with.
  public let version: String
  /// The name of the entity in that version.
  public let entity: String
  /// The name of the property in that version; `nil` for a change of the entity.
  public let property: String?
  /// The record type in that version, such as `CD_Post`.
  public let recordType: String
  /// The kind of the change.
  public let kind: Kind

  /// Creates a value from its parts.
  public init(version: String, entity: String, property: String?, recordType: String, kind: Kind) {
    self.version = version
    self.entity = entity
    self.property = property
    self.recordType = recordType
    self.kind = kind
  }
}

extension DeclaredModel {
  /// The changes that CloudKit's schema cannot follow, by entity and property; empty if there are none.
  ///
  /// The schema in production is the sum of all versions. A property that is declared again after a version without it must
  /// therefore fit the field that it had before. All other changes are those since the newest version.
  ///
  /// Not reported are changes of the parts of a structure or enumeration, because the types of their fields are not known,
  /// and what becomes of a many-to-many relationship, whose records have one type for all models.
  ///
  /// - Parameter versions: the released versions, oldest first.
  public func cloudKitChanges(since versions: [DeclaredModel]) -> [CloudKitChange] {
    var changes: [CloudKitChange] = []
    var known: Set<CloudKitComparison.Name> = []
    for (position, version) in versions.enumerated().reversed() {
      let comparison = CloudKitComparison(from: version, to: self)
      changes += comparison.changes.filter { change in
        position == versions.count - 1
          || change.kind.isOfField && !known.contains(CloudKitComparison.Name(change.entity, change.property))
      }
      known.formUnion(comparison.names)
    }
    return changes.sorted { ($0.entity, $0.property ?? "") < ($1.entity, $1.property ?? "") }
  }
}

extension CloudKitChange.Kind {
  /// Whether it concerns a field that both versions have.
  fileprivate var isOfField: Bool {
    switch self {
    case .retyped, .encryption: true
    case .removed, .renamed, .moved, .becameToMany: false
    }
  }
}
