public import SQLiteData

extension Assumption {
  /// The line of `schemaledger.yml` that configures it: `assume: {notes: ['created_at IS NOT NULL']}`.
  public var configurationLine: String {
    let text = yamlScalar(condition)
    // In a flow mapping, a plain scalar would end at a comma or a brace; `yamlScalar` quotes both.
    return "assume: {\(yamlScalar(table)): [\(text)]}"
  }
}
