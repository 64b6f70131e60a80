import ArgumentParser
import CanonicalJSON
import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import MigrationSources
import SQLiteSchema

/// The output of `init` and `freeze --from-tags`: a line for each distinct schema.
struct BackfillReport {
  let plans: [BackfillPlan]
  let tags: ReleaseTags
  let commit: ObjectID?
  let isDryRun: Bool

  /// Whether the command failed to freeze a tag that contains the source.
  var isFailure: Bool { plans.contains { !$0.failures.isEmpty } }

  /// Tags that the pattern does not match, and that no entry names.
  private var unmatched: [String] {
    let frozen = Set(plans.flatMap { $0.frozenTags.map { ByteName($0) } })
    return tags.unmatched.filter { !frozen.contains(ByteName($0)) }
  }

  private var newCount: Int { plans.reduce(0) { $0 + $1.newItems.count } }

  func write(_ format: OutputFormat, to terminal: Terminal) throws {
    switch format {
    case .text: writeText(to: terminal)
    case .json: try writeJSON(to: terminal)
    }
  }

  // MARK: Text

  private func writeText(to terminal: Terminal) {
    // Of a dry run, all of it is the result.
    let confirmations = isDryRun ? terminal : terminal.confirmations
    for plan in plans {
      if plans.count > 1 {
        (plan.failures.isEmpty ? confirmations : terminal).out(terminal.styled("\(plan.configuration.name)", .strong))
      }
      if plan.configuration.source.models?.usesDeclaredNames == false, plan.followsTags || !plan.sharedNames.isEmpty {
        confirmations.out("note       " + Wording.namedAfterTags(plan.sharedNames))
      }
      if let control = plan.control { terminal.message(Wording.words(control)) }
      write(plan.items, to: confirmations)
      for move in plan.moves { confirmations.out("read from  " + Self.line(move, plan.configuration.source)) }
      for absence in plan.absent {
        confirmations.out("no schema  \(Wording.list(absence.tags)): \(absence.reason)")
      }
      for (tags, withdrawal) in plan.withdrawn {
        let version = withdrawal.entry.version
        confirmations.out(
          "withdrawn  \(Wording.list(tags)): \(withdrawal.reason); to freeze it again: schemaledger freeze \(version) --at \(tags[0].shellWord)"
        )
      }
      for synonyms in plan.synonyms {
        confirmations.out("the same   \(synonyms.shown()): one version with one schema")
      }
      for note in plan.notes { confirmations.out("note       \(Wording.list(note.tags)): \(note.note.text)") }
      for failure in plan.failures { write(failure, to: terminal) }
    }
    for (reason, rejected) in Dictionary(grouping: tags.rejected, by: \.reason).sorted(by: {
      $0.value[0].tag < $1.value[0].tag
    }) {
      confirmations.out("no release \(Wording.list(rejected.map(\.tag))): \(reason)")
    }
    if !unmatched.isEmpty {
      confirmations.out("left out   \(Wording.list(unmatched)): the pattern does not match")
    }
    (isFailure ? terminal : confirmations).out(terminal.styled(summary, isFailure ? .warning : .success))
  }

  private func write(_ items: [BackfillPlan.Item], to terminal: Terminal) {
    let versions = items.map { "\($0.version)" as DisplayText }
    let tags = items.map { "\(Wording.list($0.tags))" as DisplayText }
    if items.isEmpty { return }
    let hasMigrations = items.contains { $0.migrationCount != nil }
    let widths = (
      (versions.map(\.count) + [Self.columns[0].count]).max() ?? 0,
      (tags.map(\.count) + [Self.columns[1].count]).max() ?? 0
    )
    let header: [DisplayText?] = [
      Self.columns[0].padded(to: widths.0), Self.columns[1].padded(to: widths.1), Self.columns[2].padded(to: 12),
      hasMigrations ? Self.columns[3] : nil, "since the previous version",
    ]
    terminal.out(terminal.styled(header.compactMap(\.self).joined(separator: "  "), .faint))
    for (item, (version, tags)) in zip(items, zip(versions, tags)) {
      var parts: [DisplayText] = [
        terminal.styled(version.padded(to: widths.0), .strong), tags.padded(to: widths.1),
        item.hasTables ? "\(item.schema.prefix(12))" : "model only  ",
      ]
      if hasMigrations {
        parts.append((item.migrationCount.map { "\($0)" } ?? "-" as DisplayText).padded(to: Self.columns[3].count))
      }
      parts.append(Self.story(item))
      if !item.isNew { parts.append(terminal.styled("already frozen", .faint)) }
      terminal.out(parts.joined(separator: "  "))
    }
  }

