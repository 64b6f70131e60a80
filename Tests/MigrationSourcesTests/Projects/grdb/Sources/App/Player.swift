struct Player: Codable, FetchableRecord, PersistableRecord {
  enum Columns: String, ColumnExpression { case name = "full_name" }
  var name: String
}
