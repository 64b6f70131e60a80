internal import SwiftSyntax

/// Reads the migrations that Swift files register with GRDB's `DatabaseMigrator`, in the order in which it runs them. Nothing
/// is compiled or run.
///
/// > Migrations run in order, once and only once.
///
/// https://swiftpackageindex.com/groue/grdb.swift/documentation/grdb/migrations
public enum MigratorReader {
  /// The migrations of the only migrator that some files contain.
  ///
  /// - Parameters:
  ///   - files: the files in which names are looked up, without tests.
  ///   - root: the file or the function, as `Type.name`, that registers the migrations, if there are several; `nil` for the only one.
  ///   - allowingErasure: whether the migrator may set `eraseDatabaseOnSchemaChange`.
  /// - Returns: the migrations, and what was sought in the files.
  public static func migrations(
    in files: [(path: String, bytes: [UInt8])], of root: String? = nil, allowingErasure: Bool = false
  ) -> (result: Result<[RegisteredMigration], MigratorProblem>, searches: MigratorSearches) {
    FileParsing.onLargeStack {
      let sources = MigratorSources(files)
      do throws(MigratorProblem) {
        let registrations = try Registrations(sources, allowingErasure: allowingErasure)
        return (.success(try registrations.migrations(of: root)), sources.searches)
      } catch {
        return (.failure(error), sources.searches)
      }
    }
  }
}

/// The calls of `registerMigration` in the order of their execution.
private struct Registrations {
  private let sources: MigratorSources
  private let allowsErasure: Bool
  private var registrars: [Registrar] = []

  /// A body that registers migrations, itself or through others.
  private struct Registrar {
    let body: MigratorSources.Body
    var events: [Event]
    var location: SourceLocation {
      SourceLocation(path: body.place.path, line: body.place.lines.line(of: body.syntax))
    }

    /// Whether the name is that of the file, or `Type.name`.
    func isCalled(_ name: String) -> Bool {
      body.place.path == name || body.place.path.hasSuffix("/" + name)
        || fullName == name
    }

    /// `Type.name`
    var fullName: String { (body.place.types + [body.name]).joined(separator: ".") }

    /// Whether a migration is registered here, or may be, and not only in a function that is called.
    var registersDirectly: Bool {
      events.contains { event in
        switch event {
        case .registration, .unclear: true
        case .call, .erasure, .uncheckedForeignKeys: false
        }
      }
    }
    var registers: Bool { registersDirectly || !calls.isEmpty }

    var calls: [String] { events.compactMap { if case .call(let name, _, _) = $0 { name } else { nil } } }

    var defaultChecks: RegisteredMigration.ForeignKeyChecks {
      events.contains { if case .uncheckedForeignKeys = $0 { true } else { false } } ? .disabled : .deferred
    }
  }

  private enum Event {
    case registration(FunctionCallExprSyntax)
    /// A call to which a migrator is given, by the name of the function.
    ///
    /// The last value says under which condition it is called, if there is one.
    case call(String, FunctionCallExprSyntax, String?)
    case unclear(Syntax, String)
    case erasure(Syntax)
    case uncheckedForeignKeys
  }

  init(_ sources: MigratorSources, allowingErasure: Bool) throws(MigratorProblem) {
    self.sources = sources
    allowsErasure = allowingErasure
    let paths = Set(sources.files(containing: "registerMigration") + sources.files(containing: "DatabaseMigrator"))
    for path in paths.sorted() { sources.parse(path) }
    if let problem = sources.unreadable.first { throw .unreadable(problem) }
    let isOwnType = sources.types["DatabaseMigrator"] != nil
    for body in sources.bodies {
      let isOfMigrator = body.place.types.last == "DatabaseMigrator" && !isOwnType
      var events: [Event] = []
      Self.collect(body.syntax, isOfMigrator, isConditional: nil, &events)
      if !events.isEmpty { registrars.append(Registrar(body: body, events: events)) }
    }
    // A call counts if the function that it calls registers something.
    var names = Set(registrars.filter(\.registersDirectly).map(\.body.name))
    while true {
      let callers = registrars.filter { !names.isDisjoint(with: $0.calls) }.map(\.body.name)
      if names.isSuperset(of: callers) { break }
      names.formUnion(callers)
    }
    for index in registrars.indices {
      registrars[index].events.removeAll { if case .call(let name, _, _) = $0 { !names.contains(name) } else { false } }
    }
    registrars.removeAll { !$0.registers }
  }

