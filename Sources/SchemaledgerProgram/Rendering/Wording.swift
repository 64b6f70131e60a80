import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerKit
import MigrationSources
internal import SQLiteSchema

/// The messages of the command line that are neither findings nor errors.
enum Wording {
  static let start: DisplayText = """
    schemaledger keeps every database schema you release in Git, and checks that each one still migrates to today's.

      schemaledger init          find the schema of this repository and set up its ledger
      schemaledger freeze 1.0.0  record today's schema as a version
      schemaledger demo          show the main commands in a temporary repository
      schemaledger --help        list all commands
    """

  static let schemaWithoutVersion =
    "set 'version' in schemaledger.yml; without it, check cannot distinguish drift from development (schemaledger help configuration)"

  static let stubsAdded =
    "schemaledger.yml has stubs for functions or collations that SQLite does not have and that the application probably registers (schemaledger help configuration)"

  static func customStages(_ count: Int) -> String {
    let subject =
      count == 1
      ? "1 stage of the migration plan is code of the app" : "\(count) stages of the migration plan are code of the app"
    return
      "\(subject); with 'stages: run' under 'source' in schemaledger.yml, verify compiles and runs \(count == 1 ? "it" : "them") (schemaledger help app-models)"
  }

  static let commandNotTried =
    "nothing was run yet; freeze, check and verify run its migrations on temporary databases"

  /// - Parameter command: the command that allows them.
  static func trustInInit(_ command: String) -> DisplayText {
    "they can do whatever you can do, so read them and what they run\nto allow them: \(command)"
  }

  static let allowedByInit: DisplayText =
    "the commands in schemaledger.yml may run on this machine: schemaledger trust --list"

  static let hookNeedsTrust: DisplayText =
    "until this repository's commands are allowed, the hooks stop commits that change what they read: schemaledger trust"

  static func formerPaths(_ source: SourceConfiguration) -> String {
    "the source has moved; so that hooks, diff and check --range find it, list all its paths in schemaledger.yml: paths: ["
      + source.paths.joined(separator: ", ") + "]"
  }

  static let hookNotExecutable: DisplayText = "is not executable, so Git ignores it: schemaledger hook install"

  static let sharedHooks =
    "core.hooksPath is outside this repository, so other repositories may share these hooks"

  /// - Parameter progress: how many versions were verified when the time was over; `nil` if none.
  static func notVerified(_ progress: (done: Int, total: Int)?, seconds: Int) -> String {
    let part = progress.map { "\($0.done) of \(count($0.total, "version")) were verified" } ?? "no version was verified"
    return
      "the pending migrations were not verified within \(count(seconds, "second")) (\(part)), and the commit is not "
      + "stopped: run schemaledger verify, or allow more time: git config \(PendingReview.timeLimitKey) \(seconds * 4)"
  }

  static func unknownHistory(_ name: String) -> String {
    "\(name) was not checked: this clone is shallow and does not contain its base (git fetch --unshallow)"
  }

  static func brokenReference(_ name: String) -> String {
    "\(name) does not lead to a commit, so its history was not checked"
  }

  /// What of the history cannot be read.
  static func gap(_ gap: EntryHistory.Gap) -> String {
    switch gap {
    case .content: "the version cannot be read from the history: an object is not in this clone"
    case .commits(let count):
      "the ledger of \(self.count(count, "commit")) cannot be read: an object is not in this clone"
    case .history(let reason): reason
    }
  }

  /// Describes the cost of a migration, in the same units for all migrations.
  static func measurement(_ measured: MigrationCost) -> DisplayText {
    let size = String(format: "%+.2f MiB", Double(measured.bytes) / Double(1 << 20))
    let time = String(format: "%.2f s", measured.seconds)
    return "       \(measured.path)  \(time), \(size) for \(count(measured.rows, "row")) in each table"
  }

  /// Describes a requested trial that `verify` could not run.
  static func limit(_ limit: TrialLimit) -> String {
    "not tried  \(name(limit.kind)): \(limit.message)"
  }

  /// The option or the key of the configuration that requests a trial.
  static func name(_ trial: Trials.Kind) -> String { (trial.isOption ? "--" : "") + trial.rawValue }

  /// Describes the location of a source, such as `db/migrations (goose)`.
  static func place(_ source: SourceConfiguration) -> String {
    let folder = source.migrations
    let convention = folder.flatMap { MigrationConvention.named($0.convention)?.title ?? $0.convention }
    return "\(folder?.paths.first ?? source.paths.first ?? "") (\(convention ?? "schema file"))"
  }

  /// Lists tags, such as `v1.0, v1.1, v1.2` or `v1.0 … v1.9 (12)`.
  static func list(_ tags: [String]) -> String {
    guard tags.count > 3, let last = tags.last else { return tags.joined(separator: ", ") }
    return "\(tags[0]) … \(last) (\(tags.count))"
  }

