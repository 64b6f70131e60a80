public import SQLiteData
internal import SQLiteSyntax

extension Assumption {
  /// The line of `schemaledger.yml` that configures it: `assume: {notes: ['created_at IS NOT NULL']}`.
  public var configurationLine: String {
    let text = yamlScalar(condition)
    // In a flow mapping, a plain scalar would end at a comma or a brace; `yamlScalar` quotes both.
    return "assume: {\(yamlScalar(table.text)): [\(text)]}"
  }

  /// What must be true of the application before someone adds the assumption, as a clause.
  public var premise: String {
    excludesAll ? "\(table) is empty in every such database" : "the application never writes such rows"
  }
}
