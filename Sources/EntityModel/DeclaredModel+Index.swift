extension DeclaredModel {
  /// An index that does not come from a uniqueness constraint.
  public struct Index: Sendable, Hashable {
    /// The kinds of index.
    public enum Kind: String, Sendable {
      case binary, rtree
      /// An index of the kind that `NSEntityDescription.compoundIndexes` declared until 2017, which had no name.
      case compound
    }

    /// The kind of index in SQLite.
    public let kind: Kind
    /// The names of the properties, in the order of the index.
    public let properties: [String]
    /// The name of a fetch index of a Core Data model; `nil` for one that SwiftData's `#Index` declares, whose name
    /// follows from its properties.
    public let name: String?
    /// Those of the ``properties`` that are indexed in descending order, sorted.
    public let descending: [String]
    /// The condition of a partial index; `nil` if all rows are indexed.
    public let condition: String?

    /// Creates a value from its parts.
    public init(
      kind: Kind = .binary, properties: [String], name: String? = nil, descending: [String] = [],
      condition: String? = nil
    ) {
      self.kind = kind
      self.properties = properties
      self.name = name
      self.descending = Set(descending).sorted()
      self.condition = condition
    }

    /// The name that SwiftData gives an index.
    ///
    /// > Z_Episode_SwiftDataIndexOnBinarypodcastpublishDate, in several SwiftData stores shown in public
    static func swiftDataName(of properties: [String]) -> String { "SwiftDataIndexOnBinary" + properties.joined() }

    /// Indexes are sorted by this list.
    var sortKey: [String] {
      [
        kind.rawValue, properties.joined(separator: ","), name ?? "", descending.joined(separator: ","),
        condition ?? "",
      ]
    }
  }
}
