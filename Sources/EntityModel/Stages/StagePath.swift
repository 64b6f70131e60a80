/// The stages between two versions of a migration plan, in order. They are plain values; the actions of a stage are
/// defined elsewhere.
public struct StagePath: Sendable, Hashable {
  /// The kind of a migration stage.
  public enum Kind: String, Sendable { case lightweight, custom }

  /// A migration stage between two versions.
  public struct Stage: Sendable, Hashable {
    /// The source version.
    public let from: String
    /// The destination version.
    public let to: String
    /// The kind; in a custom stage, the program's code runs.
    public let kind: Kind

    /// Creates a stage.
    public init(from: String, to: String, kind: Kind) {
      self.from = from
      self.to = to
      self.kind = kind
    }

    var isDownward: Bool { VersionOrder.isDownward(from: from, to: to) }
  }

  /// The positions of the stages in the plan, in the order in which they run; empty if the store already has the
  /// destination version.
  public let positions: [Int]
  /// The stages at ``positions``.
  public let stages: [Stage]

  /// Finds the stages from one version to another.
  ///
  /// From each version, one stage may lead to a newer version and one to an older version. All stages of a path have
  /// the same direction. A stage to an older version must be custom, because dropped data cannot be inferred.
  ///
  /// - Throws: ``StagePathError`` for an error in the plan, or if there is no path.
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

  /// All errors in a plan that do not depend on the path, in the order of its versions and stages.
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

/// An error in a migration plan, or the reason why there is no path.
public enum StagePathError: Error, Sendable, Hashable {
  /// The plan has no such version.
  case unknownVersion(String, known: [String])
  /// Two versions have this identifier.
  case duplicateVersion(String)
  /// Two versions have equal declarations, so the version of a store cannot be determined. Core Data: "Duplicate
  /// version checksums detected".
  case equalModels(String, String)
  /// A stage refers to a version that is not in the plan.
  case stageOfUnknownVersion(StagePath.Stage, String, known: [String])
  /// A stage begins and ends with the same version.
  case stageToItself(StagePath.Stage)
  /// A lightweight stage leads to an older version.
  case downwardLightweight(StagePath.Stage)
  /// Two stages in the same direction begin with the same version.
  case ambiguous(StagePath.Stage, StagePath.Stage)
  /// No stage continues the path; `passedBy` is a stage that skips the destination.
  case gap(from: String, to: String, passedBy: StagePath.Stage?)
}
