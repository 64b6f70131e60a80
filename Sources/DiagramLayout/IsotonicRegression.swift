/// Finds numbers in ascending order that are as close as possible to given ones, by the pool-adjacent-violators
/// algorithm (Ayer, Brunk, Ewing, Reid and Silverman, "An empirical distribution function for sampling with incomplete
/// information", 1955): neighbours that are out of order get one common value.
enum IsotonicRegression {
  /// The numbers with the least sum of weighted squared distances.
  static func leastSquares(_ wishes: [(value: Double, weight: Double)]) -> [Double] {
    var blocks: [(value: Double, weight: Double, count: Int)] = []
    for wish in wishes {
      var block = (value: wish.value, weight: wish.weight, count: 1)
      while let last = blocks.last, last.value > block.value {
        blocks.removeLast()
        let weight = last.weight + block.weight
        block = (
          (last.value * last.weight + block.value * block.weight) / weight, weight, last.count + block.count
        )
      }
      blocks.append(block)
    }
    return blocks.flatMap { [Double](repeating: $0.value, count: $0.count) }
  }

  /// The numbers with the least sum of weighted distances. Each has one or more wishes.
  static func leastDistances(_ wishes: [[(value: Double, weight: Double)]]) -> [Double] {
    var blocks: [(value: Double, wishes: [(value: Double, weight: Double)], count: Int)] = []
    for wish in wishes {
      let sorted = wish.sorted { $0.value < $1.value }
      var block = (value: median(sorted), wishes: sorted, count: 1)
      while let last = blocks.last, last.value > block.value {
        blocks.removeLast()
        let all = merged(last.wishes, block.wishes)
        block = (median(all), all, last.count + block.count)
      }
      blocks.append(block)
    }
    return blocks.flatMap { [Double](repeating: $0.value, count: $0.count) }
  }

  /// The lower weighted median of sorted values.
  private static func median(_ sorted: [(value: Double, weight: Double)]) -> Double {
    let half = sorted.reduce(0) { $0 + $1.weight } / 2
    var sum = 0.0
    for entry in sorted {
      sum += entry.weight
      if sum >= half { return entry.value }
    }
    return 0
  }

  private static func merged(
    _ first: [(value: Double, weight: Double)], _ second: [(value: Double, weight: Double)]
  ) -> [(value: Double, weight: Double)] {
    var result: [(value: Double, weight: Double)] = []
    result.reserveCapacity(first.count + second.count)
    var index = 0
    for entry in second {
      while index < first.count, first[index].value <= entry.value {
        result.append(first[index])
        index += 1
      }
      result.append(entry)
    }
    return result + first[index...]
  }
}
