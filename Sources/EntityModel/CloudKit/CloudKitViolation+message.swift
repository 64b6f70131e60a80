extension CloudKitViolation {
  /// The location, such as `User.email`, or `User (first, last)` for a constraint of several properties.
  public var place: String {
    properties.count == 1 ? "\(entity).\(properties[0])" : "\(entity) (\(properties.joined(separator: ", ")))"
  }

  /// The violation, as a predicate that follows ``place``.
  public var message: String {
    switch rule {
    case .uniqueness: properties.count == 1 ? "is unique" : "must be unique together"
    case .defaultValue: "is required, but has no default"
    case .optionalRelationship: "is a relationship that is not optional"
    case .inverse: "is a relationship without an inverse"
    case .deleteRule: "is a relationship with the delete rule .deny"
    case .order: "is an ordered relationship"
    }
  }

  /// Why CloudKit does not support it, as a sentence without a full stop.
  public var reason: String {
    switch rule {
    case .uniqueness: "two devices can save the same value before they synchronise, and CloudKit does not compare them"
    case .defaultValue: "a record that another version of the program wrote may lack the value"
    case .optionalRelationship: "an object may arrive before the objects that it refers to"
    case .inverse: "records arrive in any order, so a link must be known from both of its ends"
    case .deleteRule: "a device cannot prevent a deletion that another one has already made"
    case .order: "each device may put objects into another order, and CloudKit keeps none"
    }
  }

  /// The suggested next step.
  public var hint: String {
    switch rule {
    case .uniqueness: "remove the constraint, and merge objects with equal values after they have arrived"
    case .defaultValue: "make it optional, or give it a default where it is declared; one in init does not count"
    case .optionalRelationship: "make its type optional, such as [Item]? for a to-many relationship"
    case .inverse: "declare the inverse: @Relationship(inverse:) on one side, and a property on the other"
    case .deleteRule: "choose .nullify or .cascade, and check in the program before it deletes"
    case .order: "keep the position in an attribute of the objects"
    }
  }
}
