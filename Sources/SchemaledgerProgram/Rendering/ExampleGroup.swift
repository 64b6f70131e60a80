/// The number of files that have something in common, and some of them.
struct ExampleGroup<Example> {
  /// The number of files that a group names.
  private static var limit: Int { 3 }

  private(set) var count = 0
  /// The first in the order of their names' bytes, which does not depend on the order in which files are read.
  private(set) var examples: [(name: String, example: Example)] = []

  /// Whether the group has more files than ``examples``.
  var hasMore: Bool { count > examples.count }
  var names: [String] { examples.map(\.name) }

  mutating func add(_ name: String, _ example: @autoclosure () -> Example) {
    count += 1
    if examples.count == Self.limit, let last = examples.last, !name.precedes(last.name) { return }
    examples.append((name, example()))
    examples.sort { $0.name.precedes($1.name) }
    examples = Array(examples.prefix(Self.limit))
  }
}

extension String {
  fileprivate func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
