/// Something that reads bytes from elsewhere, and what must be true of it whatever the bytes are.
struct FuzzTarget: Sendable {
  let name: String
  /// How many of a thousand inputs of a whole run are for this target: fewer for what is slow.
  let share: Int
  /// Inputs to start from.
  let seeds: @Sendable () -> [[UInt8]]
  /// Pieces of the language, for mutations to put in.
  let words: [String]
  /// Reads the input. Returns whether it was accepted; throws a `Violation`; anything that stops the process is a find.
  let read: @Sendable ([UInt8]) throws -> Bool

  /// Each is a file in `Targets/`.
  static let all: [FuzzTarget] =
    [
      .tokens, .statements, .script, .schema, .database, .json, .entry, .configuration, .migrations, .dates, .lint,
      .modelCache, .modelDocument,
    ] + writers
}

/// Something that should be true of an input and is not.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension FuzzTarget {
  /// The input with this number: the same on every machine.
  func input(_ number: Int, seed: Int, seeds: [[UInt8]]) -> [UInt8] {
    var mutation = Mutation(seed: seed &* 1_000_003 &+ number, words: words, seeds: seeds)
    return mutation.input()
  }
}
