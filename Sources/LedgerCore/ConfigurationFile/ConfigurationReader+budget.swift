internal import Yams

extension ConfigurationReader {
  func budget(_ node: Node) throws(LedgerError) -> Budget {
    let section = try Section(node, name: "budget", keys: ["seconds", "growth", "rows"])
    var budget = Budget()
    func number(_ key: String, atLeast least: Double) throws(LedgerError) -> Double? {
      guard let node = section[key] else { return nil }
      guard let value = Double(try Self.text(node, key)), value >= least, value <= 1e9 else {
        throw Self.invalid(node.line, "'\(key)' must be a number, at least \(least.formatted())")
      }
      return value
    }
    budget.seconds = try number("seconds", atLeast: 0)
    budget.growth = try number("growth", atLeast: 1)
    if let rows = try number("rows", atLeast: 1) { budget.rows = Int(rows) }
    return budget
  }
}

extension Double {
  fileprivate func formatted() -> String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