  private static let columns: [DisplayText] = ["version", "tags", "schema", "migrations"]

  private static func story(_ item: BackfillPlan.Item) -> DisplayText {
    let changes: DisplayText = item.diff.map { "\(Wording.summary(of: $0))" } ?? "first version"
    return item.replaced.map { "new lineage: no migration of \($0) is left under its name; \(changes)" } ?? changes
  }

  private static func line(_ move: BackfillPlan.Move, _ source: SourceConfiguration) -> DisplayText {
    let kind =
      switch source.models?.framework {
      case .coreData?: "Core Data model"
      case .swiftData?: "SwiftData"
      case nil: "schema file"
      }
    let convention = move.convention.flatMap(MigrationConvention.named)?.title ?? move.convention ?? kind
    let first = move.tags.first ?? ""
    let last = move.tags.last ?? ""
    let files = move.files.joined(separator: ", ")
    let beside: DisplayText =
      files.isEmpty ? "" : move.isForUpgrades ? ", with \(files) for new databases" : ", after \(files)"
    return
      "\(move.path.isEmpty ? "the whole repository" : move.path)  (\(convention)\(beside)) at \(first == last ? first : "\(first) to \(last)")"
  }

  private func write(_ failure: BackfillPlan.Failure, to terminal: Terminal) {
    let reasons = DisplayText.lines(of: failure.reason)
    terminal.out(terminal.styled("failed", .error) + "     \(Wording.list(failure.tags)): \(reasons.first ?? "")")
    for line in reasons.dropFirst() { terminal.out("           " + line) }
    for line in DisplayText.lines(of: failure.hint ?? "") { terminal.out("           " + line) }
  }

  private var summary: DisplayText {
    func count(_ identity: (BackfillPlan.Item) -> String) -> Int {
      Set(plans.flatMap { plan in plan.items.map { "\(plan.configuration.name) \(identity($0))" } }).count
    }
    // Two versions may have one schema, and differ in their migrations.
    let (schemas, versions) = (count { $0.hasTables ? $0.schema : $0.entry }, count(\.entry))
    var text: DisplayText = "\(Wording.count(tags.tagCount, "tag")), \(Wording.count(schemas, "schema"))"
    text += versions == schemas ? ": " : " in \(Wording.count(versions, "version")): "
    if newCount == 0 {
      text += plans.allSatisfy(\.items.isEmpty) ? "nothing to freeze" : "all already frozen"
    } else if isDryRun {
      text += "would freeze \(newCount)"
    } else {
      text += "froze \(newCount)  (\(commit.map { "commit \($0.short)" } ?? "staged, not committed"))"
    }
    let counts = [
      (Self.count(plans.map { $0.absent.flatMap(\.tags) }), "without a schema"),
      (Self.count(plans.map { $0.failures.flatMap(\.tags) }), "failed"),
    ]
    for (count, word) in counts where count > 0 { text += ", \(count) \(word)" }
    return text
  }

  /// The number of tags. A tag may be one of several databases.
  private static func count(_ tags: [[String]]) -> Int { Set(tags.joined().map { ByteName($0) }).count }

  // MARK: JSON

