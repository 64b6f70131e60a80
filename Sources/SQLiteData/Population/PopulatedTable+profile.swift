extension PopulatedTable {
  /// Adds to the columns what a profile of real rows says about them. The conditions that all real rows satisfy are added
  /// as assumptions.
  mutating func follow(_ profile: DatabaseProfile.Table) {
    for described in profile.columns {
      guard let position = column(named: described.name), columns[position].isSettable,
        described.rows >= DatabaseProfile.leastRows
      else { continue }
      columns[position].nullShare = Double(described.nulls) / Double(described.rows)
      guard described.values >= DatabaseProfile.leastRows, described.texts == described.values else { continue }
      columns[position].facts.shape = described.commonShape
      if described.arrays == described.values { columns[position].facts.jsonType = "array" }
      guard case .text = ColumnPurpose(columns[position]), let lengths = described.lengths else { continue }
      let facts = columns[position].facts
      columns[position].facts.minimumLength = max(facts.minimumLength ?? 0, lengths.lowerBound)
      columns[position].facts.maximumLength = min(facts.maximumLength ?? .max, lengths.upperBound)
    }
  }
}

extension DatabaseProfile.Column {
  /// The shape of all texts that are not empty; `nil` if they have several.
  fileprivate var commonShape: ValueShape? {
    let shapes = shapes.keys.filter { $0 != .empty }
    return shapes.count == 1 ? shapes.first : nil
  }
}

extension ColumnPurpose {
  /// The kind of content of a column whose texts all have one shape; `nil` if the shape does not determine it.
  init?(_ shape: ValueShape) {
    switch shape {
    case .uuid: self = .uuid
    case .hex: self = .text(.hash)
    case .email: self = .text(.email)
    case .url: self = .text(.url)
    case .path: self = .text(.path)
    case .object: self = .json(isArray: false)
    case .array: self = .json(isArray: true)
    default: return nil
    }
  }
}
