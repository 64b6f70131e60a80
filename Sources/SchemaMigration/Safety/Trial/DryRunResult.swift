/// The result of ``SafeModelContainer/dryRun(for:plan:storeURL:)``.
public enum DryRunResult: Sendable {
  /// The migration succeeded on a copy.
  case success(DryRunReport)
  /// The migration would fail with this error.
  case failure(MigrationError)

  /// Whether the migration succeeded.
  public var isSuccess: Bool {
    if case .success = self { true } else { false }
  }

  /// What would happen; `nil` after a failure.
  public var report: DryRunReport? {
    if case .success(let report) = self { report } else { nil }
  }
}

/// What ``SafeModelContainer/make(for:plan:storeURL:safety:cloudKitDatabase:configurations:)`` would do with a store.
public struct DryRunReport: Sendable, CustomStringConvertible {
  /// The kinds of work.
  public enum Work: Sendable, Hashable {
    /// There is no store, so a new one would be created. Is the path right?
    case creates
    /// The store has the schema of the container already.
    case nothing
    /// The store would be migrated between these versions.
    case migrates(from: String, to: String)
  }

  /// The number of an entity's objects, without those of its subentities.
  public struct Rows: Sendable, Hashable {
    /// The name of the entity.
    public let entity: String
    /// The number before the migration; `nil` if the old version does not have the entity.
    public let before: Int?
    /// The number after the migration; `nil` if the new version does not have the entity.
    public let after: Int?
  }

  /// What would be done.
  public let work: Work
  /// The number of objects of each entity of either version, by name; empty if nothing would be migrated.
  public let rows: [Rows]
  /// The entities and properties, such as `Draft` and `Note.text`, from which nothing of the new version takes its values.
  /// The plan's own code may have read them.
  public let lost: [String]
  /// The entities and properties, such as `Note.slug`, that take their values from nothing of the old version. They have
  /// what the plan's own code, or their default, gives them.
  public let filled: [String]
  /// The properties, such as `Note.tagline`, that take their values from nothing of the old version and have none in any
  /// object: neither the plan nor a default fills them.
  public let unfilled: [String]
  /// How long the migration of the copy took.
  public let duration: Duration
  /// The size of the database before the migration, in bytes.
  public let bytesBefore: Int64
  /// The size of the database after the migration, in bytes.
  public let bytesAfter: Int64
  /// The bytes that a backup and the migration need on the disk for a time.
  public let bytesNeeded: Int64

  /// A report of several lines.
  public var description: String {
    switch work {
    case .creates: return "There is no store. A new one would be created."
    case .nothing: return "The store needs no migration."
    case .migrates(let from, let to):
      func text(_ count: Int?) -> String { count.map { "\($0)" } ?? "none" }
      let counts = rows.map { "  \($0.entity): \(text($0.before)) → \(text($0.after)) rows" }
      return
        (["The store would be migrated from \(from) to \(to) in \(duration)."] + counts
        + lost.map { "  lost: \($0)" } + filled.map { "  filled: \($0)" }
        + unfilled.map { "  without a value: \($0)" }
        + ["  \(bytesBefore) → \(bytesAfter) bytes; \(bytesNeeded) bytes are needed meanwhile"]).joined(separator: "\n")
    }
  }
}
