internal import SwiftParser
internal import SwiftSyntax

/// Determines the values of expressions from the declarations of constants.
struct ValueReader {
  let sources: MigratorSources
  let place: MigratorSources.Place
  /// The values of local constants and parameters.
  var locals: [String: MigratorValue] = [:]
  /// The local names whose values are not known, unless they are among ``locals``.
  var hidden: Set<String> = []
  /// The types for which local names stand.
  var aliases: [String: [String]] = [:]
  private var depth = 0

  init(sources: MigratorSources, place: MigratorSources.Place, locals: [String: MigratorValue] = [:]) {
    (self.sources, self.place, self.locals) = (sources, place, locals)
  }

  /// The value; `nil` if the sources do not determine it.
  func value(of expression: ExprSyntax) -> MigratorValue? {
    guard depth < 16, sources.step() else { return nil }
    if let value = literal(expression) { return value }
    if let array = expression.as(ArrayExprSyntax.self) {
      let elements = array.elements.map { value(of: $0.expression) }
      return elements.contains { $0 == nil } ? nil : .array(elements.compactMap(\.self))
    }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return value(of: only.expression)
    }
    if let wrapped = expression.as(TryExprSyntax.self) { return value(of: wrapped.expression) }
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.plainText {
      if name == "nil" { return .null }
      return locals[name] ?? (hidden.contains(name) ? nil : member(name, of: []))
    }
    if let access = expression.as(MemberAccessExprSyntax.self) { return value(of: access) }
    if let call = expression.as(FunctionCallExprSyntax.self) { return value(of: call) }
    if let sequence = expression.as(SequenceExprSyntax.self) { return sum(Array(sequence.elements)) }
    return nil
  }

  /// The text; `nil` if the sources do not determine it, or if the value is not a text.
  func text(of expression: ExprSyntax) -> String? {
    if case .string(let text)? = value(of: expression) { text } else { nil }
  }

  private func literal(_ expression: ExprSyntax) -> MigratorValue? {
    if let literal = expression.as(StringLiteralExprSyntax.self) { return text(of: literal).map { .string($0) } }
    if let literal = expression.as(IntegerLiteralExprSyntax.self) {
      return literal.representedLiteralValue.map { .integer($0) }
    }
    if let literal = expression.as(FloatLiteralExprSyntax.self) {
      return literal.representedLiteralValue.map { .real($0) }
    }
    if let literal = expression.as(BooleanLiteralExprSyntax.self) { return .boolean(literal.literal.text == "true") }
    if expression.is(NilLiteralExprSyntax.self) { return .null }
    guard let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" else { return nil }
    switch value(of: prefix.expression) {
    case .integer(let number): return .integer(-number)
    case .real(let number): return .real(-number)
    default: return nil
    }
  }

  /// The text of a literal, with the values of its interpolations.
  func text(of literal: StringLiteralExprSyntax) -> String? {
    if let text = literal.representedLiteralValue { return text }
    // The rules for escapes and indentation are those of a literal without interpolations: marks take their place.
    var (inserted, segments): ([String], [StringLiteralSegmentListSyntax.Element]) = ([], [])
    let mark = "\u{FFFC}"
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let part):
        if part.content.text.contains(mark) { return nil }
        segments.append(segment)
      case .expressionSegment(let part):
        guard part.expressions.count == 1, let argument = part.expressions.first,
          argument.label == nil || argument.label?.plainText == "raw", let text = interpolated(argument.expression)
        else { return nil }
        inserted.append(text)
        segments.append(.stringSegment(StringSegmentSyntax(content: .stringSegment(mark))))
      }
    }
    let marked = literal.with(\.segments, StringLiteralSegmentListSyntax(segments))
    guard let text = marked.representedLiteralValue else { return nil }
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count == inserted.count + 1 else { return nil }
    return zip(parts.dropLast(), inserted).map { $0 + $1 }.joined() + (parts.last ?? "")
  }

  private func interpolated(_ expression: ExprSyntax) -> String? {
    switch value(of: expression) {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }

  private func sum(_ elements: [ExprSyntax]) -> MigratorValue? {
    var result = ""
    for (index, element) in elements.enumerated() {
      if index % 2 == 1 {
        guard element.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" else { return nil }
      } else {
        guard let text = text(of: element) else { return nil }
        result += text
      }
    }
    return .string(result)
  }

  /// Whether the compiler makes the coding key: the type declares the property, and no `CodingKeys`.
  private func isSynthesizedKey(_ name: String, of type: [String]) -> Bool {
    let keys = sources.members(sources.types["CodingKeys"] ?? [], of: type, from: place) { $0 }
    let stored = (sources.variables[name] ?? []).filter { $0.isStored && !$0.place.types.isEmpty }
    return keys.isEmpty && sources.members(stored, of: type, from: place) { $0.place }.count == 1
  }

  /// The name of a record's table; `nil` if the sources do not determine it.
  func tableName(of record: [String]) -> String? {
    let type = path(of: record)
    if case .string(let name)? = member("databaseTableName", of: type) { return name }
    return defaultTableName(of: type)
  }

  private func value(of access: MemberAccessExprSyntax) -> MigratorValue? {
    let name = access.declName.baseName.plainText
    guard let base = access.base else { return .member(name, []) }
    if ["name", "rawValue", "stringValue"].contains(name), case .named(let text)? = value(of: base) {
      return hasOwn(name, base) ? nil : .string(text)
    }
    guard let written = base.typePath, !hidden.contains(written[0]) else { return nil }
    let type = path(of: written)
    if let value = member(name, of: type) { return value }
    if name == "databaseTableName" { return defaultTableName(of: type).map { .string($0) } }
    // What GRDB declares: `Database.ColumnType.text`
    return type.first == "Database" && sources.types["Database"] == nil ? .member(name, []) : nil
  }

  /// Whether the type of a column or a case declares a member of this name itself.
  private func hasOwn(_ name: String, _ base: ExprSyntax) -> Bool {
    guard let type = base.typePath.map({ path(of: Array($0.dropLast())) }) else { return false }
    return !sources.members(sources.variables[name] ?? [], of: type, from: place) { $0.place }.isEmpty
  }

  /// The path of a type without the aliases in it.
  func path(of type: [String]) -> [String] {
    if let first = type.first, let alias = aliases[first] {
      var rest = self
      // An alias of its own name has no end.
      rest.aliases[first] = nil
      return rest.path(of: alias + type.dropFirst())
    }
    return sources.resolved(type, from: place)
  }

  private func value(of call: FunctionCallExprSyntax) -> MigratorValue? {
    guard call.trailingClosure == nil else { return nil }
    let arguments = call.arguments.map { argument in
      value(of: argument.expression).map { MigratorArgument(argument.label?.plainText, $0) }
    }
    guard !arguments.contains(where: { $0 == nil }) else { return nil }
    let known = arguments.compactMap(\.self)
    if let access = call.calledExpression.as(MemberAccessExprSyntax.self) {
      let name = access.declName.baseName.plainText
      if access.base == nil { return .member(name, known) }
      if name == "lowercased", known.isEmpty, let base = access.base, let text = text(of: base) {
        return .string(text.lowercased())
      }
      if name == "joined", let base = access.base, case .array(let parts)? = value(of: base), known.count == 1,
        known[0].label == "separator", case .string(let separator) = known[0].value
      {
        let texts = parts.compactMap { if case .string(let text) = $0 { text } else { nil } }
        return texts.count == parts.count ? .string(texts.joined(separator: separator)) : nil
      }
      return access.base?.typePath?.first == "Database" ? .member(name, known) : nil
    }
    // `SQLRequest<Row>(…)`
    let called = call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? call.calledExpression
    guard let name = called.as(DeclReferenceExprSyntax.self)?.baseName.plainText else { return nil }
    sources.ensureType(name)
    if sources.types[name] != nil { return nil }
    switch name {
    case "Column":
      guard known.count == 1 else { return nil }
      switch known[0].value {
      case .string(let text), .named(let text): return .named(text)
      default: return nil
      }
    case "FTS3", "FTS4", "FTS5", "SQLRequest", "SQL", "Data": return .member(name, known)
    default: return nil
    }
  }

  /// A constant or a case of an enumeration that a type, or a file for no type, declares.
  private func member(_ name: String, of type: [String]) -> MigratorValue? {
    let path = type.first == "Self" || type.first == "self" ? place.types + type.dropFirst() : type
    sources.ensure(name, of: path, from: place)
    let cases = sources.members(sources.cases[name] ?? [], of: path, from: place) { $0.place }
    if cases.count == 1, !type.isEmpty {
      guard let raw = cases[0].rawValue else { return cases[0].isText ? .named(name) : nil }
      return text(of: raw).map { .named($0) }
    }
    if path.last == "CodingKeys", isSynthesizedKey(name, of: Array(path.dropLast())) { return .named(name) }
    let constants = sources.members(sources.constants[name] ?? [], of: path, from: place) { $0.place }
    guard constants.count == 1, let constant = constants.first else { return nil }
    var reader = ValueReader(sources: sources, place: constant.place)
    reader.depth = depth + 1
    return reader.value(of: constant.value)
  }

  /// > The default table name is derived from the name of the type: … `Place` → "place", `PostalAddress` → "postalAddress",
  /// > `HTTPRequest` → "httpRequest", `TOEFL` → "toefl"
  ///
  /// https://swiftpackageindex.com/groue/grdb.swift/documentation/grdb/tablerecord/databasetablename-3tcw2
  private func defaultTableName(of type: [String]) -> String? {
    guard let name = type.last else { return nil }
    sources.ensureType(name)
    for path in sources.files(containing: "databaseTableName") { sources.parse(path) }
    let others = (sources.variables["databaseTableName"] ?? []).compactMap(\.place.types.last)
    for other in others { sources.ensureType(other) }
    // A class may inherit another name.
    if sources.classes.contains(name) { return nil }
    let isDeclared = others.contains { $0 == name || sources.protocols.contains($0) || sources.types[$0] == nil }
    guard sources.types[name]?.count == 1, !isDeclared else { return nil }
    let upper = name.prefix { $0.isUppercase }
    if upper.count == name.count { return name.lowercased() }
    let lowered = upper.count > 1 ? upper.dropLast() : upper
    return lowered.lowercased() + name.dropFirst(lowered.count)
  }
}

extension ExprSyntax {
  /// The names of `A.B`, without those of calls.
  var typePath: [String]? {
    if let name = self.as(DeclReferenceExprSyntax.self) { return [name.baseName.plainText] }
    guard let access = self.as(MemberAccessExprSyntax.self), let base = access.base?.typePath else { return nil }
    return base + [access.declName.baseName.plainText]
  }
}
