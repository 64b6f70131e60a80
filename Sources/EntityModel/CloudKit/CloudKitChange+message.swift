extension CloudKitChange {
  /// The location, such as `Post.body` or `Post`.
  public var place: String { property.map { "\(entity).\($0)" } ?? entity }

  /// What CloudKit's schema keeps, such as `the field CD_body of CD_Post` or `the record type CD_Post`.
  public var kept: String {
    property.map { "the field CD_\($0) of \(recordType)" } ?? "the record type \(recordType)"
  }

  /// The change, as a predicate that follows ``place``.
  public var message: String {
    switch kind {
    case .removed: "was removed"
    case .renamed(let name): "was renamed to \(name)"
    case .moved(let before, let after): "moved from the record type \(before) to \(after)"
    case .retyped(let before, let after): "changed from \(before.rawValue) to \(after.rawValue)"
    case .becameToMany: "became a to-many relationship, which has no field"
    case .encryption(isEncrypted: true): "became encrypted"
    case .encryption(isEncrypted: false): "is no longer encrypted"
    }
  }

  /// What happens in CloudKit, as a sentence without a full stop.
  public var reason: String {
    switch kind {
    case .removed, .becameToMany:
      "CloudKit keeps \(kept); older versions of the program still write it, and this one does not read it"
    case .renamed:
      "CloudKit keeps \(kept) and adds another; older versions of the program read and write only the old one"
    case .moved: "CloudKit keeps the old records; older versions of the program read and write only those"
    case .retyped: "the type of \(kept) cannot change, and CloudKit refuses records with another"
    case .encryption: "whether \(kept) is encrypted cannot change"
    }
  }

  /// The suggested next step.
  public var hint: String {
    let thing = property == nil ? "entity" : "property"
    return switch kind {
    case .removed: "keep the \(thing), even if the program does not use it any more"
    case .renamed: "keep the old \(thing) beside the new one, and copy its values"
    case .moved: "keep the entity where it was, and add another"
    case .retyped, .becameToMany, .encryption: "keep the property as it was, and add another with a new name"
    }
  }
}
