extension ModelDifference.Change: CustomStringConvertible {
  /// A description of the change, such as `User.email: was optional, is required`.
  public var message: String { "\(subject): \(clause)" }

  /// The ``message``.
  public var description: String { message }

  private var subject: String { property.map { "\(entity).\($0)" } ?? entity }

  /// The description without the entity and the property, such as `was optional, is required`.
  public var clause: String {
    switch kind {
    case .added: after.map { $0.isEmpty ? "is new" : "is new: \($0)" } ?? "is new"
    case .removed: before.map { $0.isEmpty ? "was removed" : "was removed: it was \($0)" } ?? "was removed"
    case .renamed: "was renamed from \(before ?? "")"
    case .originalName: changed("no original name", "the original name ")
    case .superentity: changed("had no superentity", "inherited from ", "has no superentity", "inherits from ")
    case .uniqueness: after.map { "(\($0)) is now unique" } ?? "(\(before ?? "")) is no longer unique"
    case .index: after.map { "is now indexed by \($0)" } ?? "is no longer indexed by \(before ?? "")"
    case .abstractness: "was \(before ?? ""), is \(after ?? "")"
    case .transience:
      after.map { "the transient attribute is \($0)" + (before.map { ", was \($0)" } ?? "") }
        ?? "the transient attribute, which was \(before ?? ""), was removed"
    case .derivation: changed("was not derived", "was derived from ", "is not derived", "is derived from ")
    case .order: "was \(before ?? ""), is \(after ?? "")"
    case .property, .type, .valueType, .optionality, .cardinality:
      "was \(before ?? "of no declared type"), is \(after ?? "of no declared type")"
    case .defaultValue: changed("no default", "the default ")
    case .options: after.map { "is now \($0)" } ?? "is no longer \(before ?? "")"
    case .components: "the order of its parts was \(before ?? ""), is \(after ?? "")"
    case .hashModifier: changed("no hash modifier", "the hash modifier ")
    case .destination: "the destination was \(before ?? ""), is \(after ?? "")"
    case .deleteRule: "the delete rule was \(before ?? ""), is \(after ?? "")"
    case .inverse: changed("no inverse", "the inverse ")
    case .minimumCount: changed("no minimum count", "the minimum count ")
    case .maximumCount: changed("no maximum count", "the maximum count ")
    }
  }

  /// The old and new values, as in `had no default, has the default 0`.
  private func changed(_ none: String, _ some: String) -> String {
    changed("had \(none)", "had \(some)", "has \(none)", "has \(some)")
  }

  private func changed(_ hadNone: String, _ had: String, _ hasNone: String, _ has: String) -> String {
    (before.map { had + $0 } ?? hadNone) + ", " + (after.map { has + $0 } ?? hasNone)
  }
}
