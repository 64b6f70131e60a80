/// `${name}` placeholders in SQL, as Flyway replaces them: everywhere, including comments and strings, regardless of
/// the case of the name, and without replacing placeholders in the inserted values.
///
/// [Placeholders](https://documentation.red-gate.com/flyway/reference/configuration/flyway-namespace/flyway-placeholders-namespace)
struct FlywayPlaceholders {
  private let values: [String: String]

  /// - Parameter values: values from the configuration. Flyway's own placeholders, named `flyway:…`, are included if
  ///   they have the same value wherever Flyway runs; the timestamp is fixed, like the clock of this project.
  init(_ values: [String: String], fileName: String) {
    let own = [
      "flyway:defaultschema": "main", "flyway:filename": fileName, "flyway:table": "flyway_schema_history",
      "flyway:timestamp": "2000-01-01 00:00:00", "flyway:user": "",
    ]
    self.values = own.merging(values.map { ($0.key.lowercased(), $0.value) }) { $1 }
  }

  /// A text with values in place of placeholders.
  struct Result {
    var text = ""
    /// The values by the names in lower case.
    var inserted: [String: String] = [:]
    /// The placeholders without a value, which remain in ``text``.
    var missing: [MissingValue] = []
  }

  /// - Throws: `MigrationFolderError.refusedText` for a `${` without a closing brace.
  func replaced(in text: String, path: String) throws(MigrationFolderError) -> Result {
    guard text.contains("${") else { return Result(text: text) }
    var result = Result()
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      result.text += rest[..<start.lowerBound]
      let line = text[..<start.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") } + 1
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
        throw .refusedText(
          path, line: line, reason: "begins a placeholder with ${ and does not end it with }",
          hint: "close it, or set placeholderReplacement=false in \(path).conf")
      }
      let name = String(rest[start.upperBound..<end])
      rest = rest[end...].dropFirst()
      if let value = values[name.lowercased()] {
        result.text += value
        result.inserted[name.lowercased()] = value
      } else {
        result.text += "${\(name)}"
        result.missing.append(MissingValue(placeholder: name, written: "${\(name)}", path: path, line: line))
      }
    }
    result.text += rest
    return result
  }
}
