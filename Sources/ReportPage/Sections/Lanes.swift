/// The lines beside a list of versions: one lane for each branch, as `git log --graph` draws them.
struct Lanes {
  /// What is drawn beside one version. Coordinates are lanes.
  struct Row: Hashable {
    /// The lane of the version.
    var lane: Int
    /// Lines from the upper edge to the middle.
    var upper: [Line] = []
    /// Lines from the middle to the lower edge.
    var lower: [Line] = []
  }

  struct Line: Hashable {
    let from: Int
    let to: Int
  }

  let rows: [Row]
  let width: Int

  /// - Parameter parents: the indices of each version's parents. Each parent has a lower index than its children.
  /// - Returns: a row for each version, last version first.
  init(parents: [[Int]]) {
    // The version that comes next in each lane.
    var lanes: [Int?] = []
    var rows: [Row] = []
    for version in parents.indices.reversed() {
      let lane = lanes.firstIndex(of: version) ?? Self.free(&lanes)
      var row = Row(lane: lane)
      for (other, next) in lanes.enumerated() {
        if next == version {
          row.upper.append(Line(from: other, to: lane))
          lanes[other] = nil
        } else if next != nil {
          row.upper.append(Line(from: other, to: other))
          row.lower.append(Line(from: other, to: other))
        }
      }
      for parent in parents[version] where (0..<version).contains(parent) {
        if let other = lanes.firstIndex(of: parent) {
          if other > lane, lanes[lane] == nil {
            // The line to the right ends here, so that the oldest versions are on the left.
            row.lower = row.lower.map { $0.to == other ? Line(from: $0.from, to: lane) : $0 }
            row.lower.append(Line(from: lane, to: lane))
            (lanes[lane], lanes[other]) = (parent, nil)
          } else {
            row.lower.append(Line(from: lane, to: other))
          }
        } else {
          let target = lanes[lane] == nil ? lane : Self.free(&lanes)
          lanes[target] = parent
          row.lower.append(Line(from: lane, to: target))
        }
      }
      rows.append(row)
    }
    self.rows = rows
    width = rows.flatMap { [$0.lane] + ($0.upper + $0.lower).flatMap { [$0.from, $0.to] } }.max().map { $0 + 1 } ?? 0
  }

  private static func free(_ lanes: inout [Int?]) -> Int {
    if let lane = lanes.firstIndex(of: nil) { return lane }
    lanes.append(nil)
    return lanes.count - 1
  }
}
