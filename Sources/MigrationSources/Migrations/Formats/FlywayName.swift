/// A file name as Flyway parses it: `V1.2__add_people.sql`, `R__people_view.sql`, `afterMigrate__grants.sql`.
///
/// Only Flyway's default prefixes, separator and suffix are recognized, not those that a configuration sets instead.
/// [Migrations](https://documentation.red-gate.com/flyway/flyway-concepts/migrations)
struct FlywayName {
  enum Kind: Equatable {
    case versioned(VersionNumber)
    case undo(VersionNumber)
    case baseline(VersionNumber)
    case repeatable
    case callback
  }

  let kind: Kind
  /// The description as Flyway displays it, with spaces.
  let description: String

  /// Returns `nil` if Flyway ignores the file.
  ///
  /// - Parameter stem: a file name without its suffix.
  init?(stem: Substring) {
    let parts = stem.split(separator: "__", maxSplits: 1, omittingEmptySubsequences: false)
    description = parts.count > 1 ? String(parts[1].replacing("_", with: " ")) : ""
    let head = parts.first ?? ""
    guard !Self.events.contains(String(head)) else {
      kind = .callback
      return
    }
    let number = head.dropFirst()
    guard let prefix = head.first, prefix != "R" else {
      guard head == "R" else { return nil }
      kind = .repeatable
      return
    }
    guard let version = VersionNumber(flyway: number) else { return nil }
    switch prefix {
    case "V": kind = .versioned(version)
    case "U": kind = .undo(version)
    case "B": kind = .baseline(version)
    default: return nil
    }
  }

  /// [Callback events](https://documentation.red-gate.com/flyway/reference/callback-events)
  private static let events: Set<String> = {
    let parted = ["Clean", "Migrate", "Undo", "Validate", "Baseline", "Repair", "Info"].flatMap {
      ["before\($0)", "after\($0)", "after\($0)Error", "after\($0)OperationFinish"]
    }
    let each = ["Migrate", "Undo"].flatMap { command in
      ["", "Statement"].flatMap {
        ["beforeEach\(command)\($0)", "afterEach\(command)\($0)", "afterEach\(command)\($0)Error"]
      }
    }
    return Set(
      parted + each + [
        "beforeRepeatables", "afterVersioned", "afterMigrateApplied", "createSchema", "beforeCreateSchema",
        "beforeConnect", "afterConnect",
      ])
  }()
}

extension VersionNumber {
  /// Parses a version as Flyway does: "1", "1.2" or "1_2". The parts are numbers, and trailing zero parts do not count.
  init?(flyway text: Substring) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "_" }
    let numbers = parts.compactMap { VersionNumber($0)?.description }
    guard numbers.count == parts.count else { return nil }
    let end = numbers.lastIndex { $0 != "0" } ?? 0
    self.init(numbers[...end].joined(separator: "."), separator: ".")
  }
}
