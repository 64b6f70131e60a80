/// Renders a schema as SQL: tokens first, then what stands between them.
struct SQLWriter {
  var layout: Layout
  private var tokens: [String] = []

  /// Names that tables and their columns declare: only to these can a reference be led back.
  private var declared: Set<String> = []

  init(_ layout: Layout, for schema: SchemaModel) {
    self.layout = layout
    for table in schema.tables { declared.formUnion([table.name] + table.columns.map(\.name)) }
    declared.formUnion(schema.views.map(\.name))
  }

  /// The whole schema, a statement after the other.
  static func sql(_ schema: SchemaModel, _ layout: Layout) -> String {
    var writer = SQLWriter(layout, for: schema)
    for table in schema.tables { writer.statement { $0.write(table) } }
    for table in schema.virtualTables { writer.statement { $0.write(table) } }
    for index in schema.indexes { writer.statement { $0.write(index) } }
    for view in schema.views { writer.statement { $0.write(view) } }
    for trigger in schema.triggers { writer.statement { $0.write(trigger) } }
    return writer.text()
  }

  /// Anything else that belongs to `schema`.
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

  /// Keywords, split at spaces.
  mutating func words(_ text: String) {
    for word in text.split(separator: " ") { put(layout.keyword(String(word))) }
  }

  /// Words of which only single spaces may stand in between: SQLite reads `GENERATED ALWAYS` as part of a type and
  /// takes it off again only when they are written so.
  mutating func phrase(_ text: String) {
    put(text.split(separator: " ").map { layout.keyword(String($0)) }.joined(separator: " "))
  }

  /// A name where it is declared: its letter case counts.
  mutating func declare(_ name: String) { put(layout.quoted(name, allowingString: true)) }

  /// A name that is declared elsewhere.
  mutating func refer(_ name: String) {
    put(layout.quoted(declared.contains(name) || layout.flipsLocalNames ? layout.flipped(name) : name))
  }

  /// An alias, `NEW`, `OLD`.
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
      if token.uppercased().hasPrefix("GENERATED") {
        // A comment in front of it would stay in the type.
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

  /// Whether two tokens stay two when nothing stands between them.
  private static func canTouch(_ left: String, _ right: String) -> Bool {
    let free: Set<String> = ["(", ")", ",", ";"]
    if free.contains(left) || free.contains(right) { return true }
    return isOperator(left) != isOperator(right)
  }

  private static let operators: Set<String> = [
    "=", "==", "<>", "!=", "<", "<=", ">", ">=", "&", "|", "<<", ">>", "+", "-", "*", "/", "%", "||", "->", "->>", "~",
  ]

  private static func isOperator(_ token: String) -> Bool { operators.contains(token) }
}
