internal import CSQLite
internal import GRDB
internal import SQLiteSyntax

/// The modifiers `subsec` and `subsecond` of the date functions for a SQLite before 3.42, which does not know them and
/// returns NULL. https://www.sqlite.org/lang_datefunc.html#dtmods
///
/// The functions are registered only for SQL that has the word, because SQLite does not see that such a function may depend
/// on the time, and would accept it in an index. `strftime('%s', …)` stays without a fraction.
final class NewerModifiers {
  private var hasReadSchema = false
  private var isInstalled = sqlite3_libversion_number() >= 3_042_000

  /// Registers the functions if the script uses a modifier, or the schema on which the first script runs.
  func prepare(_ db: GRDB.Database, for script: String) throws {
    guard !isInstalled else { return }
    var isUsed = script.mentions("SUBSEC")
    if !hasReadSchema {
      hasReadSchema = true
      let query = "SELECT count(*) FROM sqlite_master WHERE sql LIKE '%subsec%'"
      isUsed = try isUsed || Int.fetchOne(db, sql: query) != 0
    }
    guard isUsed else { return }
    try Self.install(on: db)
    isInstalled = true
  }

  private static let modifiers: Set<String> = ["subsec", "subsecond"]
  /// The expressions for functions that return milliseconds with the modifier; `@` stands for the other arguments.
  private static let precise = [
    "datetime": "strftime('%Y-%m-%d %H:%M:%f', @)", "time": "strftime('%H:%M:%f', @)",
    "unixepoch": "CAST(strftime('%s', @) AS INTEGER) + round(strftime('%f', @) - strftime('%S', @), 3)",
  ]

  private static func install(on db: GRDB.Database) throws(SchemaError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    for name in ["date", "time", "datetime", "julianday", "unixepoch", "strftime"] {
      let function = Unmanaged.passRetained(Function(name, try Calculator()))
      sqlite3_create_function_v2(
        db.sqliteConnection, name, -1, flags, function.toOpaque(),
        { context, count, arguments in
          guard let data = sqlite3_user_data(context) else { return }
          let values = (0..<Int(count)).map { arguments?[$0] }
          Unmanaged<Function>.fromOpaque(data).takeUnretainedValue().run(values, context)
        }, nil, nil,
        { data in if let data { Unmanaged<Function>.fromOpaque(data).release() } })
    }
  }

  /// A connection with the functions of SQLite itself.
  private final class Calculator {
    let connection: OpaquePointer?

    init() throws(SchemaError) {
      var connection: OpaquePointer?
      let code = sqlite3_open_v2(
        try FrozenClock.memory(), &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
      self.connection = connection
      guard code == SQLITE_OK else {
        throw .sqlite(code: Int(code), message: String(cString: sqlite3_errstr(code)), sql: nil)
      }
    }

    deinit { sqlite3_close(connection) }
  }

  private final class Function {
    private let name: String
    private let calculator: Calculator

    init(_ name: String, _ calculator: Calculator) { (self.name, self.calculator) = (name, calculator) }

    func run(_ arguments: [OpaquePointer?], _ context: OpaquePointer?) {
      let others = arguments.filter { !Self.isModifier($0) }
      let places = others.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      let precise = others.count < arguments.count ? NewerModifiers.precise[name] : nil
      let expression =
        (precise ?? "\(name)(@)")
        // Without another argument, the functions return the current time.
        .replacing("@", with: places.isEmpty && precise != nil ? "'now'" : places)
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      guard sqlite3_prepare_v2(calculator.connection, "SELECT \(expression)", -1, &statement, nil) == SQLITE_OK else {
        return sqlite3_result_error(context, sqlite3_errmsg(calculator.connection), -1)
      }
      for (index, value) in others.enumerated() { sqlite3_bind_value(statement, Int32(index + 1), value) }
      guard sqlite3_step(statement) == SQLITE_ROW else {
        return sqlite3_result_error(context, sqlite3_errmsg(calculator.connection), -1)
      }
      sqlite3_result_value(context, sqlite3_column_value(statement, 0))
    }

    private static func isModifier(_ value: OpaquePointer?) -> Bool {
      guard sqlite3_value_type(value) == SQLITE_TEXT, let text = sqlite3_value_text(value) else { return false }
      return modifiers.contains(String(cString: text).lowercased())
    }
  }
}
