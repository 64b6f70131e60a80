import ArgumentParser
import LedgerCore

/// The shards that are missing in a merged report, so that a part of the fixtures was not verified.
struct MissingShards {
  /// From 1, ascending.
  let numbers: [Int]
  /// The number of all shards.
  let count: Int
  /// The number of fixtures that the missing shards would have verified.
  let fixtures: Int

  init(numbers: [Int], count: Int, fixtures: Int) {
    (self.numbers, self.count, self.fixtures) = (numbers, count, fixtures)
  }

  /// The shards that a merged report lacks; `nil` if none is missing.
  init?(_ report: VerifyDocument) {
    guard let shard = report.shard, let missing = shard.missing else { return nil }
    self.init(numbers: missing, count: shard.of, fixtures: shard.fixtures - report.fixtures.count)
  }

  /// Such as `shard 2/8`, or `shards 2, 5-7 of 8`. At most 20 ranges are named.
  var names: DisplayText {
    if numbers.count == 1 { return "shard \(numbers[0])/\(count)" }
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let named = ranges.prefix(20)
    let list = named.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    let rest = numbers.count - named.map(\.count).reduce(0, +)
    return "shards \(list.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "") of \(count)"
  }

  /// What a report says of them.
  var sentence: DisplayText {
    "incomplete: \(names) \(numbers.count == 1 ? "is" : "are") missing, and \(Wording.count(fixtures, "fixture")) \(fixtures == 1 ? "was" : "were") not verified"
  }

  /// Such as `6 of 8 shards`.
  var present: DisplayText { "\(count - numbers.count) of \(count) shards" }

  /// How to run the first of them.
  var hint: String { "schemaledger verify --all-history --shard \(numbers.first ?? 1)/\(count) --format json" }
}

extension Terminal {
  /// Says that a report, which was written, lacks shards.
  ///
  /// - Returns: the exit status of a command that could not do its work.
  func incomplete(_ missing: MissingShards) -> ExitCode {
    message(
      styledMessage("error:", .error)
        + " the report is incomplete: \(missing.names) \(missing.numbers.count == 1 ? "is" : "are") missing")
    message(styledMessage("help:", .note) + "  " + .text(missing.hint))
    return ExitCode(2)
  }
}
