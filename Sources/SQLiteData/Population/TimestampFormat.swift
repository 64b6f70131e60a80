internal import CivilCalendar
internal import SQLiteSyntax

/// The format in which an application writes times into a column.
enum TimestampFormat: Sendable, Equatable {
  case seconds, milliseconds, microseconds
  case date, time
  /// A text with this separator between date and time, and this suffix.
  case text(separator: String, suffix: String)

  /// The format of CURRENT_TIMESTAMP, such as `2021-02-03 04:05:06`.
  static let sql = TimestampFormat.text(separator: " ", suffix: "")

  /// The format of a column that contains times; `nil` for other columns.
  init?(_ column: PopulatedTable.Column) {
    let type = column.type
    let words = NameWords(column.name.text)
    let isDeclared = type.hasPrefix("DATE") || type.hasPrefix("TIME")
    let isNamed = !words.isFlag && Self.isNamed(words)
    guard isDeclared || isNamed || column.facts.timestamp != nil || Self(default: column.defaultValue) != nil else {
      return nil
    }
    guard let form = Self.form(column, words, isDeclared: isDeclared) else { return nil }
    self = Self.adjusted(form, to: column.facts.pattern)
  }

  private static func isNamed(_ words: NameWords) -> Bool {
    words.ends(
      "at", "date", "datetime", "timestamp", "ts", "created", "updated", "modified", "expires", "expiry", "on",
      "time", "since", "until", "deadline")
      || words.begins("date", "timestamp") || words.has("datetime", "timestamp")
      || (words.begins("last")
        && words.ends("seen", "login", "used", "update", "sync", "visit", "access", "check", "fetch", "run", "active"))
  }

  private static func form(_ column: PopulatedTable.Column, _ words: NameWords, isDeclared: Bool) -> TimestampFormat? {
    if let form = TimestampFormat(default: column.defaultValue) { return form }
    if column.facts.storage == "integer" || column.affinity == .integer {
      // A column whose maximum is below any date counts something else.
      return (column.facts.maximum ?? .infinity) > 1e9 ? .seconds : nil
    }
    if case .integer = column.defaultValue { return .seconds }
    if let function = column.facts.timestamp { return function == "date" ? .date : function == "time" ? .time : .sql }
    if column.facts.storage ?? "text" != "text" { return nil }
    if column.type == "DATE" { return .date }
    if column.type == "TIME" { return .time }
    if isDeclared { return .sql }
    switch column.affinity {
    case .text: return words.ends("date") ? .date : .sql
    case .real, .integer: return nil
    case .blob: return column.type.isEmpty && words.ends("at", "datetime", "timestamp") ? .sql : nil
    case .numeric: return words.ends("at", "datetime", "timestamp") ? .sql : nil
    }
  }

  /// The given format, or another one that matches the pattern of a CHECK.
  private static func adjusted(_ form: TimestampFormat, to pattern: TextPattern?) -> TimestampFormat {
    guard let pattern else { return form }
    let forms: [TimestampFormat] = [
      form, .sql, .text(separator: "T", suffix: "Z"), .text(separator: "T", suffix: ".000Z"),
      .text(separator: "T", suffix: ""), .text(separator: " ", suffix: "Z"), .date, .time,
    ]
    return forms.first { form in
      if case .text(let text) = form.value(seconds: 0) { pattern.matches(text) } else { false }
    } ?? form
  }

  /// The format of a default, which is the time of `FrozenClock` as a number, or any date or time as text.
  private init?(default value: RowValue) {
    switch value {
    case .integer(946_684_800): self = .seconds
    case .integer(946_684_800_000): self = .milliseconds
    case .integer(946_684_800_000_000): self = .microseconds
    case .text(let text):
      let shape = String(text.map { $0.isASCII && $0.isNumber ? "0" : $0 })
      if shape == "0000-00-00" {
        self = .date
      } else if shape == "00:00:00" {
        self = .time
      } else if shape.hasPrefix("0000-00-00"), shape.dropFirst(11).hasPrefix("00:00:00") {
        self = .text(separator: String(text.dropFirst(10).prefix(1)), suffix: String(text.dropFirst(19)))
      } else {
        return nil
      }
    default: return nil
    }
  }

  // MARK: Values

  private static let ends = ["end", "ends", "ended", "until", "expires", "expiry", "due", "last", "to", "finished"]
  private static let middles = ["updated", "modified", "changed", "completed", "deleted", "closed", "archived"]

  /// A time from 2021 on. A column whose name suggests an end has a later time than one whose name suggests a
  /// beginning.
  func value(_ number: Int, position: Int, name: String) -> RowValue {
    let words = NameWords(name).words
    let hours =
      words.contains(where: Self.ends.contains) ? 2000 : words.contains(where: Self.middles.contains) ? 500 : 0
    // Dates without a time are distinguished by the day.
    let steps = self == .date ? 86_400 : 61
    return value(seconds: Int64(1_612_345_678 + number * 86_413 + hours * 3600 + position * steps))
  }

  private func value(seconds: Int64) -> RowValue {
    switch self {
    case .seconds: .integer(seconds)
    case .milliseconds: .integer(seconds * 1000 + 123)
    case .microseconds: .integer(seconds * 1_000_000 + 123_456)
    case .date: .text(Self.date(seconds))
    case .time: .text(Self.time(seconds))
    case .text(let separator, let suffix): .text(Self.date(seconds) + separator + Self.time(seconds) + suffix)
    }
  }

  private static func time(_ seconds: Int64) -> String {
    let second = seconds % 86_400
    return two(second / 3600) + ":" + two(second / 60 % 60) + ":" + two(second % 60)
  }

  private static func date(_ seconds: Int64) -> String {
    CivilDate(daysSince1970: Int(seconds / 86_400)).description
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
