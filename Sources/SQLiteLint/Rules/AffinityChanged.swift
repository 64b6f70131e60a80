internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > A column with … affinity … converts … when … inserted
  ///
  /// https://www.sqlite.org/datatype3.html#type_affinity
  static let affinityChanged = LintRule("SL439", "Column affinity changed", "affinity-changed", .warning) { trace in
    trace.strictCopies.flatMap { rebuild, copy -> [LintFinding] in
      rebuild.new.columns.compactMap { column in
        guard let old = rebuild.old.column(column.name),
          rebuild.new.statement?.isStrict == rebuild.old.statement?.isStrict,
          copy.source(of: column.name, in: rebuild.new) == column.name,
          let conversion = TypeChanged.Conversion(from: old.affinity, to: column.affinity),
          // A text that is no integer is no rowid: the statement fails. Texts of JSON are rarely numbers.
          !rebuild.new.isRowid(column.name), !column.type.uppercased().contains("JSON")
        else { return nil }
        return LintFinding(
          copy.step,
          TypeChanged(
            column: column.name.text, before: old.type, after: column.type, affinity: column.affinity,
            conversion: conversion),
          object: rebuild.new.name, column: column.name,
          // Few columns have integers that a REAL does not hold.
          severity: conversion == .integerToReal ? .note : nil)
      }
    }
  }
}

struct TypeChanged: LintViolation {
  /// What a change of affinity does to stored values.
  enum Conversion: String, Codable { case textToNumber, textToReal, integerToReal }

  let column: String
  /// The declared types; empty if there is none.
  let before: String
  let after: String
  /// The affinity of the new type.
  let affinity: String
  let conversion: Conversion

  static var rule: LintRule { .affinityChanged }
  var message: String {
    let types = "\(before.isEmpty ? "none" : before) to \(after.isEmpty ? "none" : after)"
    return "the type of \(column) changes from \(types): \(conversion.effect)"
  }
  var help: Help { "keep the type, or make the conversion explicit: CAST(\(Keyword.quote(column)) AS \(affinity))" }
}

extension TypeChanged.Conversion {
  /// What a change between these affinities does to values; `nil` if they stay the same.
  fileprivate init?(from old: String, to new: String) {
    switch (old, new) {
    case ("TEXT", "INTEGER"), ("TEXT", "NUMERIC"): self = .textToNumber
    case ("TEXT", "REAL"), ("BLOB", "REAL"): self = .textToReal
    case ("INTEGER", "REAL"), ("NUMERIC", "REAL"): self = .integerToReal
    default: return nil
    }
  }

  fileprivate var effect: String {
    switch self {
    case .textToNumber: "text that looks like a number becomes a number, so '007' becomes 7"
    case .textToReal: "text that looks like a number becomes a number, so '007' becomes 7.0"
    case .integerToReal: "integers of more than 15 digits, such as ids and nanosecond timestamps, are rounded"
    }
  }
}
