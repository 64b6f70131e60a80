internal import SwiftSyntax

/// Evaluates conditions of `#if` with three results: `nil` is "not known".
///
/// Of `canImport`: <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0075-import-test.md>.
struct ConditionEvaluation {
  let conditions: KnownConditions

  func value(of expression: ExprSyntax) -> Bool? {
    if let literal = expression.as(BooleanLiteralExprSyntax.self) { return literal.literal.text == "true" }
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text { return value(ofFlag: name) }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self) {
      return prefix.operator.text == "!" ? value(of: prefix.expression).map { !$0 } : nil
    }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first.flatMap { value(of: $0.expression) }
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return value(of: call) }
    if let sequence = expression.as(SequenceExprSyntax.self) { return value(of: Array(sequence.elements)) }
    return nil
  }

  /// Operands with operators between them: `||` binds less tightly than `&&`.
  private func value(of elements: [ExprSyntax]) -> Bool? {
    func parts(_ elements: [ExprSyntax], _ symbol: String) -> [[ExprSyntax]] {
      elements.split { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == symbol }.map(Array.init)
    }
    let alternatives = parts(elements, "||").map { alternative -> Bool? in
      let factors = parts(alternative, "&&").map { factor in
        factor.count == 1 ? value(of: factor[0]) : nil
      }
      return factors.contains(false) ? false : factors.contains(nil) ? nil : true
    }
    return alternatives.contains(true) ? true : alternatives.contains(nil) ? nil : false
  }

  private func value(ofFlag name: String) -> Bool? {
    if conditions.defined.contains(name) { return true }
    return conditions.undefined.contains(name) ? false : nil
  }

  private func value(of call: FunctionCallExprSyntax) -> Bool? {
    let argument = call.arguments.first?.expression.trimmedDescription ?? ""
    switch call.calledExpression.trimmedDescription {
    case "canImport": return canImport(argument)
    case "os": return conditions.operatingSystem.map { $0 == argument || ($0 == "macOS" && argument == "OSX") }
    case "swift", "compiler":
      // Every version up to that of the parser can be assumed: older compilers do not know SwiftData.
      let version = argument.drop { !$0.isNumber }.split(separator: ".").compactMap { Int($0) }
      guard argument.hasPrefix(">="), let major = version.first else { return nil }
      return (major, version.dropFirst().first ?? 0) <= (5, 9) ? true : nil
    // Of a device. Catalyst is a build of an iOS app for macOS, which has a store of its own.
    case "targetEnvironment": return ["simulator", "macCatalyst"].contains(argument) ? false : nil
    default: return nil
    }
  }

  /// SwiftData requires an Apple system, and these modules are part of each of them.
  private func canImport(_ module: String) -> Bool? {
    switch module {
    case "SwiftData", "Foundation", "SwiftUI", "CoreData", "Combine", "Observation", "Darwin", "Swift": true
    case "UIKit": conditions.operatingSystem.map { $0 != "macOS" }
    case "AppKit": conditions.operatingSystem.map { $0 == "macOS" }
    case "Glibc", "Musl", "FoundationNetworking", "WinSDK": false
    default: nil
    }
  }
}

/// The branches of an `#if` that may be active.
struct ActiveBranch {
  let elements: IfConfigClauseSyntax.Elements?
  /// `nil` if the branch is certainly active.
  let branch: ConditionalBranch?
}

extension ConditionEvaluation {
  func branches(of block: IfConfigDeclSyntax, line: Int, inside outer: ConditionalBranch?) -> [ActiveBranch] {
    var possible: [(IfConfigClauseSyntax, Bool)] = []
    var isComplete = false
    for clause in block.clauses {
      let isActive = clause.condition.map { value(of: $0) } ?? true
      if isActive == false { continue }
      possible.append((clause, isActive == true))
      if isActive == true {
        isComplete = true
        break
      }
    }
    if let (clause, isCertain) = possible.first, isCertain {
      return [ActiveBranch(elements: clause.elements, branch: outer)]
    }
    let condition = block.clauses.first?.condition?.trimmedDescription ?? ""
    return possible.enumerated().map { index, entry in
      ActiveBranch(
        elements: entry.0.elements,
        branch: ConditionalBranch(
          condition: condition, line: line, index: index,
          count: outer == nil ? possible.count + (isComplete ? 0 : 1) : 0))
    }
  }
}
