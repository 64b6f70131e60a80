/// The parts of a file that Migratus runs one by one: it divides a file at the lines `--;;`.
///
/// Migratus gives each part to the JDBC driver in a batch, and the driver of SQLite prepares one statement for each entry of
/// a batch, so that the others of a part are never run.
///
/// [Migratus](https://github.com/yogthos/migratus#multiple-statements),
/// [sqlite-jdbc](https://github.com/xerial/sqlite-jdbc/blob/master/src/main/java/org/sqlite/jdbc3/JDBC3Statement.java)
enum MigratusParts {
  private static let mark = "--;;"

  /// Whether the text may have the mark. Almost none has, so no characters are made of it.
  private static func hasTwoSemicolons(_ text: String) -> Bool {
    zip(text.utf8, text.utf8.dropFirst()).contains { $0 == UInt8(ascii: ";") && $1 == $0 }
  }

  /// - Throws: `MigrationFolderError.refusedText` for the first statement that Migratus would not run, if one of the files has
  ///   a line of Migratus.
  static func check(_ migrations: [Migration]) throws(MigrationFolderError) {
    guard migrations.contains(where: { hasTwoSemicolons($0.up) && $0.up.lines.contains { $0.trimmed == mark } }) else {
      return
    }
    for migration in migrations {
      var part: [Substring] = []
      var firstLine = 1
      for (index, line) in (migration.up.lines + [Substring(mark)]).enumerated() {
        guard line.trimmed == mark else {
          part.append(line)
          continue
        }
        if let line = StatementPart(text: part.joined(separator: "\n"), firstLine: firstLine).secondStatement {
          throw .refusedText(
            migration.path, line: line,
            reason:
              "follows another statement without the line \(mark), so Migratus does not run it with SQLite's JDBC driver",
            hint: "use a source of kind: command, or, if it is not released, put \(mark) before the statement")
        }
        (part, firstLine) = ([], index + 2)
      }
    }
  }
}
