/// What Flyway reads in a file's name: `V1.2__add_people.sql`, `R__people_view.sql`, `afterMigrate__grants.sql`.
///
/// Only Flyway's own prefixes, separator and suffix are known, not those that a configuration may set in their place.
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
  /// As Flyway shows it, with spaces.
  let description: String

  /// - Parameter stem: a file name without its suffix. Nil: Flyway passes it over.
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
  /// As Flyway reads it: "1", "1.2" or "1_2": parts are numbers, and those that are 0 at the end do not count.
  init?(flyway text: Substring) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "_" }
    let numbers = parts.compactMap { VersionNumber($0)?.description }
    guard numbers.count == parts.count else { return nil }
    let end = numbers.lastIndex { $0 != "0" } ?? 0
    self.init(numbers[...end].joined(separator: "."), separator: ".")
  }
}