  func migrations(of name: String?) throws(MigratorProblem) -> [RegisteredMigration] {
    let called = Set(registrars.flatMap(\.calls))
    var roots = registrars.filter { !called.contains($0.body.name) }
    if roots.isEmpty, let first = registrars.first {
      throw .unclear(first.location, reason: "functions register migrations by calling each other")
    }
    if let name { roots = roots.filter { $0.isCalled(name) } }
    guard let root = roots.first else { throw .none }
    if roots.count > 1 {
      throw .several(roots.map { ($0.fullName, $0.location) }.sorted { $0.1 < $1.1 }.map(MigratorPlace.init))
    }
    var (found, seen): ([RegisteredMigration], [String: SourceLocation]) = ([], [:])
    try add(root, depth: 0, checks: root.defaultChecks, to: &found)
    for migration in found {
      if seen.updateValue(migration.place, forKey: migration.identifier) != nil {
        throw .unclear(migration.place, reason: "the migration \(migration.identifier) is registered twice")
      }
    }
    return found
  }

  private func add(
    _ registrar: Registrar, depth: Int, checks: RegisteredMigration.ForeignKeyChecks,
    to found: inout [RegisteredMigration]
  ) throws(MigratorProblem) {
    let place = registrar.body.place
    func location(_ node: some SyntaxProtocol) -> SourceLocation {
      SourceLocation(path: place.path, line: place.lines.line(of: node))
    }
    guard depth < 16 else {
      throw .unclear(registrar.location, reason: "functions register migrations by calling each other")
    }
    for event in registrar.events {
      switch event {
      case .registration(let call): found.append(try migration(call, at: place, checks))
      case .call(_, let call, let condition?):
        throw .unclear(location(call), reason: "migrations are registered \(condition)")
      case .call(let name, let call, nil):
        let targets = registrars.filter { $0.body.name == name && call.mayCall($0.body, from: place) }
        guard let target = targets.first, targets.count == 1 else {
          throw .unclear(location(call), reason: "several functions called \(name) register migrations")
        }
        try add(target, depth: depth + 1, checks: checks, to: &found)
      case .unclear(let node, let reason): throw .unclear(location(node), reason: reason)
      case .erasure(let node): if !allowsErasure { throw .erases(location(node)) }
      case .uncheckedForeignKeys: break
      }
    }
  }

  private func migration(
    _ call: FunctionCallExprSyntax, at place: MigratorSources.Place, _ checks: RegisteredMigration.ForeignKeyChecks
  ) throws(MigratorProblem) -> RegisteredMigration {
    let location = SourceLocation(path: place.path, line: place.lines.line(of: call.calledExpression))
    let values = ValueReader(sources: sources, place: place)
    guard let first = call.arguments.first, case .string(let identifier)? = values.value(of: first.expression) else {
      let text = call.arguments.first?.expression.trimmedDescription ?? ""
      throw .unclear(location, reason: "the identifier \(text.prefix(60)) is not a constant")
    }
    var ownChecks = checks
    if let argument = call.arguments.first(where: { $0.label?.plainText == "foreignKeyChecks" }) {
      guard case .member(let name, _)? = values.value(of: argument.expression) else {
        throw .unclear(location, reason: "foreignKeyChecks is not a constant")
      }
      if name == "immediate" { ownChecks = .immediate }
    }
    var body = BodyReader(sources: sources, place: place)
    if call.arguments.contains(where: { $0.label?.plainText == "merging" }) {
      body.refuse("merging: …", at: call)
    }
    if let closure = call.trailingClosure {
      body.read(closure)
    } else if let argument = call.arguments.first(where: { $0.label?.plainText == "migrate" })?.expression {
      body.read(argument)
    } else {
      throw .unclear(location, reason: "the migration \(identifier) has no body")
    }
    return RegisteredMigration(
      identifier: identifier, place: location, body: body.start ?? location, source: body.source,
      steps: body.steps, foreignKeyChecks: ownChecks)
  }

