/// A file as dbmate parses it: sections that each have an up and a down block.
///
/// dbmate allows [multiple migrations in one file](https://github.com/amacneil/dbmate#migration-options).
package struct DbmateScript {
  /// The lines of all up blocks, at their original line numbers; the other lines are empty.
  let up: String
  /// The lines of all down blocks, at their original line numbers; the other lines are empty.
  let down: String
  /// Whether the file runs in a transaction: false if any up block sets `transaction:false`, since the blocks are one
  /// migration here.
  let runsInTransaction: Bool

  /// - Throws: `MigrationFolderError.refusedText` if dbmate refuses the file.
  init(_ text: String, path: String) throws(MigrationFolderError) {
    var ups: [Substring] = []
    var downs: [Substring] = []
    var runsInTransaction = true
    var block: Block?
    var lastUp = 0
    func refuse(_ line: Int, _ reason: String, _ hint: String) -> MigrationFolderError {
      .refusedText(path, line: line, reason: reason, hint: hint)
    }
    let withoutDown = "has a -- migrate:up without -- migrate:down"
    for (index, line) in text.lines.enumerated() {
      if let options = Self.options(of: "migrate:up", in: line) {
        if block == .up { throw refuse(lastUp, withoutDown, "put -- migrate:down after its SQL") }
        (block, lastUp) = (.up, index + 1)
        if options.contains("transaction:false") { runsInTransaction = false }
      } else if Self.options(of: "migrate:down", in: line) != nil, block != nil {
        if block == .down {
          throw refuse(index + 1, "has a second -- migrate:down", "each needs a -- migrate:up before it")
        }
        block = .down
      } else if block == nil, !line.trimmed.isEmpty, !line.trimmed.hasPrefix("--") {
        throw refuse(
          index + 1, "has SQL before -- migrate:up",
          ForeignText.hint(in: text, of: .dbmate) ?? "put the line -- migrate:up at the top of the file")
      }
      ups.append(block == .down ? "" : line)
      downs.append(block == .down ? line : "")
    }
    switch block {
    case nil: throw refuse(1, "has no -- migrate:up", "put the line -- migrate:up at the top of the file")
    case .up: throw refuse(lastUp, withoutDown, "put -- migrate:down after its SQL")
    case .down: break
    }
    while ups.last?.isEmpty == true { ups.removeLast() }
    up = ups.map { $0 + "\n" }.joined()
    down = downs.joined(separator: "\n")
    self.runsInTransaction = runsInTransaction
  }

  private enum Block { case up, down }

  /// Whether the text contains a marker that begins an up block.
  static func mentionsUp(_ text: String) -> Bool {
    text.lines.contains { options(of: "migrate:up", in: $0) != nil }
  }

  /// The words after a marker, which begins its line as in dbmate's `^--\s*migrate:up(\s*$|\s+\S+)`; `nil` for other
  /// lines.
  private static func options(of mark: String, in line: Substring) -> [Substring]? {
    guard line.hasPrefix("--") else { return nil }
    let rest = line.dropFirst(2).drop(while: \.isWhitespace)
    guard rest.hasPrefix(mark) else { return nil }
    let options = rest.dropFirst(mark.count)
    guard options.first?.isWhitespace != false else { return nil }
    return options.split(whereSeparator: \.isWhitespace)
  }
}

extension DbmateScript {
  /// Whether a file is the output of [`dbmate dump`](https://github.com/amacneil/dbmate#exporting-schema-file), which
  /// dbmate writes after each run: a new database still runs all migrations.
  package static func isDump(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).lines.contains { $0 == "-- Dbmate schema migrations" }
  }
}
