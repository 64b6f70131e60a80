internal import SwiftSyntax

/// Reads what a migration does with its database, statement by statement, and follows the functions of the project to which
/// it gives the database.
struct BodyReader {
  private let sources: MigratorSources
  private let place: MigratorSources.Place
  /// The values of what is declared around the body.
  private let values: ValueReader
  private(set) var steps: [MigratorStep] = []
  /// Where the body begins.
  private(set) var start: SourceLocation?
  private var texts: [Syntax] = []
  /// The functions that are being followed, and all of which ``source`` has the text.
  private var followed: Set<String> = []
  private var seen: Set<String> = []
  /// The functions whose code is part of what is not understood, by their places.
  private var described: Set<String> = []

  init(sources: MigratorSources, place: MigratorSources.Place, values: ValueReader) {
    (self.sources, self.place, self.values) = (sources, place, values)
  }

  var source: String { texts.map(\.trimmedDescription).joined(separator: "\n") }

  /// Adds a statement that is not understood.
  mutating func refuse(_ text: String, at node: some SyntaxProtocol) {
    let scope = Scope(
      database: "", place: place, values: values, fixedLine: nil, depth: 0)
    steps.append(.code(text, tokens: meaning(of: Syntax(node), in: scope), line: place.lines.line(of: node)))
  }

  /// Reads the closure that is given to `registerMigration`.
  mutating func read(_ closure: ClosureExprSyntax) {
    start = SourceLocation(path: place.path, line: place.lines.line(of: closure))
    texts.append(Syntax(closure))
    let scope = Scope(
      database: closure.parameterNames.first ?? "$0", place: place, values: values, fixedLine: nil, depth: 0)
    read(closure.statements, in: scope)
  }

  /// Reads the argument `migrate:`: a closure, or the name of a function.
  mutating func read(_ expression: ExprSyntax) {
    if let closure = expression.as(ClosureExprSyntax.self) { return read(closure) }
    texts.append(Syntax(expression))
    guard let path = expression.typePath, let name = path.last, !values.hidden.contains(path[0]),
      let function = function(name, of: Array(path.dropLast()), from: place, labels: nil),
      let body = function.syntax.body, let parameter = function.syntax.signature.parameterClause.parameters.first
    else { return refuse(Self.beginning(of: expression), at: expression) }
    start = SourceLocation(path: function.place.path, line: function.place.lines.line(of: body))
    texts = [Syntax(body)]
    let scope = Scope(
      database: parameter.innerName, place: function.place,
      values: ValueReader(sources: sources, place: function.place), fixedLine: nil, depth: 0)
    read(body.statements, in: scope)
  }

  /// What names mean in a block of statements.
  private struct Scope {
    /// The name of the database; `$0` in a closure without names.
    var database: String
    let place: MigratorSources.Place
    var values: ValueReader
    /// The line of the statement that called the function; `nil` in the body itself.
    let fixedLine: Int?
    let depth: Int

    func line(of node: some SyntaxProtocol) -> Int { fixedLine ?? place.lines.line(of: node) }

    /// Whether a call of this name is one of a method of the database.
    func isOfDatabase(_ path: [String]) -> Bool {
      path.dropLast() == [database] || database == "self" && path.count == 1
    }
  }

  private mutating func read(_ statements: CodeBlockItemListSyntax, in outer: Scope) {
    var scope = outer
    for statement in statements {
      guard sources.step() else { return refuse(Syntax(statement), in: scope) }
      if let block = statement.item.as(IfConfigDeclSyntax.self), readActive(block, in: scope) { continue }
      if let end = statement.item.as(ReturnStmtSyntax.self), statement == statements.last, statements.isBody {
        if let expression = end.expression { read(statement: expression, in: scope) }
        continue
      }
      switch statement.item {
      case .decl(let declaration): read(declaration, in: &scope)
      case .expr(let expression): read(statement: expression, in: scope)
      case .stmt(let other): read(other, in: scope)
      }
    }
  }

