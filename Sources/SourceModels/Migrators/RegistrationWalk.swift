internal import SwiftSyntax

/// Finds what a body does with migrators, in the order of its execution. Whatever may run in another order, or not at all, is
/// unclear.
struct RegistrationWalk {
  enum Event {
    case registration(FunctionCallExprSyntax)
    /// A call to which a migrator may be given, by the name of the function. A certain one gets a variable that is a migrator.
    /// The condition says when it is called, if not always.
    case call(String, FunctionCallExprSyntax, condition: String?, isCertain: Bool)
    case unclear(Syntax, String)
    case erasure(Syntax)
    case uncheckedForeignKeys
  }

  private(set) var events: [Event] = []
  /// The names that the body declares, with the value of each constant.
  private(set) var names: [String: ExprSyntax?] = [:]
  /// Whether the body is in an extension of GRDB's migrator.
  private let isOfMigrator: Bool
  /// The variables that begin with `DatabaseMigrator()`, and the parameters of this type.
  private var migrators: Set<String> = []
  private var receivers: Set<String> = []
  /// Whether a statement before may have left the body.
  private var mayHaveLeft = false

  init(_ body: MigratorSources.Body, isOfMigrator: Bool) {
    self.isOfMigrator = isOfMigrator
    for parameter in body.parameters {
      names.updateValue(nil, forKey: parameter.innerName)
      if parameter.type.trimmedDescription.hasSuffix("DatabaseMigrator") { migrators.insert(parameter.innerName) }
    }
    walk(body.syntax, nil)
  }

  private mutating func walk(_ node: Syntax, _ outer: String?) {
    let condition = outer ?? (mayHaveLeft ? "only if the function has not ended before" : nil)
    if let list = node.as(CodeBlockItemListSyntax.self) {
      for item in list {
        walk(Syntax(item), outer)
        if item.item.isBranch, Syntax(item).mayLeave { mayHaveLeft = true }
      }
      return
    }
    if node.is(FunctionDeclSyntax.self) || node.asProtocol((any DeclGroupSyntax).self) != nil {
      if node.registersMigrations { events.append(.unclear(node, "a migration is registered in a local declaration")) }
      if let name = node.as(FunctionDeclSyntax.self)?.name.plainText { names.updateValue(nil, forKey: name) }
      return
    }
    if let block = node.as(IfConfigDeclSyntax.self) { return walk(block, condition) }
    if let variable = node.as(VariableDeclSyntax.self) { declare(variable) }
    if let call = node.as(FunctionCallExprSyntax.self), walk(call, condition) { return }
    if let sequence = node.as(SequenceExprSyntax.self) { assign(Array(sequence.elements), node) }
    let inner = node.conditionOfRunning
    for child in node.children(viewMode: .sourceAccurate) { walk(child, outer ?? inner) }
  }

  private mutating func walk(_ block: IfConfigDeclSyntax, _ outer: String?) {
    for part in ConditionEvaluation(conditions: KnownConditions()).branches(of: block, line: 0, inside: nil) {
      guard let elements = part.elements else { continue }
      walk(Syntax(elements), outer ?? part.branch.map { "only if \($0.condition)" })
    }
  }

  /// Returns whether what is inside of the call does not count.
  private mutating func walk(_ call: FunctionCallExprSyntax, _ condition: String?) -> Bool {
    guard let name = call.calledName else { return false }
    let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
    if name == "registerMigration" {
      receivers.insert(base.map { $0.hasPrefix("self.") ? String($0.dropFirst(5)) : $0 } ?? "self")
      if let condition {
        events.append(.unclear(Syntax(call), "a migration is registered \(condition)"))
      } else if receivers.count > 1 {
        events.append(.unclear(Syntax(call), "one function registers migrations of several migrators"))
      } else if let base, names.keys.contains(base), !migrators.contains(base) {
        events.append(.unclear(Syntax(call), "the migrator \(base) does not begin as DatabaseMigrator()"))
      } else if call.arguments.first?.label != nil {
        events.append(.unclear(Syntax(call), "registerMigration is a function of the project"))
      } else {
        events.append(.registration(call))
      }
      return true
    }
    if name == "disablingDeferredForeignKeyChecks" { events.append(.uncheckedForeignKeys) }
    if Self.ownMethods.contains(name) { return false }
    let given = call.arguments.compactMap { $0.expression.as(InOutExprSyntax.self)?.expression.trimmedDescription }
    let isGiven = given.contains(where: isMigrator)
    let isMethod = base.map { $0 == "self" ? isOfMigrator : isMigrator($0) } ?? isOfMigrator
    if isGiven || isMethod || !given.isEmpty {
      events.append(.call(name, call, condition: condition, isCertain: isGiven || isMethod && base != nil))
    }
    return false
  }

