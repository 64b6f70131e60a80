/// Collects the stages of a plan.
public typealias MigrationPlanBuilder = ListBuilder<Stage>

/// Collects the operations of a stage.
public typealias StageBuilder = ListBuilder<any MigrationOperation>

/// Collects the elements that a block lists, with conditions, loops and arrays.
@resultBuilder public enum ListBuilder<Element> {
  /// One element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// Elements that were collected before.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  /// The elements of a block.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }
  /// The elements of an `if` without an `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  /// The elements of the first branch.
  public static func buildEither(first: [Element]) -> [Element] { first }
  /// The elements of the second branch.
  public static func buildEither(second: [Element]) -> [Element] { second }
  /// The elements of a loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
}
