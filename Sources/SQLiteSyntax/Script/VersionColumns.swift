/// Columns into which the migrations of a project write its version, each another number: `UPDATE version SET number = 7`.
/// Such a column has no values of users.
package struct VersionColumns: Sendable {
  package struct Place: Hashable, Sendable {
    let table: Identifier
    let column: Identifier
  }

  private var numbers: [Place: Set<String>] = [:]

  package init() {}

  package var isEmpty: Bool { numbers.isEmpty }

  /// Reads the statements of a script that contains UPDATE.
  package mutating func read(_ script: String) {
    guard script.mentions("UPDATE") else { return }
    let bytes = Array(script.utf8)
    for statement in Script.statements(of: script) where statement.tokens.first?.isKeyword("UPDATE") == true {
      if case .update(let update) = Parser.action(of: String(decoding: bytes[statement.range], as: UTF8.self)) {
        add(update)
      }
    }
  }

  /// Adds an UPDATE that sets one column to a number in every row, or in the row of a key such as `'schema_version'`.
  package mutating func add(_ update: Updating) {
    guard update.filter.isEmpty || update.selectsVersion, !update.hasFrom, update.assignments.count == 1,
      update.assignments[0].columns.count == 1,
      update.assignments[0].value.count == 1, update.assignments[0].value[0].kind == .number
    else { return }
    let place = Place(table: update.table, column: update.assignments[0].columns[0])
    numbers[place, default: []].insert(update.assignments[0].value[0].text)
  }

  /// Whether a table with so many columns can be one that has only the version, perhaps with a key. In a larger table such a
  /// column may have values of users.
  package static func mayBeAlone(in columnCount: Int?) -> Bool { columnCount.map { $0 <= 2 } ?? false }

  /// Whether at least two statements set the column, to different numbers.
  package func contain(_ column: Identifier, of table: Identifier) -> Bool {
    (numbers[Place(table: table, column: column)]?.count ?? 0) > 1
  }
}

extension Updating {
  /// Whether the statement changes the row in which a column is equal to a word for a version.
  fileprivate var selectsVersion: Bool {
    filter.count == 3 && filter[0].isName && filter[1].isPunctuation("=") && filter[2].kind == .string
      && filter[2].text.lowercasedASCII.hasSuffix("version")
  }
}
