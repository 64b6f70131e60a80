/// The stages that lead from one version of a plan to another, in order. They are values: what a stage does stands
/// elsewhere.
public struct StagePath: Sendable, Hashable {
  /// How a stage changes a store.
  public enum Kind: String, Sendable { case lightweight, custom }

  /// A step between two versions.
  public struct Stage: Sendable, Hashable {
    /// The version it begins with.
    public let from: String
    /// The version it ends with.
    public let to: String
    /// Whether the program takes part in it.
    public let kind: Kind

    /// By its parts.
    public init(from: String, to: String, kind: Kind) {
      self.from = from
      self.to = to
      self.kind = kind
    }

    var isDownward: Bool { VersionOrder.isDownward(from: from, to: to) }
  }

  /// Positions in the plan's stages, in the order in which they run; none where the store is there already.
  public let positions: [Int]
  /// The stages at ``positions``.
  public let stages: [Stage]

  /// Finds the way from a version to another.
  ///
  /// From each version one stage may lead up and one down. A way up takes those that lead up, a way down those that lead
  /// down; a downward stage has to be a custom one, since nothing can be inferred for what was thrown away.
  ///
  /// - Throws: what is wrong with the plan, or why there is no way.
  public init(
    from: String, to: String, versions: [DeclaredModel], stages: [Stage]
  ) throws(StagePathError) {
    if let problem = Self.problems(versions: versions, stages: stages).first { throw problem }
    let known = versions.map(\.version)
    for version in [from, to] where !known.contains(version) { throw .unknownVersion(version, known: known) }
    let isDownward = VersionOrder.isDownward(from: from, to: to)
    var (positions, here) = ([Int](), from)
    while here != to {
      let next = stages.firstIndex { $0.from == here && $0.isDownward == isDownward }
      guard let next, !positions.contains(next), !Self.passes(to, stages[next], isDownward) else {
        let other = stages.first { $0.from == here && $0.isDownward == isDownward }
        throw .gap(from: here, to: to, passedBy: other)
      }
      positions.append(next)
      here = stages[next].to
    }
    self.positions = positions
    self.stages = positions.map { stages[$0] }
  }

  private static func passes(_ target: String, _ stage: Stage, _ isDownward: Bool) -> Bool {
    isDownward
      ? VersionOrder.isDownward(from: target, to: stage.to) : VersionOrder.isDownward(from: stage.to, to: target)
  }

  /// What is wrong with a plan whatever the way, in the order of its versions and stages.
  public static func problems(versions: [DeclaredModel], stages: [Stage]) -> [StagePathError] {
    versionProblems(versions) + stages.compactMap { problem(of: $0, versions.map(\.version)) } + ambiguities(stages)
  }

  private static func versionProblems(_ versions: [DeclaredModel]) -> [StagePathError] {
    var problems: [StagePathError] = []
    for (position, version) in versions.enumerated() {
      for other in versions[..<position] {
        if other.version == version.version {
          problems.append(.duplicateVersion(version.version))
        } else if other.entities == version.entities {
          problems.append(.equalModels(other.version, version.version))
        }
      }
    }
    return problems
  }

  private static func problem(of stage: Stage, _ known: [String]) -> StagePathError? {
    for version in [stage.from, stage.to] where !known.contains(version) {
      return .stageOfUnknownVersion(stage, version, known: known)
    }
    if stage.from == stage.to { return .stageToItself(stage) }
    return stage.isDownward && stage.kind == .lightweight ? .downwardLightweight(stage) : nil
  }

  private static func ambiguities(_ stages: [Stage]) -> [StagePathError] {
    stages.enumerated().compactMap { position, stage in
      let before = stages[..<position].first { $0.from == stage.from && $0.isDownward == stage.isDownward }
      return before.map { .ambiguous($0, stage) }
    }
  }
}

/// What is wrong with a plan, or why it does not lead where it should.
public enum StagePathError: Error, Sendable, Hashable {
  /// The plan has no such version.
  case unknownVersion(String, known: [String])
  /// Two versions have this identifier.
  case duplicateVersion(String)
  /// Two versions declare the same, so that nobody can tell which of them a store is. Core Data: "Duplicate version
  /// checksums detected".
  case equalModels(String, String)
  /// A stage names a version that the plan does not have.
  case stageOfUnknownVersion(StagePath.Stage, String, known: [String])
  /// A stage begins and ends with the same version.
  case stageToItself(StagePath.Stage)
  /// A lightweight stage leads to an older version.
  case downwardLightweight(StagePath.Stage)
  /// Two stages lead from one version in the same direction.
  case ambiguous(StagePath.Stage, StagePath.Stage)
  /// No stage leads on; `passedBy` is one that leads past the version asked for.
  case gap(from: String, to: String, passedBy: StagePath.Stage?)
}
