internal import SQLiteSyntax

/// An assumption that no row of a real database violates.
public struct ProposedAssumption: Sendable, Hashable {
  /// The number of rows or values that satisfy the assumption, and how.
  public enum Evidence: Sendable, Hashable {
    /// None of the rows is NULL.
    case notNull(rows: Int)
    /// None of the texts is empty.
    case notEmpty(texts: Int)
    /// All of the values are JSON objects or arrays.
    case json(values: Int)
    /// No two of the rows have the same values.
    case unique(rows: Int)
  }

  /// The condition, in a table of the profile.
  public let assumption: Assumption
  /// The reason for it.
  public let evidence: Evidence
}

extension DatabaseProfile {
  /// The number of rows below which a table does not support an assumption.
  public static let leastRows = 20

  /// The assumptions that all rows satisfy and that the schema does not declare.
  public var proposals: [ProposedAssumption] { tables.flatMap(\.proposals) }
}

extension DatabaseProfile.Table {
  var proposals: [ProposedAssumption] {
    let pairs = uniquePairs.map { pair in
      proposal("UNIQUE (\(pair.map(Keyword.quote).joined(separator: ", ")))", .unique(rows: rows))
    }
    return columns.flatMap(proposals) + (rows >= DatabaseProfile.leastRows ? pairs : [])
  }

  private func proposals(_ column: DatabaseProfile.Column) -> [ProposedAssumption] {
    let least = DatabaseProfile.leastRows
    let name = Keyword.quote(column.name)
    var found: [ProposedAssumption] = []
    if column.rows >= least, column.nulls == 0, !column.isRequired {
      found.append(proposal("\(name) IS NOT NULL", .notNull(rows: column.rows)))
    }
    guard column.values >= least else { return found }
    if column.objects + column.arrays == column.values {
      found.append(proposal("\(name) IS NULL OR json_valid(\(name))", .json(values: column.values)))
    } else if column.texts == column.values, column.empty == 0 {
      found.append(proposal("\(name) <> ''", .notEmpty(texts: column.texts)))
    }
    if column.isUnique, !column.isKey, column.canBeKey {
      found.append(proposal("UNIQUE (\(name))", .unique(rows: column.values)))
    }
    return found
  }

  private func proposal(_ condition: String, _ evidence: ProposedAssumption.Evidence) -> ProposedAssumption {
    ProposedAssumption(assumption: Assumption(table: name, condition: condition), evidence: evidence)
  }
}

extension DatabaseProfile.Column {
  /// Whether an application may identify rows by the column: its values are short, and no times or fractions.
  var canBeKey: Bool {
    let others: [ValueShape] = [.timestamp, .date, .seconds, .milliseconds, .real, .decimal, .object, .array, .unicode]
    return (lengths?.upperBound ?? 0) <= 255 && others.allSatisfy { shapes[$0] == nil }
  }
}
