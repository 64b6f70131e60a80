internal import SQLiteSyntax

/// Renders a schema as SQL: first the tokens, then the text between them.
struct SQLWriter {
  var layout: Layout
  private var tokens: [String] = []

  /// The names that tables and their columns declare. Only references to these can be mapped to their declarations.
  private var declared: Set<String> = []

  init(_ layout: Layout, for schema: SchemaModel) {
    self.layout = layout
    for table in schema.tables { declared.formUnion([table.name] + table.columns.map(\.name)) }
    declared.formUnion(schema.views.map(\.name))
  }

  /// The whole schema, one statement after the other.
  static func sql(_ schema: SchemaModel, _ layout: Layout) -> String {
    var writer = SQLWriter(layout, for: schema)
    for table in schema.tables { writer.statement { $0.write(table) } }
    for table in schema.virtualTables { writer.statement { $0.write(table) } }
    for index in schema.indexes { writer.statement { $0.write(index) } }
    for view in schema.views { writer.statement { $0.write(view) } }
    for trigger in schema.triggers { writer.statement { $0.write(trigger) } }
    return writer.text()
  }

  /// Writes any other statement for `schema`.
  static func sql(_ schema: SchemaModel, _ layout: Layout, _ write: (inout SQLWriter) -> Void) -> String {
    var writer = SQLWriter(layout, for: schema)
    write(&writer)
    return writer.text()
  }

  private mutating func statement(_ write: (inout SQLWriter) -> Void) {
    write(&self)
    put(";")
    put("\n")
  }

  // MARK: Tokens

  mutating func put(_ token: String) { tokens.append(token) }

  /// Writes keywords, split at spaces.
  mutating func words(_ text: String) {
    for word in text.split(separator: " ") { put(layout.keyword(String(word))) }
  }

  /// Words that must be separated by single spaces. SQLite reads `GENERATED ALWAYS` as part of a type, and removes it
  /// only if it is written like this.
  mutating func phrase(_ text: String) {
    put(text.split(separator: " ").map { layout.keyword(String($0)) }.joined(separator: " "))
  }

  /// A name in its declaration, where its letter case matters.
  mutating func declare(_ name: String) { put(layout.quoted(name, allowingString: true)) }

  /// A reference to a name.
  mutating func refer(_ name: String) {
    put(layout.quoted(declared.contains(name) || layout.flipsLocalNames ? layout.flipped(name) : name))
  }

  /// A reference to an alias, `NEW` or `OLD`.
  mutating func local(_ name: String) {
    put(layout.quoted(layout.flipsLocalNames ? layout.flipped(name) : name))
  }

  mutating func list<Element>(_ elements: [Element], _ write: (inout SQLWriter, Element) -> Void) {
    for (index, element) in elements.enumerated() {
      if index > 0 { put(",") }
      write(&self, element)
    }
  }

  mutating func parenthesised(_ write: (inout SQLWriter) -> Void) {
    put("(")
    write(&self)
    put(")")
  }

  // MARK: Text

  private mutating func text() -> String {
    var text = ""
    var last = "\n"
    for token in tokens {
      if token.utf8.count >= 9, token.uppercasedASCII.hasPrefix("GENERATED") {
        // A comment before it would become part of the type.
        text += " "
      } else if last != "\n", token != "\n" {
        text += layout.separator(
          isOptional: Self.canTouch(last, token), afterOperator: Self.isOperator(last) || last == "*")
      }
      text += token
      last = token
    }
    return text
  }

  /// Whether two tokens remain separate without a space between them.
  private static func canTouch(_ left: String, _ right: String) -> Bool {
    if separators.contains(left) || separators.contains(right) { return true }
    return isOperator(left) != isOperator(right)
  }

  private static let separators: Set<String> = ["(", ")", ",", ";"]

  private static let operators: Set<String> = [
    "=", "==", "<>", "!=", "<", "<=", ">", ">=", "&", "|", "<<", ">>", "+", "-", "*", "/", "%", "||", "->", "->>", "~",
  ]

  private static func isOperator(_ token: String) -> Bool { operators.contains(token) }
}
