public import CanonicalJSON

/// One difference between two schemas in a JSON report.
public struct ChangeDocument: Codable, Sendable, Hashable {
  /// Whether it adds, removes or changes something.
  public enum Effect: String, Sendable, CaseIterable {
    case added, removed, changed
  }

  /// Canonical SQL, or words for a declared model; `nil` for something removed.
  @NullIfNil public var after: String?
  /// The same before; `nil` for something added.
  @NullIfNil public var before: String?
  /// The column or property; `nil` for the whole object.
  @NullIfNil public var column: String?
  /// What differs, such as `column.type`.
  public var kind: String
  /// The table, view, index, trigger or entity.
  public var object: String
  /// The verdict that the change alone would give.
  public var verdict: String

  /// Creates a change.
  public init(kind: String, object: String, column: String?, before: String?, after: String?, verdict: String) {
    (self.kind, self.object, self.column, self.verdict) = (kind, object, column, verdict)
    (self.before, self.after) = (before, after)
  }

  /// What it does.
  public var effect: Effect { before == nil ? .added : after == nil ? .removed : .changed }

  /// The object, or `object.column`.
  public var place: String { object + (column.map { "." + $0 } ?? "") }
}