  private func isMigrator(_ name: String) -> Bool {
    migrators.contains(name) || name.lowercased().hasSuffix("migrator") && !names.keys.contains(name)
  }

  private mutating func declare(_ variable: VariableDeclSyntax) {
    for binding in variable.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText else { continue }
      let isFirst = !names.keys.contains(name)
      let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let) && isFirst
      names.updateValue(isConstant ? binding.initializer?.value : nil, forKey: name)
      if isFirst, binding.initializer?.value.isNewMigrator == true { migrators.insert(name) }
    }
  }

  private mutating func assign(_ parts: [ExprSyntax], _ node: Syntax) {
    guard parts.count >= 3, parts[1].is(AssignmentExprSyntax.self) else { return }
    if parts[0].as(MemberAccessExprSyntax.self)?.declName.baseName.text == "eraseDatabaseOnSchemaChange" {
      if parts.count > 3 || parts[2].as(BooleanLiteralExprSyntax.self)?.literal.text != "false" {
        events.append(.erasure(node))
      }
    } else if isMigrator(parts[0].trimmedDescription),
      !parts[2].trimmedDescription.contains("disablingDeferredForeignKeyChecks"),
      !parts[2].isNewMigrator || !receivers.isEmpty
    {
      events.append(.unclear(node, "another migrator takes the place of \(parts[0].trimmedDescription)"))
    }
  }

  /// Initializers, and the methods of GRDB's migrator, which register nothing.
  private static let ownMethods: Set<String> = [
    "init", "migrate", "asyncMigrate", "migratePublisher", "hasSchemaChanges", "appliedMigrations",
    "appliedIdentifiers", "completedMigrations", "hasCompletedMigrations", "hasBeenSuperseded",
    "disablingDeferredForeignKeyChecks",
  ]
}

extension CodeBlockItemSyntax.Item {
  /// Whether it is a statement that may end the function before its end.
  fileprivate var isBranch: Bool {
    switch self {
    case .stmt(let statement): !statement.is(ReturnStmtSyntax.self)
    case .expr(let expression): expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self)
    case .decl: false
    }
  }
}

extension Syntax {
  /// Whether there is a call of `registerMigration` in it.
  fileprivate var registersMigrations: Bool {
    if self.as(FunctionCallExprSyntax.self)?.calledName == "registerMigration" { return true }
    return children(viewMode: .sourceAccurate).contains(where: \.registersMigrations)
  }

  /// Whether there is a `return` or `throw` of the function in it.
  fileprivate var mayLeave: Bool {
    if self.is(ReturnStmtSyntax.self) || self.is(ThrowStmtSyntax.self) { return true }
    if self.is(ClosureExprSyntax.self) || self.is(FunctionDeclSyntax.self) { return false }
    return children(viewMode: .sourceAccurate).contains(where: \.mayLeave)
  }

  /// When the inside of the node runs, if not exactly once, where it stands.
  fileprivate var conditionOfRunning: String? {
    if self.is(ForStmtSyntax.self) || self.is(WhileStmtSyntax.self) || self.is(RepeatStmtSyntax.self) {
      return "in a loop"
    }
    if self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self) || self.is(GuardStmtSyntax.self)
      || self.is(CatchClauseSyntax.self) || self.is(TernaryExprSyntax.self) || self.is(UnresolvedTernaryExprSyntax.self)
    {
      return "under a condition"
    }
    if self.is(DeferStmtSyntax.self) { return "in a defer statement" }
    guard self.is(ClosureExprSyntax.self) else { return nil }
    if parent?.is(InitializerClauseSyntax.self) == true { return "in a closure that is called elsewhere" }
    let call = parent?.as(FunctionCallExprSyntax.self) ?? parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    return ["forEach", "map", "compactMap", "flatMap", "reduce"].contains(call?.calledName) ? "in a loop" : nil
  }
}

extension ExprSyntax {
  /// Whether it is `DatabaseMigrator()`, perhaps without checks of foreign keys.
  fileprivate var isNewMigrator: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    if call.calledName == "disablingDeferredForeignKeyChecks" {
      return call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.isNewMigrator == true
    }
    return call.calledName == "DatabaseMigrator" && call.arguments.isEmpty
  }
}

extension FunctionCallExprSyntax {
  /// The last part of the name of what is called.
  var calledName: String? {
    if let member = calledExpression.as(MemberAccessExprSyntax.self) { return member.declName.baseName.plainText }
    return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.plainText
  }
}
