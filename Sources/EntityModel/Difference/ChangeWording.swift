extension ModelDifference.Change: CustomStringConvertible {
  /// What has changed, such as `User.email: was optional, is required`.
  public var message: String { "\(subject): \(clause)" }

  /// The ``message``.
  public var description: String { message }

  private var subject: String { property.map { "\(entity).\($0)" } ?? entity }

  private var clause: String {
    switch kind {
    case .added: after.map { $0.isEmpty ? "is new" : "is new: \($0)" } ?? "is new"
    case .removed: before.map { $0.isEmpty ? "is gone" : "is gone: it was \($0)" } ?? "is gone"
    case .renamed: "was called \(before ?? "")"
    case .originalName: changed("no original name", "the original name ")
    case .superentity: changed("inherited from nothing", "inherited from ", "inherits from nothing", "inherits from ")
    case .uniqueness: after.map { "(\($0)) is unique, and was not" } ?? "(\(before ?? "")) was unique, and is not"
    case .index: after.map { "is indexed by \($0), and was not" } ?? "was indexed by \(before ?? ""), and is not"
    case .property, .type, .valueType, .optionality, .cardinality:
      "was \(before ?? "of no declared type"), is \(after ?? "of no declared type")"
    case .defaultValue: changed("no default", "the default ")
    case .options: after.map { "is \($0), and was not" } ?? "was \(before ?? ""), and is not"
    case .components: "its parts were in the order \(before ?? ""), are \(after ?? "")"
    case .hashModifier: changed("no hash modifier", "the hash modifier ")
    case .destination: "led to \(before ?? ""), leads to \(after ?? "")"
    case .deleteRule: "the delete rule was \(before ?? ""), is \(after ?? "")"
    case .inverse: changed("no inverse", "the inverse ")
    case .minimumCount: changed("no minimum count", "the minimum count ")
    case .maximumCount: changed("no maximum count", "the maximum count ")
    }
  }

  /// `had no default, has the default 0`
  private func changed(_ none: String, _ some: String) -> String {
    changed("had \(none)", "had \(some)", "has \(none)", "has \(some)")
  }

  private func changed(_ hadNone: String, _ had: String, _ hasNone: String, _ has: String) -> String {
    (before.map { had + $0 } ?? hadNone) + ", " + (after.map { has + $0 } ?? hasNone)
  }
}
