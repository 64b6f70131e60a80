/// Facts about a condition of the configuration on rows: SL319 and SL320. The table is the finding's object.
package enum AssumptionFacts: Sendable, Hashable, Codable {
  /// `count` of `total` rows that were frozen or supplied violate it.
  case violated(condition: String, count: Int, total: Int)
  /// All generated rows satisfy it without being told, or it applies to no frozen version.
  case unneeded(condition: String, applies: Bool)

  var code: Finding.Code {
    switch self {
    case .violated: .assumptionViolated
    case .unneeded: .assumptionUnneeded
    }
  }

  var withoutCounts: AssumptionFacts {
    switch self {
    case .violated(let condition, _, _): .violated(condition: condition, count: 0, total: 0)
    case .unneeded: self
    }
  }
}
