internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Whether migrations that two branches add make the same schema, whichever run first.
struct MigrationOrder {
  /// A database that has had what both have; nil where they begin with nothing.
  let base: [UInt8]?
  /// Those that both sides have added.
  let shared: [Migration]
  let ours: [Migration]
  let theirs: [Migration]
  let settings: BuildSettings

  enum Outcome {
    case same
    /// From ours first to theirs first.
    case different(SchemaDiff)
    /// One of them does not run behind the others, in one order or in both.
    case stuck(LedgerError)
  }

  /// Nil where one side does not run by itself, which is no matter of order.
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
    let database = try ScratchDatabase(file: base, stubs: settings.stubs, timeLimit: settings.timeLimit)
    for migration in shared + migrations { try migration.run(on: database) }
    return database
  }
}