  /// Reads the branch of an `#if` that is active in a release build; returns whether that is known. What the branch declares
  /// would be seen behind it.
  private mutating func readActive(_ block: IfConfigDeclSyntax, in scope: Scope) -> Bool {
    let active = ConditionEvaluation(conditions: KnownConditions()).branches(of: block, line: 0, inside: nil)
    guard active.count < 2, active.allSatisfy({ $0.branch == nil }) else { return false }
    for part in active {
      guard let elements = part.elements else { return true }
      guard case .statements(let statements) = elements, !statements.contains(where: { $0.item.is(DeclSyntax.self) })
      else { return false }
      read(statements, in: scope)
    }
    return true
  }

  private mutating func read(_ declaration: DeclSyntax, in scope: inout Scope) {
    if let alias = declaration.as(TypeAliasDeclSyntax.self), let type = TypeText(alias.initializer.value).path {
      scope.values.aliases[alias.name.plainText] = type
      return
    }
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      if let name = declaration.as(FunctionDeclSyntax.self)?.name.plainText { scope.values.hidden.insert(name) }
      return refuse(Syntax(declaration), in: scope)
    }
    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
    var isKnown = true
    for binding in variable.bindings {
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText
      let value = binding.initializer.flatMap { scope.values.value(of: $0.value) }
      if let name {
        scope.values.hidden.insert(name)
        scope.values.locals[name] = isConstant ? value : nil
      }
      isKnown = isKnown && isConstant && name != nil && value != nil
    }
    if !isKnown { refuse(Syntax(declaration), in: scope) }
  }

  private mutating func read(_ statement: StmtSyntax, in scope: Scope) {
    if let loop = statement.as(ForStmtSyntax.self), loop.whereClause == nil,
      let name = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText,
      case .array(let elements)? = scope.values.value(of: loop.sequence)
    {
      for element in elements {
        var inner = scope
        inner.values.locals[name] = element
        read(loop.body.statements, in: inner)
      }
      return
    }
    if let block = statement.as(DoStmtSyntax.self), block.catchClauses.isEmpty {
      return read(block.body.statements, in: scope)
    }
    if let condition = statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
      let table = droppedTable(condition, in: scope)
    {
      return add("DROP TABLE IF EXISTS \(table.quoted)", at: scope.line(of: statement))
    }
    refuse(Syntax(statement), in: scope)
  }

  private mutating func read(statement expression: ExprSyntax, in scope: Scope) {
    if let wrapped = expression.as(TryExprSyntax.self), wrapped.questionOrExclamationMark == nil {
      return read(statement: wrapped.expression, in: scope)
    }
    // `_ = try …`
    if let sequence = expression.as(SequenceExprSyntax.self) {
      let parts = Array(sequence.elements)
      if parts.count == 3, parts[0].is(DiscardAssignmentExprSyntax.self), parts[1].is(AssignmentExprSyntax.self) {
        return read(statement: parts[2], in: scope)
      }
    }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      if isHarmless(call, scope.database) { return }
      if follow(call, in: scope) { return }
      if let table = deletedTable(call, in: scope) {
        return add("DELETE FROM \(table.quoted)", at: scope.line(of: call))
      }
      if !hidesMethod(call),
        let chain = macroStatement(call, in: scope) ?? chain(call, on: scope.database, scope.values)
      {
        steps.append(.calls(chain, line: scope.line(of: expression)))
        return
      }
    }
    refuse(Syntax(expression), in: scope)
  }

  /// Whether the project adds a method of this name to `Database`, which may be the one that is called.
  private func hidesMethod(_ call: FunctionCallExprSyntax) -> Bool {
    guard let name = call.calledName else { return false }
    sources.ensureFunction(name)
    sources.ensureType("Database")
    // A type of this name that the project declares is not GRDB's.
    return sources.types["Database"] == nil
      && sources.functions[name]?.contains { $0.place.types.last == "Database" } == true
  }

  private mutating func add(_ sql: String, at line: Int) {
    steps.append(.calls([MigratorCall("execute", [MigratorArgument("sql", .string(sql))])], line: line))
  }

  /// The table of a record in `Record.deleteAll(db)`.
  private func deletedTable(_ call: FunctionCallExprSyntax, in scope: Scope) -> String? {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self), call.trailingClosure == nil,
      access.declName.baseName.text == "deleteAll", call.arguments.count == 1,
      call.arguments.first?.expression.trimmedDescription == scope.database, let type = access.base?.typePath
    else { return nil }
    sources.ensureFunction("deleteAll")
    if sources.functions["deleteAll"] != nil { return nil }
    return scope.values.tableName(of: type)
  }

  /// The table in `if try db.tableExists("t") { try db.drop(table: "t") }`, which is DROP TABLE IF EXISTS.
  private func droppedTable(_ condition: IfExprSyntax, in scope: Scope) -> String? {
    guard condition.elseBody == nil, condition.conditions.count == 1,
      case .expression(let test)? = condition.conditions.first?.condition,
      let asked = (test.as(TryExprSyntax.self)?.expression ?? test).as(FunctionCallExprSyntax.self),
      asked.calledName == "tableExists", asked.arguments.count == 1,
      asked.calledExpression.typePath?.dropLast() == [scope.database],
      let table = asked.arguments.first.flatMap({ scope.values.text(of: $0.expression) }),
      let statement = condition.body.statements.onlyExpression?.as(TryExprSyntax.self)?.expression
        .as(FunctionCallExprSyntax.self),
      chain(statement, on: scope.database, scope.values)
        == [MigratorCall("drop", [MigratorArgument("table", .string(table))])]
    else { return nil }
    return table
  }

  private mutating func refuse(_ node: Syntax, in scope: Scope) {
    steps.append(
      .code(Self.beginning(of: node), tokens: meaning(of: node, in: scope), line: scope.line(of: node)))
  }

  // MARK: Code that is not understood

  /// What of code matters: its tokens, with the values of constants in place of their names, and those of the functions of the project
  /// to which it gives the database.
  private mutating func meaning(of node: Syntax, in scope: Scope) -> String {
    var words: [String] = []
    addMeaning(of: node, in: scope, to: &words)
    return words.joined(separator: " ")
  }

  private mutating func addMeaning(of node: Syntax, in scope: Scope, to words: inout [String]) {
    if let token = node.as(TokenSyntax.self) {
      // A formatter adds and removes parentheses around the names of a closure's parameters, and the comma after the last element.
      if token.parent?.is(ClosureParameterClauseSyntax.self) == true, ["(", ")"].contains(token.text) { return }
      if [")", "]"].contains(token.text), words.last == "," { words.removeLast() }
      words.append(token.text)
      return
    }
    if let value = constant(node, in: scope) {
      words.append(value)
      return
    }
    for child in node.children(viewMode: .sourceAccurate) { addMeaning(of: child, in: scope, to: &words) }
    guard let call = node.as(FunctionCallExprSyntax.self), let (function, _) = calledFunction(call, in: scope),
      let body = function.syntax.body, let inner = innerScope(of: function, call, in: scope),
      described.insert("\(function.place.path):\(body.position.utf8Offset)").inserted
    else { return }
    texts.append(Syntax(body))
    words.append("{")
    addMeaning(of: Syntax(body.statements), in: inner, to: &words)
    words.append("}")
  }

  /// The value of a literal, or of a member of a type of the project.
  private func constant(_ node: Syntax, in scope: Scope) -> String? {
    let isMember =
      node.as(MemberAccessExprSyntax.self).map(ExprSyntax.init)?.typePath?.first?.first?.isUppercase == true
    // The name in a call or behind a point is not a value.
    let isName =
      node.is(DeclReferenceExprSyntax.self) && node.parent?.is(MemberAccessExprSyntax.self) != true
      && node.parent?.is(FunctionCallExprSyntax.self) != true
    guard isMember || isName || node.is(StringLiteralExprSyntax.self), let expression = node.as(ExprSyntax.self) else {
      return nil
    }
    switch scope.values.value(of: expression) {
    case .string(let text), .named(let text): return "\"\(text)\""
    case .integer(let number): return String(number)
    default: return nil
    }
  }

  private static func beginning(of node: some SyntaxProtocol) -> String {
    let line = node.trimmedDescription.prefix { !$0.isNewline }
    return line.count > 60 ? String(line.prefix(59)) + "…" : String(line)
  }

  /// Whether a call only writes a message: it is called like a log, and gets neither the database nor what `try` makes.
  private func isHarmless(_ call: FunctionCallExprSyntax, _ database: String) -> Bool {
    let isQuiet =
      call.trailingClosure == nil
      && !call.tokens(viewMode: .sourceAccurate).contains { $0.text == "try" || $0.text == database }
    if let base = call.calledExpression.typePath?.dropLast().last {
      return isQuiet && ["log", "logger"].contains(base.lowercased())
    }
    guard let name = call.calledName, ["print", "debugPrint", "NSLog", "os_log"].contains(name) else { return false }
    sources.ensureFunction(name)
    return isQuiet && sources.functions[name] == nil
  }

  /// `#sql("…").execute(db)` of StructuredQueries.
  private func macroStatement(_ call: FunctionCallExprSyntax, in scope: Scope) -> [MigratorCall]? {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "execute", call.arguments.count == 1,
      call.arguments.first?.expression.trimmedDescription == scope.database,
      let macro = access.base?.as(MacroExpansionExprSyntax.self), macro.macroName.plainText == "sql",
      macro.arguments.count == 1, let text = macro.arguments.first?.expression, text.isPlainLiteral,
      let sql = scope.values.text(of: text)
    else { return nil }
    return [MigratorCall("execute", [MigratorArgument("sql", .string(sql))])]
  }

  /// The calls of `base.a(…).b(…)`, in this order; `nil` if an argument is not known, or if the first is not a method of `base`.
  private func chain(_ call: FunctionCallExprSyntax, on base: String, _ values: ValueReader) -> [MigratorCall]? {
    let (before, name): ([MigratorCall], String)
    if base == "self", let own = call.calledExpression.as(DeclReferenceExprSyntax.self) {
      (before, name) = ([], own.baseName.plainText)
    } else {
      guard let access = call.calledExpression.as(MemberAccessExprSyntax.self), let inner = access.base,
        let earlier = calls(before: inner, on: base, values)
      else { return nil }
      (before, name) = (earlier, access.declName.baseName.plainText)
    }
    var arguments: [MigratorArgument] = []
    var closure = call.trailingClosure
    for argument in call.arguments {
      if let body = argument.expression.as(ClosureExprSyntax.self), closure == nil {
        closure = body
        continue
      }
      // GRDB binds the values in a literal of SQL.
      let isLiteral = ["literal", "asLiteral"].contains(argument.label?.plainText)
      guard !isLiteral || argument.expression.isPlainLiteral, let value = values.value(of: argument.expression) else {
        return nil
      }
      arguments.append(MigratorArgument(argument.label?.plainText, value))
    }
    guard call.additionalTrailingClosures.isEmpty else { return nil }
    var body: [[MigratorCall]]?
    if let closure {
      guard let statements = chains(closure, outer: base, values) else { return nil }
      body = statements
    }
    return before + [MigratorCall(name, arguments, body: body)]
  }

  private func calls(before inner: ExprSyntax, on base: String, _ values: ValueReader) -> [MigratorCall]? {
    if inner.as(DeclReferenceExprSyntax.self)?.baseName.text == base { return [] }
    return inner.as(FunctionCallExprSyntax.self).flatMap { chain($0, on: base, values) }
  }

  /// The chains of a closure such as that of `create(table:)`, on its parameter; those of a closure without one, as that of
  /// `primaryKey { … }`, are on the parameter outside.
  private func chains(_ closure: ClosureExprSyntax, outer: String, _ values: ValueReader) -> [[MigratorCall]]? {
    let usesShorthand = closure.tokens(viewMode: .sourceAccurate).contains { $0.text == "$0" }
    let base = closure.parameterNames.first ?? (usesShorthand ? "$0" : outer)
    return chains(closure.statements, on: base, values)
  }

  private func chains(
    _ statements: CodeBlockItemListSyntax, on base: String, _ outer: ValueReader
  ) -> [[MigratorCall]]? {
    var values = outer
    var found: [[MigratorCall]] = []
    for statement in statements {
      switch statement.item {
      case .expr(let expression):
        guard let chain = chain(statement: expression, on: base, values) else { return nil }
        found.append(chain)
      case .decl(let declaration):
        guard let variable = declaration.as(VariableDeclSyntax.self),
          variable.bindingSpecifier.tokenKind == .keyword(.let)
        else { return nil }
        for binding in variable.bindings {
          guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText,
            let value = binding.initializer.flatMap({ values.value(of: $0.value) })
          else { return nil }
          values.locals[name] = value
        }
      case .stmt(let statement):
        guard let loop = statement.as(ForStmtSyntax.self), loop.whereClause == nil,
          let name = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText,
          case .array(let elements)? = values.value(of: loop.sequence)
        else { return nil }
        for element in elements {
          var inner = values
          inner.locals[name] = element
          guard let chains = chains(loop.body.statements, on: base, inner) else { return nil }
          found += chains
        }
      }
    }
    return found
  }

  private func chain(statement: ExprSyntax, on base: String, _ values: ValueReader) -> [MigratorCall]? {
    if let wrapped = statement.as(TryExprSyntax.self) { return chain(statement: wrapped.expression, on: base, values) }
    if let call = statement.as(FunctionCallExprSyntax.self) { return chain(call, on: base, values) }
    guard let sequence = statement.as(SequenceExprSyntax.self) else { return nil }
    let parts = Array(sequence.elements)
    guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self),
      let access = parts[0].as(MemberAccessExprSyntax.self),
      access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == base, let value = values.value(of: parts[2])
    else { return nil }
    return [MigratorCall(access.declName.baseName.plainText + "=", [MigratorArgument(nil, value)])]
  }

  /// Reads the function of the project that a statement calls with the database.
  ///
  /// - Returns: whether there is one that is known, with arguments that are.
  private mutating func follow(_ call: FunctionCallExprSyntax, in scope: Scope) -> Bool {
    guard call.trailingClosure == nil, let (function, isWhole) = calledFunction(call, in: scope), isWhole,
      let body = function.syntax.body, let inner = innerScope(of: function, call, in: scope)
    else { return false }
    let key = "\(function.place.path):\(body.position.utf8Offset)"
    guard followed.insert(key).inserted else { return false }
    if seen.insert(key).inserted { texts.append(Syntax(body)) }
    read(body.statements, in: inner)
    followed.remove(key)
    return true
  }

  /// The function of the project that gets the database from a call, and whether the other arguments are known.
  private func calledFunction(
    _ call: FunctionCallExprSyntax, in scope: Scope
  ) -> (function: MigratorSources.Function, isWhole: Bool)? {
    guard scope.depth < 8, !scope.database.isEmpty, let path = call.calledExpression.typePath, let name = path.last
    else { return nil }
    let arguments = call.arguments.map { $0.expression.trimmedDescription }
    // A method that the project adds to `Database`.
    sources.ensureType("Database")
    let isOfDatabase = scope.isOfDatabase(path) && sources.types["Database"] == nil
    guard isOfDatabase || arguments.contains(scope.database) else { return nil }
    let type = isOfDatabase ? ["Database"] : scope.values.path(of: Array(path.dropLast()))
    guard let function = function(name, of: type, from: scope.place, labels: call.arguments.map { $0.label?.plainText })
    else { return nil }
    let isWhole = call.arguments.allSatisfy {
      $0.expression.trimmedDescription == scope.database || scope.values.value(of: $0.expression) != nil
    }
    return (function, isWhole)
  }

  /// What names mean in a function that is called; `nil` if it does not get the database.
  private func innerScope(
    of function: MigratorSources.Function, _ call: FunctionCallExprSyntax, in scope: Scope
  ) -> Scope? {
    let isOfDatabase = call.calledExpression.typePath.map(scope.isOfDatabase) ?? false
    var inner = Scope(
      database: isOfDatabase ? "self" : "", place: function.place,
      values: ValueReader(sources: sources, place: function.place), fixedLine: scope.line(of: call),
      depth: scope.depth + 1)
    var arguments = call.arguments.map { ($0.label?.plainText, $0.expression) }
    for parameter in function.syntax.signature.parameterClause.parameters {
      let label = parameter.firstName.text == "_" ? nil : parameter.firstName.plainText
      inner.values.hidden.insert(parameter.innerName)
      guard let index = arguments.firstIndex(where: { $0.0 == label }) else {
        if let value = parameter.defaultValue.flatMap({ inner.values.value(of: $0.value) }) {
          inner.values.locals[parameter.innerName] = value
        }
        continue
      }
      let argument = arguments.remove(at: index).1
      if argument.trimmedDescription == scope.database {
        inner.database = parameter.innerName
      } else if let value = scope.values.value(of: argument) {
        inner.values.locals[parameter.innerName] = value
      }
    }
    return inner.database.isEmpty || !arguments.isEmpty ? nil : inner
  }

  /// The only function of a name that can be called with these labels; `nil` for the labels if it is not called, but named.
  private func function(
    _ name: String, of type: [String], from place: MigratorSources.Place, labels: [String?]?
  ) -> MigratorSources.Function? {
    var path = type
    if path.first == "Self" || path.first == "self" { path = place.types + path.dropFirst() }
    sources.ensure(name, of: path, from: place)
    let all = (sources.functions[name] ?? []).filter { function in
      guard let labels else { return function.syntax.signature.parameterClause.parameters.count == 1 }
      let parameters = function.syntax.signature.parameterClause.parameters
      let required = parameters.filter { $0.defaultValue == nil }.map {
        $0.firstName.text == "_" ? nil : $0.firstName.plainText
      }
      let known = parameters.map { $0.firstName.text == "_" ? nil : $0.firstName.plainText }
      return required.allSatisfy(labels.contains) && labels.allSatisfy(known.contains)
    }
    let found = sources.members(all, of: path, from: place) { $0.place }
    return found.count == 1 ? found[0] : nil
  }
}

extension String {
  /// The name as an identifier of SQL.
  fileprivate var quoted: String { "\"\(replacing("\"", with: "\"\""))\"" }
}

extension ExprSyntax {
  /// Whether it is a literal without interpolations, or with those that insert SQL.
  fileprivate var isPlainLiteral: Bool {
    self.as(StringLiteralExprSyntax.self)?.segments.allSatisfy { segment in
      guard case .expressionSegment(let part) = segment else { return true }
      return part.expressions.allSatisfy { $0.label?.plainText == "raw" }
    } == true
  }
}

extension CodeBlockItemListSyntax {
  /// Whether these are all statements of a function or a closure, and not those of a block in it.
  fileprivate var isBody: Bool {
    parent?.is(ClosureExprSyntax.self) == true || parent?.parent?.is(FunctionDeclSyntax.self) == true
  }
}

extension ClosureExprSyntax {
  /// The names of the parameters.
  fileprivate var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let list): list.map(\.name.plainText)
    case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).plainText }
    case nil: []
    }
  }
}

extension FunctionParameterSyntax {
  /// The name in the function's body.
  var innerName: String { (secondName ?? firstName).plainText }
}
