internal import Digests
internal import SQLiteSyntax

/// The three digests of a schema, each the lower-case hexadecimal SHA-256 of one of its forms. The head of
/// `CanonicalSchema.swift` describes the question that each answers.
public struct SchemaDigests: Sendable, Hashable {
  /// The digest of the statements as SQLite stores them.
  public let text: String
  /// The digest of `schema.sql`, which is the schema's identity.
  public let schema: String
  /// The digest of the canonical form without column order and without the letter case of names.
  public let shape: String
}

extension CanonicalSchema {
  /// The three digests. Each call computes them.
  public var digests: SchemaDigests {
    SchemaDigests(text: sha256(storedText), schema: digest, shape: sha256(shapeText))
  }

  /// The schema's identity alone, equal to `digests.schema`. Each call computes it.
  public var digest: String { sha256(sql) }

  private var storedText: String {
    let stored = tables.map(\.storedSQL) + (virtualTables + indexes + views + triggers).map(\.storedSQL)
    return stored.joined(separator: "\0")
  }

  private var shapeText: String {
    let orders = columnOrders
    let statements =
      tables.map(\.effectiveSQL.folded)
      + (virtualTables + indexes + views + triggers).map { object in
        let columns = object.resolvedColumns?.sorted().map(\.folded).joined(separator: "\u{1}") ?? ""
        // The order matters here, because the statement uses columns by their position.
        let positions = object.positionalTables.sorted().compactMap { orders[$0] }.joined(separator: "\u{1}")
        return object.effective.folded + "\u{2}" + columns + "\u{2}" + positions
      }
    return statements.joined(separator: "\0")
  }

  /// The columns, in order, of each table and of each view that does not name its own.
  private var columnOrders: [Identifier: String] {
    let ofTables = tables.map { ($0.name, $0.columns.map(\.name)) }
    let ofViews = views.compactMap { view in view.resolvedColumns.map { (view.name, $0) } }
    return Dictionary((ofTables + ofViews).map { ($0, $1.map(\.folded).joined(separator: "\u{1}")) }) { first, _ in
      first
    }
  }
}
