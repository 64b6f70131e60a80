/// The rows of a fixture that is made from a frozen version. A frozen version itself has none.
public struct FrozenRows: Sendable, Hashable {
  /// The number of objects of each model.
  let count: Int

  /// No rows.
  public static let none = FrozenRows(count: 0)
  /// 40 objects of each model that are designed to break migrations.
  public static let madeUp = madeUp(count: 40)

  /// Objects that are designed to break migrations: `nil` in every optional property of some of them; texts that are empty,
  /// long or not ASCII; extreme numbers; relationships to no, one and many objects. The same version always has the same
  /// objects.
  ///
  /// - Parameter count: the number of objects of each model.
  public static func madeUp(count: Int) -> FrozenRows { FrozenRows(count: max(0, count)) }
}
