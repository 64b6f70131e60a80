extension MappingRefusal {
  /// One sentence, without a full stop: how many reasons, and each.
  public var message: String {
    let lines = reasons.map { "\($0.place) \($0.message)" }
    return "\(from) does not become \(to) by itself: \(lines.joined(separator: "; "))"
  }

  /// What to do, for each kind of reason once.
  public var hint: String {
    var hints: [String] = []
    for reason in reasons where !hints.contains(reason.hint) { hints.append(reason.hint) }
    return hints.joined(separator: "; ")
  }
}

extension MappingRefusal.Reason {
  /// `User.email`, or `User`.
  public var place: String { property.map { "\(entity).\($0)" } ?? entity }

  /// What is wrong, to be read behind ``place``.
  public var message: String {
    switch kind {
    case .addedWithoutDefault: "is new, required, and has no default"
    case .requiredWithoutDefault: "was optional, is required, and has no default"
    case .requiredRelationship(isNew: true): "is a new relationship, and required"
    case .requiredRelationship(isNew: false): "was optional, and is a required relationship"
    case .typeChanged(let before, let after): "was of type \(before), and is of type \(after)"
    case .toManyToOne: "led to many, and leads to one"
    case .destinationChanged(let before, let after): "led to \(before), and leads to \(after)"
    case .hierarchiesMerged(let roots):
      "brings together \(roots.joined(separator: " and ")), which shared no superentity"
    case .nameClaimed(let original, let names):
      "was \(original), and so says more than one: \(names.joined(separator: ", "))"
    case .nameUnknown(let original): "says it was '\(original)', which the version before does not have"
    case .defaultUnknown: "has a default whose value is not known"
    }
  }

  /// What to do about it.
  public var hint: String {
    switch kind {
    case .addedWithoutDefault, .requiredWithoutDefault:
      "make it optional, give it a default, or write a custom stage that gives each object a value"
    case .requiredRelationship:
      "make it optional, or write a custom stage that gives each object a value"
    case .typeChanged:
      "keep its type and add another property, or write a custom stage that takes the old values along"
    case .toManyToOne:
      "keep it and add another relationship, or write a custom stage that chooses the one"
    case .destinationChanged:
      "keep it and add another relationship, or write a custom stage that links the objects anew"
    case .hierarchiesMerged:
      "make a new entity below the superentity, and copy the objects in a custom stage"
    case .nameClaimed:
      "leave originalName to one of them"
    case .nameUnknown:
      "correct originalName, or leave it out if the property is new"
    case .defaultUnknown:
      "write the default as an expression that can be evaluated, or write a custom stage"
    }
  }
}

extension StagePathError {
  /// One sentence, without a full stop.
  public var message: String {
    switch self {
    case .unknownVersion(let version, let known):
      "the plan has no version \(version); it has \(Self.list(known))"
    case .duplicateVersion(let version):
      "two versions of the plan are called \(version)"
    case .equalModels(let one, let other):
      "\(one) and \(other) declare the same models, so nothing tells which of them a store is"
    case .stageOfUnknownVersion(let stage, let version, let known):
      "the stage \(stage.name) names \(version), which the plan does not have; it has \(Self.list(known))"
    case .stageToItself(let stage):
      "the stage \(stage.name) leads nowhere"
    case .downwardLightweight(let stage):
      "the stage \(stage.name) leads to an older version, and is lightweight"
    case .ambiguous(let one, let other):
      "two stages lead from \(one.from): \(one.name) and \(other.name)"
    case .gap(let from, let to, let stage?):
      "no stage leads from \(from) to \(to): \(stage.name) passes it by"
    case .gap(let from, let to, nil):
      "no stage leads from \(from) on to \(to)"
    }
  }

  /// What to do.
  public var hint: String {
    switch self {
    case .unknownVersion, .stageOfUnknownVersion: "add the version to the plan's schemas"
    case .duplicateVersion: "give each version a versionIdentifier of its own"
    case .equalModels(_, let other): "leave \(other) out, or give a property of it a hashModifier"
    case .stageToItself: "leave the stage out"
    case .downwardLightweight: "make it a custom stage: nothing brings back what the newer version left out"
    case .ambiguous: "leave one of them out"
    case .gap(let from, let to, nil): "add a stage that begins with \(from)\(from == to ? "" : ", towards \(to)")"
    case .gap(let from, let to, _?): "add the stages \(from) → \(to) and on from there"
    }
  }

  private static func list(_ versions: [String]) -> String {
    versions.isEmpty ? "none" : versions.joined(separator: ", ")
  }
}

extension StagePath.Stage {
  /// `1.0.0 → 2.0.0`.
  public var name: String { "\(from) → \(to)" }
}
