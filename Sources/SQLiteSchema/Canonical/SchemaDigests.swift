internal import Digests
internal import SQLiteSyntax

/// The three digests of a schema, each the lower-case hexadecimal SHA-256 of one of its forms. What each answers is
/// told at the head of `CanonicalSchema.swift`.
public struct SchemaDigests: Sendable, Hashable {
  /// Of the statements as SQLite keeps them.
  public let text: String
  /// Of `schema.sql`: the schema's identity.
  public let schema: String
  /// Of the canonical form without column order and without the letter case of names.
  public let shape: String
}

extension CanonicalSchema {
  /// Computed anew at each call.
  public var digests: SchemaDigests {
    SchemaDigests(text: sha256(storedText), schema: digest, shape: sha256(shapeText))
  }

  /// The schema's identity alone: `digests.schema`.
  public var digest: String { sha256(sql) }

  private var storedText: String {
    let stored = tables.map(\.storedSQL) + (virtualTables + indexes + views + triggers).map(\.storedSQL)
    return stored.joined(separator: "\0")
  }

  private var shapeText: String {
    let orders = columnOrders
    let statements =
      tables.map(\.sqlWithSortedColumns.folded)
      + (virtualTables + indexes + views + triggers).map { object in
        let columns = object.resolvedColumns?.map(\.foldedASCII).sorted().joined(separator: "\u{1}") ?? ""
        // Here order counts: the statement means columns by their position.
        let positions = object.positionalTables.sorted().compactMap { orders[$0] }.joined(separator: "\u{1}")
        return object.statement.folded + "\u{2}" + columns + "\u{2}" + positions
      }
    return statements.joined(separator: "\0")
  }

  /// The columns of each table and of each view that has them from tables, in their order.
  private var columnOrders: [String: String] {
    let ofTables = tables.map { ($0.name.foldedASCII, $0.columns.map(\.name)) }
    let ofViews = views.compactMap { view in view.resolvedColumns.map { (view.name.foldedASCII, $0) } }
    return Dictionary((ofTables + ofViews).map { ($0, $1.joined(separator: "\u{1}").foldedASCII) }) { first, _ in first
    }
  }
}