  static func moved(_ move: HistoryEvents.Move) -> String {
    "\(move.commit) moved files from \(move.from) to \(move.to); to follow them, set paths: [\(move.to), \(move.from)] in \(Configuration.fileName)"
  }

  static func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }

  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// A number of bytes with three digits at most: `980 bytes`, `1.2 MB`. A megabyte has a million bytes.
  static func size(_ bytes: Int64) -> String {
    if bytes < 1000 { return count(Int(bytes), "byte") }
    var (value, units) = (Double(bytes) / 1000, ["kB", "MB", "GB", "TB"][...])
    while value >= 999.5, units.count > 1 {
      value /= 1000
      units.removeFirst()
    }
    return String(format: value < 9.95 ? "%.1f" : "%.0f", value) + " \(units.first ?? "")"
  }

  /// A duration with two digits at most behind the point: `0.12 s`, `3.2 s`, `128 s`.
  static func seconds(_ seconds: Double) -> String {
    String(format: seconds < 0.995 ? "%.2f s" : seconds < 9.95 ? "%.1f s" : "%.0f s", seconds)
  }

  /// Describes the rows that show a finding, such as `generated rows; the migration is released`; `nil` for a finding
  /// that is not about migrating a version.
  static func evidence(_ finding: Finding) -> String? {
    let rows: String? =
      switch finding.evidence {
      case .empty: "an empty database"
      case .frozen: "rows that were frozen with the version"
      case .supplied: "supplied rows of \(finding.version ?? "the version")"
      case .generated: "generated rows"
      case .real: "the rows of the file"
      case nil: nil
      }
    return rows.map { rows in
      guard let isPending = finding.isPending else { return rows }
      if finding.path != nil {
        return rows + (isPending ? "; the migration is not frozen yet" : "; the migration is frozen")
      }
      return rows + (isPending ? "; some migrations are not frozen yet" : "; all migrations are frozen")
    }
  }

  /// A number with a comma after each group of three digits, as in `12,340`.
  static func grouped(_ number: Int) -> String {
    let digits = String(abs(number))
    let groups = stride(from: digits.count % 3, through: digits.count, by: 3).map { end in
      digits.prefix(end).suffix(end == digits.count % 3 ? end : 3)
    }
    return (number < 0 ? "-" : "") + groups.filter { !$0.isEmpty }.joined(separator: ",")
  }

  /// Lists the first `limit` names and the number of further names.
  static func some(_ names: [String], _ limit: Int, separator: String = ", ") -> String {
    names.prefix(limit).joined(separator: separator) + (names.count > limit ? " and \(names.count - limit) more" : "")
  }

  /// Counts findings by severity, such as `1 error, 2 notes, 1 waived`.
  static func count(_ findings: [Finding]) -> String {
    let words: [(Finding.Severity, String)] = [(.error, "error"), (.warning, "warning"), (.note, "note")]
    let counted = findings.unwaived
    let waived = findings.count - counted.count
    return
      (words.compactMap { severity, word in
        let number = counted.count { $0.severity == severity }
        return number == 0 ? nil : count(number, word)
      } + (waived == 0 ? [] : ["\(waived) waived"])).joined(separator: ", ")
  }

  /// Lists waived findings, such as `2 findings are waived: SL302 of 1.0.0, SL305 of 1.2.0, users.name`; `nil` if there
  /// are none.
  static func waived(_ findings: [Finding]) -> String? {
    let waived = findings.waived
    if waived.isEmpty { return nil }
    let subjects = waived.map(\.subject).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return "\(count(waived.count, "finding is", "findings are")) waived: \(some(subjects, 5, separator: "; "))"
  }

  static func waiverHint(_ finding: Finding, at path: String) -> DisplayText {
    "if this is intended, waive it in \(path) (schemaledger help waivers), for example:\n  \(finding.waiverLine)"
  }

  /// Describes a waiver, such as `waived until 2.0.0: nobody has it`.
  static func words(_ waiver: Waiver) -> String {
    "waived" + (waiver.limit.map { " until \($0)" } ?? "") + ": " + waiver.reason
  }

  /// Lists the first changes and the number of further changes, because `2 tables changed…` is too long for a line of a
  /// log.
  static func summary(of diff: SchemaDiff) -> String {
    let changes = diff.meaningfulChanges
    guard !changes.isEmpty else { return "no schema changes" }
    let places = changes.prefix(3).map { "\($0.kind) \($0.place)" }.joined(separator: ", ")
    return changes.count > 3 ? "\(places), and \(changes.count - 3) more" : places
  }
}
