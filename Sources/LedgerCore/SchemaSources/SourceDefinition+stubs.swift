internal import MigrationSources
package import SQLiteSandbox
package import SQLiteSchema
internal import SQLiteSyntax

extension SourceDefinition {
  /// Finds all functions and collations of the application that the SQL needs: each is replaced by a stub, until the SQL
  /// runs or fails for another reason.
  ///
  /// - Parameters:
  ///   - error: the error with which the SQL fails.
  ///   - settings: the stubs that exist are not returned.
  /// - Returns: the missing stubs, and whether the SQL runs with them.
  package func missingStubs(for error: SchemaError, _ settings: BuildSettings) -> (stubs: Stubs, areEnough: Bool) {
    var missing = Stubs()
    var settings = settings
    var next: SchemaError? = error
    while let name = next?.unknownName, missing.add(name) {
      settings.stubs.functions.merge(missing.functions) { own, _ in own }
      settings.stubs.collations.formUnion(missing.collations)
      do {
        _ = try run(settings)
        return (missing, true)
      } catch LedgerError.sqlFailed(_, _, let error) {
        next = error
      } catch {
        next = nil
      }
    }
    return (missing, false)
  }
}

extension Stubs {
  /// Adds a stub for what SQLite does not know.
  ///
  /// - Returns: whether it was added. A function of a newer SQLite has a meaning that a stub does not have.
  fileprivate mutating func add(_ name: UnknownName) -> Bool {
    switch name {
    case .function(let name) where NewerFunctions.release(of: name.text) == nil && functions[name] == nil:
      functions[name] = .firstArgument
    case .collation(let name) where !collations.contains(name): collations.insert(name)
    default: return false
    }
    return true
  }
}
