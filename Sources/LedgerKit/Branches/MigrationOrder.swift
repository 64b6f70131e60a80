internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Tests whether migrations that two branches add lead to the same schema in either order.
struct MigrationOrder {
  /// A database with all migrations of the common ancestor, or `nil` if there is no common ancestor.
  let base: [UInt8]?
  /// The migrations that both sides have added.
  let shared: [Migration]
  let ours: [Migration]
  let theirs: [Migration]
  let settings: BuildSettings

  enum Outcome {
    case same
    /// The difference from "ours first" to "theirs first".
    case different(SchemaDiff)
    /// One side's migrations fail after the other's, in one order or in both.
    case stuck(LedgerError)
  }

  /// Returns `nil` if one side fails on its own, since that failure does not depend on the order.
  func outcome() -> Outcome? {
    do {
      let (one, other) = (try database(ours + theirs), try database(theirs + ours))
      if try one.storedText() == other.storedText() { return .same }
      let ignored = settings.ignoredTables
      let diff = SchemaDiff(from: try one.schema(ignoring: ignored), to: try other.schema(ignoring: ignored))
      return diff.verdict <= .cosmetic ? .same : .different(diff)
    } catch let error as LedgerError {
      let runsAlone = [ours, theirs].allSatisfy { (try? database($0)) != nil }
      return runsAlone ? .stuck(error) : nil
    } catch {
      return nil
    }
  }

  private func database(_ migrations: [Migration]) throws -> ScratchDatabase {
    let database = try ScratchDatabase(
      file: base, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    for migration in shared + migrations { try migration.run(on: database) }
    return database
  }
}
