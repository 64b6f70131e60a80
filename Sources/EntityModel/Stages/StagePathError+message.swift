extension StagePathError {
  /// The error as one sentence without a full stop.
  public var message: String {
    switch self {
    case .unknownVersion(let version, let known):
      "the plan has no version \(version); it has \(Self.list(known))"
    case .duplicateVersion(let version):
      "two versions of the plan have the identifier \(version)"
    case .equalModels(let one, let other):
      "\(one) and \(other) declare the same models, so a store's version cannot be determined"
    case .stageOfUnknownVersion(let stage, let version, let known):
      "the stage \(stage.name) refers to \(version), which is not in the plan; the plan has \(Self.list(known))"
    case .stageToItself(let stage):
      "the stage \(stage.name) begins and ends with the same version"
    case .downwardLightweight(let stage):
      "the stage \(stage.name) is lightweight, but migrates to an older version"
    case .ambiguous(let one, let other):
      "two stages begin with \(one.from): \(one.name) and \(other.name)"
    case .gap(let from, let to, let stage?):
      "no stage migrates from \(from) to \(to): \(stage.name) skips it"
    case .gap(let from, let to, nil):
      "no stage migrates from \(from) towards \(to)"
    }
  }

  /// The suggested next step.
  public var hint: String {
    switch self {
    case .unknownVersion, .stageOfUnknownVersion: "add the version to the plan's schemas"
    case .duplicateVersion: "give each version a unique versionIdentifier"
    case .equalModels(_, let other): "remove \(other), or give one of its properties a hashModifier"
    case .stageToItself: "remove the stage"
    case .downwardLightweight:
      "make it a custom stage: data that the newer version dropped cannot be restored automatically"
    case .ambiguous: "remove one of them"
    case .gap(let from, let to, nil): "add a stage that begins with \(from)\(from == to ? "" : ", towards \(to)")"
    case .gap(let from, let to, _?): "add a stage \(from) → \(to), and stages from there"
    }
  }

  private static func list(_ versions: [String]) -> String {
    versions.isEmpty ? "none" : versions.joined(separator: ", ")
  }
}

extension StagePath.Stage {
  /// The name, such as `1.0.0 → 2.0.0`.
  public var name: String { "\(from) → \(to)" }
}