  private func writeJSON(to terminal: Terminal) throws {
    var report = JSONReport("freeze")
    report["outcome"] = newCount == 0 ? "nothingNew" : isDryRun ? "dryRun" : "frozen"
    report["commit"] = commit.map { .string($0.hex) } ?? .null
    report["databases"] = .array(try plans.map(Self.json))
    report["rejected"] = .array(tags.rejected.map { ["reason": .string($0.reason), "tag": .string($0.tag)] })
    report["unmatched"] = Self.strings(unmatched)
    report.write(to: terminal)
  }

  private static func json(_ plan: BackfillPlan) throws -> JSONValue {
    [
      "absences": .array(plan.absent.map { ["reason": .string($0.reason), "tags": strings($0.tags)] }),
      "absent": strings(plan.absent.flatMap(\.tags)), "control": plan.control.map { .string($0.version.name) } ?? .null,
      "database": .string(plan.configuration.name), "failures": .array(plan.failures.map(json)),
      "notes": .array(
        plan.notes.map {
          ["code": .string($0.note.code), "message": .string($0.message), "tags": strings($0.tags)]
        }),
      "places": .array(plan.moves.map(json)), "synonyms": .array(plan.synonyms.map(strings)),
      "versions": .array(try plan.items.map(json)),
      "withdrawn": .array(
        plan.withdrawn.map { ["tags": strings($0.tags), "withdrawal": .string($0.withdrawal.id)] }),
    ]
  }

  private static func json(_ item: BackfillPlan.Item) throws -> JSONValue {
    [
      "changes": try (item.diff?.meaningfulChanges ?? []).json(), "commit": .string(item.commit.hex),
      "entry": .string(item.entry), "migrations": item.migrationCount.map { .number($0) } ?? .null,
      "outcome": item.isNew ? "frozen" : "alreadyFrozen",
      "replaces": item.replaced.map { .string($0.name) } ?? .null, "schema": .string(item.schema),
      "tags": strings(item.tags), "version": .string(item.version.name),
    ]
  }

  private static func json(_ failure: BackfillPlan.Failure) -> JSONValue {
    [
      "hint": failure.hint.map { .string($0) } ?? .null, "reason": .string(failure.reason),
      "tags": strings(failure.tags),
    ]
  }

  private static func json(_ move: BackfillPlan.Move) -> JSONValue {
    [
      "convention": move.convention.map { .string($0) } ?? .null, "path": .string(move.path),
      "tags": strings(move.tags),
    ]
  }

  private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension HistoryControl.Outcome {
  /// The version that the control reproduced.
  var version: Version {
    switch self {
    case .same(let version, _), .otherBytes(let version, _, _): version
    }
  }
}

extension Wording {
  /// Describes the result of the control, which runs before a past schema is recorded.
  static func words(_ control: HistoryControl.Outcome) -> DisplayText {
    switch control {
    case .same(let version, let commit): "control: \(commit.short) still produces \(version) byte for byte"
    case .otherBytes(let version, let commit, .sqlite(let frozen)):
      "control: \(commit.short) still produces the schema of \(version); its bytes differ, because SQLite \(frozen) wrote them"
    case .otherBytes(let version, let commit, .command):
      "control: \(commit.short) still produces the schema of \(version); the command writes different bytes each time"
    }
  }
}

extension Wording {
  /// Says why versions have the names of tags, and not those in the sources.
  fileprivate static func namedAfterTags(_ shared: [Version]) -> DisplayText {
    let names = list(shared.map(\.name))
    return shared.isEmpty
      ? "the names in the sources are not in the order of the releases, so versions are named after their tags ('names: chosen' in \(Configuration.fileName))"
      : "the model of \(names) was edited after a release, so versions are named after their tags ('names: chosen' in \(Configuration.fileName))"
  }
}

extension BackfillPlan.Note {
  fileprivate var note: Note { Note(code: notice.reason.code, message: message) }
}
