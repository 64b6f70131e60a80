extension MappingError {
  /// The error with all reasons, as one sentence without a full stop.
  public var message: String {
    let lines = reasons.map { "\($0.place) \($0.message)" }
    return "\(from) cannot be migrated to \(to) automatically: \(lines.joined(separator: "; "))"
  }

  /// The suggested next steps, without duplicates.
  public var hint: String {
    var hints: [String] = []
    for reason in reasons where !hints.contains(reason.hint) { hints.append(reason.hint) }
    return hints.joined(separator: "; ")
  }
}

extension MappingError.Reason {
  /// The location, such as `User.email` or `User`.
  public var place: String { property.map { "\(entity).\($0)" } ?? entity }

  /// The reason, as a predicate that follows ``place``.
  public var message: String {
    switch kind {
    case .addedWithoutDefault: "is new and required, but has no default"
    case .requiredWithoutDefault: "became required, but has no default"
    case .requiredRelationship(isNew: true): "is a new required relationship"
    case .requiredRelationship(isNew: false): "is a relationship that became required"
    case .typeChanged(let before, let after): "changed its type from \(before) to \(after)"
    case .toManyToOne: "changed from to-many to to-one"
    case .destinationChanged(let before, let after): "changed its destination from \(before) to \(after)"
    case .hierarchiesMerged(let roots):
      "merges the hierarchies of \(roots.joined(separator: " and "))"
    case .nameClaimed(let original, let names):
      "is one of several renamed from \(original): \(names.joined(separator: ", "))"
    case .nameUnknown(let original): "has the original name '\(original)', which the previous version does not contain"
    case .defaultUnknown: "has a default whose value is unknown"
    }
  }

  /// The suggested next step.
  public var hint: String { hint(code: "a custom stage") }

  /// The suggested next step.
  ///
  /// - Parameter code: what the program can do that is not inferred, with its article.
  public func hint(code: String) -> String {
    switch kind {
    case .addedWithoutDefault, .requiredWithoutDefault:
      "make it optional, give it a default, or write \(code) that sets a value for each object"
    case .requiredRelationship:
      "make it optional, or write \(code) that sets a value for each object"
    case .typeChanged:
      "keep its type and add another property, or write \(code) that converts the old values"
    case .toManyToOne:
      "keep it and add another relationship, or write \(code) that chooses one object"
    case .destinationChanged:
      "keep it and add another relationship, or write \(code) that sets the new links"
    case .hierarchiesMerged:
      "add a new subentity, and copy the objects in \(code)"
    case .nameClaimed:
      "keep originalName in only one of them"
    case .nameUnknown:
      "correct originalName, or remove it if the property is new"
    case .defaultUnknown:
      "write the default as an expression that can be evaluated, or write \(code)"
    }
  }
}
