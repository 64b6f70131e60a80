extension MigrationConvention {
  /// `<timestamp>_<name>.sql` in the order of the timestamps, a format that many tools took from Rails:
  /// `20240131120000_users.sql`, with `….down.sql` for the down migration. A timestamp may contain `_` or `-` as
  /// separators, as in Laravel (`2024_01_31_120000_create_users.sql`).
  ///
  /// > The name of the file is of the form `YYYYMMDDHHMMSS_create_products.rb`, i.e. a UTC timestamp identifying the
  /// > migration followed by an underscore followed by the name of the migration.
  static let timestamps = MigrationConvention(
    name: "timestamps", title: "timestamped",
    documentation: "https://guides.rubyonrails.org/active_record_migrations.html",
    recognise: { paths, _ in
      let scripts = ScriptName.all(in: paths.files)
      let stamped = scripts.filter { Timestamp(leading: $0.name) != nil }
      guard !stamped.isEmpty, stamped.count * 2 >= scripts.count else { return nil }
      let files = scripts.compactMap(timestampedFile)
      return Recognition(
        evidence: .numbers, count: NumberedFile.countForSQLite(files), dialect: NumberedFile.dialect(of: files),
        reasons: ["its SQL files begin with a timestamp"])
    },
    tracking: .schemaMigrations(.ids("SELECT version FROM schema_migrations")),
    script: .wholeFile,
    textComparison: nil,
    read: readTimestamps)
}

private func readTimestamps(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  let numbered = reading.numberedFiles(timestampedFile)
  try reading.noticeSkippedFolders()
  return try reading.migrations(from: reading.forSQLite(numbered)) { _ in .assumed }
}

/// Parses the name of a file that begins with a timestamp, or with any number: some folders began with numbers such as
/// `001`.
@Sendable func timestampedFile(_ script: ScriptName) -> NumberedFile? {
  guard let stamp = Timestamp(leading: script.stem) else { return plainNumberedFile(script) }
  return NumberedFile(
    name: script.name, number: stamp.number, title: stamp.title, direction: script.direction, dialect: script.dialect)
}

/// A date and time at the start of a name.
struct Timestamp {
  /// All digits as one number, which the tools compare.
  let number: VersionNumber
  /// The text after the timestamp and a separator.
  let title: String

  /// Lengths of the parts between separators, from a date with a time of two, four or six digits to a date alone.
  private static let shapes = [[4, 2, 2, 2, 2, 2], [4, 2, 2, 6], [4, 2, 2, 4], [8, 6], [8, 4], [4, 2, 2]]

  /// Returns `nil` unless the name begins with a plausible date. A date written as one number must have a time, since
  /// eight digits alone may be any number.
  init?(leading name: some StringProtocol) {
    var parts: [Substring] = []
    var rest = Substring(name)
    var ends: [Substring] = []
    while parts.count < 6 {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...]
      guard !digits.isEmpty, rest.isEmpty || "_-.T ".contains(rest[rest.startIndex]) else { break }
      parts.append(digits)
      ends.append(rest)
      guard let separator = rest.first, "_-T".contains(separator) else { break }
      rest = rest.dropFirst()
    }
    let count: Int
    if let first = parts.first, first.count >= 12 {
      count = 1
    } else if let shape = Self.shapes.first(where: { shape in
      parts.count >= shape.count && zip(parts, shape).allSatisfy { $0.count == $1 }
    }) {
      // A file with a date such as `2024-01-31` is dated, but not timestamped.
      guard shape != [4, 2, 2] || ends[0].first == "_" else { return nil }
      count = shape.count
    } else {
      return nil
    }
    let digits = parts[..<count].joined()
    guard let number = VersionNumber(digits), Self.isPlausible(digits) else { return nil }
    self.number = number
    title = String(ends[count - 1].dropFirst())
  }

  private static func isPlausible(_ digits: String) -> Bool {
    func value(_ range: Range<Int>) -> Int { Int(digits.dropFirst(range.lowerBound).prefix(range.count)) ?? 0 }
    return (1970...2199).contains(value(0..<4)) && (1...12).contains(value(4..<6)) && (1...31).contains(value(6..<8))
      && value(8..<10) < 24 && value(10..<12) < 60
  }
}
