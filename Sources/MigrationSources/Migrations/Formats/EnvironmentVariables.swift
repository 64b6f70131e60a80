/// Environment variables in SQL, which goose replaces where a file contains `ENVSUB ON`. Their values are part of the
/// migration, so they come from the configuration's `placeholders` and not from the environment.
///
/// [Forms](https://github.com/mfridman/interpolate): `$NAME`, `${NAME}`, `${NAME:-default}`, `${NAME-default}`. `$$`
/// and `\$` are a dollar sign; `\\`, `$(` and a dollar sign at the end of a line are unchanged.
struct EnvironmentVariables {
  let values: [String: String]
  /// The variables with neither a value nor a default that the lines so far contain.
  private(set) var missing: [MissingValue] = []

  init(values: [String: String]) { self.values = values }

  /// - Returns: `nil` for a line without variables.
  /// - Throws: `MigrationFolderError.refusedText` for an unsupported form.
  mutating func replaced(
    in line: Substring, _ path: String, _ number: Int
  ) throws(MigrationFolderError) -> Substring? {
    guard line.contains("$") else { return nil }
    var result = ""
    var rest = line
    while let character = rest.popFirst() {
      switch (character, rest.first) {
      case ("\\", "$"), ("$", "$"):
        rest.removeFirst()
        result.append("$")
      case ("\\", "\\"):
        rest.removeFirst()
        result.append("\\\\")
      case ("$", let next?) where next != "(":
        result += try value(of: &rest, path, number)
      default: result.append(character)
      }
    }
    return result[...]
  }

  /// Takes the variable at the start of `rest` and returns its value.
  private mutating func value(
    of rest: inout Substring, _ path: String, _ number: Int
  ) throws(MigrationFolderError) -> String {
    let isBraced = rest.first == "{"
    if isBraced { rest.removeFirst() }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    rest = rest.dropFirst(name.count)
    var fallback: Substring?
    var replacesEmpty = false
    if isBraced {
      guard let end = rest.firstIndex(of: "}") else { throw unknown(path, number) }
      let form = rest[..<end]
      rest = rest[end...].dropFirst()
      if form.hasPrefix(":-") || form.hasPrefix("-") {
        replacesEmpty = form.hasPrefix(":")
        fallback = form.drop { $0 == ":" }.dropFirst()
      } else if !form.isEmpty {
        throw unknown(path, number)
      }
    }
    guard name.first?.isLetter == true, fallback?.contains(where: { "$\\".contains($0) }) != true else {
      throw unknown(path, number)
    }
    let value = values[String(name)].flatMap { $0.isEmpty && replacesEmpty ? nil : $0 }
    if let value = value ?? fallback.map(String.init) { return value }
    missing.append(MissingValue(placeholder: String(name), written: "$\(name)", path: path, line: number))
    return "$\(name)"
  }

  private func unknown(_ path: String, _ line: Int) -> MigrationFolderError {
    .refusedText(
      path, line: line, reason: "uses an environment variable in an unsupported form",
      hint: "write $NAME, ${NAME} or ${NAME:-default}, and $$ for a dollar")
  }
}