  /// Initializers, and the methods of GRDB's migrator, which register nothing.
  private static let ownMethods: Set<String> = [
    "init", "migrate", "asyncMigrate", "migratePublisher", "hasSchemaChanges", "appliedMigrations",
    "appliedIdentifiers",
    "completedMigrations", "hasCompletedMigrations", "hasBeenSuperseded",
  ]

  /// Collects what a body does with migrators. Closures are part of it: they may be those of an initial value.
  private static func collect(
    _ node: Syntax, _ isOfMigrator: Bool, isConditional: String?, _ events: inout [Event]
  ) {
    if node.is(FunctionDeclSyntax.self) || node.is(StructDeclSyntax.self) || node.is(ClassDeclSyntax.self) { return }
    if let call = node.as(FunctionCallExprSyntax.self), let name = call.calledName {
      if name == "registerMigration" {
        events.append(
          isConditional.map { .unclear(node, "a migration is registered \($0)") } ?? .registration(call))
        return
      }
      if name == "disablingDeferredForeignKeyChecks" { events.append(.uncheckedForeignKeys) }
      if !ownMethods.contains(name), call.passesMigrator(inMigrator: isOfMigrator) {
        events.append(.call(name, call, isConditional))
      }
    }
    if let sequence = node.as(SequenceExprSyntax.self) {
      let parts = Array(sequence.elements)
      if parts.count == 3, parts[1].is(AssignmentExprSyntax.self),
        parts[0].as(MemberAccessExprSyntax.self)?.declName.baseName.text == "eraseDatabaseOnSchemaChange",
        parts[2].as(BooleanLiteralExprSyntax.self)?.literal.text == "true", isConditional == nil
      {
        events.append(.erasure(node))
      }
    }
    if let block = node.as(IfConfigDeclSyntax.self) {
      let active = ConditionEvaluation(conditions: KnownConditions()).branches(of: block, line: 0, inside: nil)
      for part in active {
        guard let elements = part.elements else { continue }
        let condition = part.branch.map { "only if \($0.condition)" }
        collect(Syntax(elements), isOfMigrator, isConditional: isConditional ?? condition, &events)
      }
      return
    }
    let inner: String? =
      if node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self) {
        "in a loop"
      } else if node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self) || node.is(GuardStmtSyntax.self) {
        "under a condition"
      } else {
        nil
      }
    for child in node.children(viewMode: .sourceAccurate) {
      collect(child, isOfMigrator, isConditional: isConditional ?? inner, &events)
    }
  }
}

extension FunctionCallExprSyntax {
  /// The last part of the name of what is called.
  var calledName: String? {
    if let member = calledExpression.as(MemberAccessExprSyntax.self) { return member.declName.baseName.plainText }
    return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.plainText
  }

  /// Whether the call may register migrations: it gets a variable to change, or it is a method of a migrator.
  ///
  /// - Parameter isOfMigrator: whether the call is in an extension of GRDB's migrator.
  fileprivate func passesMigrator(inMigrator isOfMigrator: Bool) -> Bool {
    if arguments.contains(where: { $0.expression.is(InOutExprSyntax.self) }) { return true }
    guard let base = calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription else {
      return isOfMigrator
    }
    return isOfMigrator && base == "self" || base.lowercased().hasSuffix("migrator")
  }

  /// Whether the function that is called may be this one, by the type before its name.
  fileprivate func mayCall(_ body: MigratorSources.Body, from place: MigratorSources.Place) -> Bool {
    guard let base = calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription,
      let name = base.split(separator: ".").last, name.first?.isUppercase == true, name != "Self"
    else { return true }
    return body.place.types.last.map { $0 == name } ?? false
  }
}
