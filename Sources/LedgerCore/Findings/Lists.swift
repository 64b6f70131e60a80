extension [String] {
  /// `1.0.0`, `1.0.0 and 1.1.0`, `1.0.0, 1.1.0 and 1.2.0`, `1.0.0, 1.1.0 and 5 more`.
  var listed: String {
    if count > 3 { return "\(self[0]), \(self[1]) and \(count - 2) more" }
    guard count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }

  /// The first few, and the number of the others.
  var listedBriefly: String {
    if count <= 4 { return count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1] }
    return prefix(3).joined(separator: ", ") + " and \(count - 3) more"
  }

  /// Branches: `a`, `a and b`, `a and 2 more branches`.
  var named: String { count > 2 ? "\(self[0]) and \(count - 1) more branches" : joined(separator: " and ") }
}
