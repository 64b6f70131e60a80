public import SQLiteSchema

extension SchemaDiff {
  /// The changes without those of text alone: frozen text is canonical, a source's never is.
  public var meaningfulChanges: [SchemaChange] { changes.filter { $0.verdict > .cosmetic } }
}
