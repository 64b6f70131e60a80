/// `${name}` in SQL, as Flyway replaces it: everywhere, in comments and strings too, in any letter case of the name, and
/// not again in what it was replaced by.
///
/// [Placeholders](https://documentation.red-gate.com/flyway/reference/configuration/flyway-namespace/flyway-placeholders-namespace)
struct FlywayPlaceholders {
  private let values: [String: String]

  /// - Parameter values: those of the configuration. Flyway's own, which it says in the names `flyway:…`, are there as
  ///   far as they are the same wherever it runs; its clock stands as ours does.
  init(_ values: [String: String], fileName: String) {
    let own = [
      "flyway:defaultschema": "main", "flyway:filename": fileName, "flyway:table": "flyway_schema_history",
      "flyway:timestamp": "2000-01-01 00:00:00", "flyway:user": "",
    ]
    self.values = own.merging(values.map { ($0.key.lowercased(), $0.value) }) { $1 }
  }

  /// - Throws: `MigrationFolderError.noValue`, `.refusedText` for a `${` without an end.
  func replaced(in text: String, path: String) throws(MigrationFolderError) -> String {
    guard text.contains("${") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      result += rest[..<start.lowerBound]
      let line = text[..<start.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") } + 1
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
        throw .refusedText(
          path, line: line, reason: "begins a placeholder with ${ and does not end it with }",
          hint: "close it, or set placeholderReplacement=false in \(path).conf")
      }
      let name = String(rest[start.upperBound..<end])
      guard let value = values[name.lowercased()] else {
        throw .noValue(placeholder: name, written: "${\(name)}", path: path, line: line)
      }
      result += value
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }
}
