/// The constants, variables and parameters of the functions and closures around a place, innermost last. Swift finds them
/// before the members of types and what a file declares.
struct LocalScopes {
  private enum Local {
    /// Declared without a value, which an assignment may give it.
    case unassigned
    case value(SourceExpression)

    var value: SourceExpression? { if case .value(let value) = self { value } else { nil } }
  }

  /// The largest value that takes the place of a name, in expressions.
  private static let largestValue = 1024
  /// `nil` is a type, which ends the scopes of the function around it.
  private var scopes: [[String: Local]?] = []

  /// Whether a declaration at this place is local.
  var isLocal: Bool { scopes.last.map { $0 != nil } ?? false }

  mutating func enterType() { scopes.append(nil) }
  mutating func enterBody() { scopes.append([:]) }
  mutating func leave() { scopes.removeLast() }

  /// Declares a name in the innermost scope.
  ///
  /// - Parameters:
  ///   - value: Its only value; `nil` if code decides it.
  ///   - isAssignedLater: Whether it has no value yet.
  mutating func declare(_ name: String, _ value: SourceExpression?, isAssignedLater: Bool = false) {
    guard let last = scopes.indices.last, scopes[last] != nil else { return }
    let local: Local = isAssignedLater ? .unassigned : .value(value.map(resolved) ?? .other(name))
    scopes[last]?[name] = local
  }

  /// Assigns a value to a local name. A second value leaves it unknown which one is used.
  mutating func assign(_ name: String, _ value: SourceExpression) {
    guard let index = index(of: name), let local = scopes[index]?[name] else { return }
    var known = SourceExpression.other(name)
    if case .unassigned = local { known = resolved(value) }
    scopes[index]?[name] = .value(known)
  }

  /// An expression with the values of local names in their place. A name whose value is not known is `other`.
  func resolved(_ expression: SourceExpression) -> SourceExpression {
    let result = replaced(expression)
    return result.size(atMost: Self.largestValue) > Self.largestValue ? .other(expression.text) : result
  }

  private func index(of name: String) -> Int? {
    for index in scopes.indices.reversed() {
      guard let scope = scopes[index] else { return nil }
      if scope[name] != nil { return index }
    }
    return nil
  }

  private func replaced(_ expression: SourceExpression) -> SourceExpression {
    switch expression {
    case .path(let path):
      guard let name = path.first, let index = index(of: name) else { return expression }
      guard let value = scopes[index]?[name]?.value else { return .other(expression.text) }
      return path.dropFirst().reduce(value) { .member($0, $1) }
    case .call(let callee, let arguments): return .call(callee, resolved(arguments))
    case .array(let elements): return .array(elements.map(replaced))
    case .sum(let elements): return .sum(elements.map(replaced))
    case .member(let base, let name): return .member(replaced(base), name)
    default: return expression
    }
  }

  /// The arguments with the values of local names.
  func resolved(_ arguments: [SourceArgument]) -> [SourceArgument] {
    arguments.map { SourceArgument(label: $0.label, value: resolved($0.value)) }
  }
}

extension SourceExpression {
  /// The number of expressions in it, counted up to a little more than a limit.
  fileprivate func size(atMost limit: Int) -> Int {
    let parts: [SourceExpression] =
      switch self {
      case .call(let callee, let arguments): [callee] + arguments.map(\.value)
      case .array(let elements), .sum(let elements), .dictionary(let elements): elements
      case .member(let base, _): [base]
      default: []
      }
    var size = 1
    for part in parts where size <= limit { size += part.size(atMost: limit - size) }
    return size
  }
}
