/// The stable code of a finding, such as `SL302`; `Docs/Findings.md` and `Docs/Rules` describe each.
///
/// A code is declared once, in the file that has the kinds of its findings. `.ci/finding-codes` collects the declarations.
public struct FindingCode: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The code as people write it.
  public let rawValue: String
  /// What findings of this code are about, in a few words, for a list of them.
  public let title: String
  /// The severity of most of its findings; a single finding can have another one.
  public let severity: Severity
  /// Whether a waiver may name it. What the ledger is, nobody can accept to be otherwise: an entry that was rewritten or
  /// deleted is brought back, and what cannot be read has said nothing yet that could be accepted. A withdrawal is always
  /// shown, and so is what a seal says.
  public let isWaivable: Bool
  /// Whether a finding of this code can be a note, which the configuration can silence.
  package let canBeNote: Bool

  /// Declares a code.
  package init(
    _ rawValue: String, _ title: String, _ severity: Severity = .error, isWaivable: Bool = true, canBeNote: Bool = false
  ) {
    self.rawValue = rawValue
    self.title = title
    self.severity = severity
    self.isWaivable = isWaivable
    self.canBeNote = canBeNote
  }

  /// The code as people write it.
  public var description: String { rawValue }

  /// Whether it is one of `lint`, about a migration and not about a version.
  package var isRule: Bool { rawValue.hasPrefix("SL4") }

  /// Where it is described, from the top of this project.
  public var page: String {
    isRule ? "Docs/Rules/\(rawValue).md" : "Docs/Findings.md#\(rawValue.lowercased())"
  }

  /// Whether both are the same code.
  public static func == (left: FindingCode, right: FindingCode) -> Bool { left.rawValue == right.rawValue }

  /// By number.
  public static func < (left: FindingCode, right: FindingCode) -> Bool { left.rawValue < right.rawValue }

  /// Hashes the code alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
