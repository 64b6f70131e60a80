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
    let names: [String: ExprSyntax?]
    var events: [RegistrationWalk.Event]
    var location: SourceLocation {
      SourceLocation(path: body.place.path, line: body.place.lines.line(of: body.syntax))
    }

    /// Whether the name is that of the file, or `Type.name`.
    func isCalled(_ name: String) -> Bool {
      body.place.path == name || body.place.path.hasSuffix("/" + name) || fullName == name
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

    /// Whether it matters if it is called.
    var isOfMigrator: Bool { registersDirectly || events.contains { if case .erasure = $0 { true } else { false } } }

    var calls: [String] { events.compactMap { if case .call(let name, _, _, _) = $0 { name } else { nil } } }

    var defaultChecks: RegisteredMigration.ForeignKeyChecks {
      events.contains { if case .uncheckedForeignKeys = $0 { true } else { false } } ? .disabled : .deferred
    }
  }

  init(_ sources: MigratorSources, allowingErasure: Bool) throws(MigratorProblem) {
    self.sources = sources
    allowsErasure = allowingErasure
    let paths = Set(sources.files(containing: "registerMigration") + sources.files(containing: "DatabaseMigrator"))
    for path in paths.sorted() { sources.parse(path) }
    // What a migrator is given to may be in another file.
    var count = -1
    while count != sources.bodies.count {
      count = sources.bodies.count
      registrars = Self.registrars(sources)
      for case .call(let name, _, _, true) in registrars.flatMap(\.events) { sources.ensureFunction(name) }
    }
    // A call counts if the function that it calls registers something.
    var names = Set(registrars.filter(\.isOfMigrator).map(\.body.name))
    while true {
      let callers = registrars.filter { !names.isDisjoint(with: $0.calls) }.map(\.body.name)
      if names.isSuperset(of: callers) { break }
      names.formUnion(callers)
    }
    for index in registrars.indices {
      registrars[index].events = registrars[index].events.compactMap { event in
        guard case .call(let name, let call, _, let isCertain) = event, !names.contains(name) else { return event }
        let isKnown = !isCertain || sources.functions[name] != nil
        return isKnown ? nil : .unclear(Syntax(call), "the migrator is given to \(name), which is not among the files")
      }
    }
    registrars.removeAll { !$0.isOfMigrator && $0.calls.isEmpty }
  }

  private static func registrars(_ sources: MigratorSources) -> [Registrar] {
    let isOwnType = sources.types["DatabaseMigrator"] != nil
    return sources.bodies.compactMap { body in
      let walk = RegistrationWalk(body, isOfMigrator: body.place.types.last == "DatabaseMigrator" && !isOwnType)
      return walk.events.isEmpty ? nil : Registrar(body: body, names: walk.names, events: walk.events)
    }
  }

  func migrations(of name: String?) throws(MigratorProblem) -> [RegisteredMigration] {
    let called = Set(
      registrars.flatMap { registrar in
        registrar.events.flatMap { event -> [Int] in
          if case .call(let name, let call, _, _) = event {
            targets(of: call, name, from: registrar.body.place)
          } else {
            []
          }
        }
      })
    var roots = registrars.indices.filter { !called.contains($0) }.map { registrars[$0] }
    roots.removeAll { root in !root.registersDirectly && root.calls.isEmpty }
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
    // A file that cannot be parsed may declare what was looked up.
    if let problem = sources.unreadable.first { throw .unreadable(problem) }
    if sources.isExhausted { throw .unclear(root.location, reason: "the migrations are too much to be read") }
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
      case .registration(let call): found.append(try migration(call, in: registrar, checks))
      case .call(_, let call, let condition?, _):
        throw .unclear(location(call), reason: "migrations are registered \(condition)")
      case .call(let name, let call, nil, _):
        let targets = targets(of: call, name, from: place)
        guard let target = targets.first, targets.count == 1 else {
          let reason =
            targets.isEmpty
            ? "the function \(name) was not found" : "several functions called \(name) register migrations"
          throw .unclear(location(call), reason: reason)
        }
        try add(registrars[target], depth: depth + 1, checks: checks, to: &found)
      case .unclear(let node, let reason): throw .unclear(location(node), reason: reason)
      case .erasure(let node): if !allowsErasure { throw .erases(location(node)) }
      case .uncheckedForeignKeys: break
      }
    }
  }

  /// The registrars that a call may mean: those of its type or, without one, of the innermost place around it.
  private func targets(of call: FunctionCallExprSyntax, _ name: String, from place: MigratorSources.Place) -> [Int] {
    let all = registrars.indices.filter { registrars[$0].body.name == name && call.mayCall(registrars[$0].body) }
    let own = all.filter { registrars[$0].body.place.types == place.types }
    return own.isEmpty ? all : own
  }

  private func migration(
    _ call: FunctionCallExprSyntax, in registrar: Registrar, _ checks: RegisteredMigration.ForeignKeyChecks
  ) throws(MigratorProblem) -> RegisteredMigration {
    let place = registrar.body.place
    let location = SourceLocation(path: place.path, line: place.lines.line(of: call.calledExpression))
    var values = ValueReader(sources: sources, place: place)
    values.hidden = Set(registrar.names.keys)
    for (name, expression) in registrar.names.sorted(by: { $0.key < $1.key }) {
      if let expression, let value = values.value(of: expression) { values.locals[name] = value }
    }
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
    var body = BodyReader(sources: sources, place: place, values: values)
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
}

extension FunctionCallExprSyntax {
  /// Whether the function that is called may be this one, by the type before its name.
  fileprivate func mayCall(_ body: MigratorSources.Body) -> Bool {
    guard let base = calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription,
      let name = base.split(separator: ".").last, name.first?.isUppercase == true, name != "Self"
    else { return true }
    return body.place.types.last.map { $0 == name } ?? false
  }
}
