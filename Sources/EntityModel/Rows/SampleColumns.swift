/// Generates values that are designed to break migrations: texts that are empty, long or not ASCII, extreme numbers, and
/// equal values where they are allowed. The same row always has the same value.
package struct SampleColumns {
  /// Whether no two rows may have the same value.
  private let isUnique: Bool

  package init(isUnique: Bool) { self.isUnique = isUnique }

  /// The columns of a value. Those of a value that is encoded as a whole are NULL, because its form is not known.
  package func columns(
    _ type: DeclaredModel.AttributeType, _ components: [DeclaredModel.Attribute], _ row: Int
  ) -> [SQLLiteral] {
    switch type {
    case .composite: return components.flatMap { columns($0.type, $0.components, row) }
    case .enumeration:
      let chosen = row % components.count
      return components.indices.map { $0 == chosen ? .text(components[chosen].name) : .null }
    default: return [column(type, isUnique ? row : repeated(row))]
    }
  }

  /// Every seventh row has the values of the row before it, so that a new uniqueness constraint of any number of
  /// attributes fails. Seven and the number of texts have no common divisor, so that each text occurs.
  private func repeated(_ row: Int) -> Int { row % 7 == 6 ? row - 1 : row }

  private func column(_ type: DeclaredModel.AttributeType, _ row: Int) -> SQLLiteral {
    switch type {
    case .integer16: integer(row, Int64(Int16.min), Int64(Int16.max))
    case .integer32: integer(row, Int64(Int32.min), Int64(Int32.max))
    case .integer64: integer(row, .min, .max)
    case .boolean: .integer(Int64(row % 2))
    case .double: .real(isUnique || row > 3 ? Double(row) + 0.25 : [0, -0.5, 1e300, 1e-300][row])
    // SQLite keeps a double, which must be one that a Float has.
    case .float: .real(isUnique || row > 3 ? Double(row) + 0.25 : [0, -0.5, 0x1p100, 0x1p-100][row])
    case .date: .real(Double(row) * 86_400.5)
    case .decimal: .integer(Int64(row) * 100)
    case .string: .text(text(row))
    case .uri: .text("https://example.org/\(row)")
    case .uuid: .blob(uuid(row))
    case .binary: .blob((0..<(row % 7)).map { UInt8($0) } + (isUnique ? Array(text(row).utf8) : []))
    case .transformable, .composite, .enumeration, .encoded, .unknown: .null
    }
  }

  private func integer(_ row: Int, _ least: Int64, _ most: Int64) -> SQLLiteral {
    row < 4 ? .integer([0, least, most, -1][row]) : .integer(Int64(row) % most)
  }

  /// Consecutive bytes. The last three also contain the higher bytes of the number, so that row 256 differs from row 0.
  private func uuid(_ row: Int) -> [UInt8] {
    (0..<16).map { index in
      UInt8(truncatingIfNeeded: (row &+ index) ^ (index < 13 ? 0 : row >> (8 * (index - 12))))
    }
  }

  private func text(_ row: Int) -> String {
    let words = [
      "", "a", "Ünïcödé 雪", "007", "it's \"quoted\"", String(repeating: "long ", count: 60), " space ", "NULL",
    ]
    return isUnique ? words[row % words.count] + " #\(row)" : words[row % words.count]
  }
}
