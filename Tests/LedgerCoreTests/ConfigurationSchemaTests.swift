import Findings
import Foundation
import Manual
import MigrationSources
import SQLiteLint
import TestSupport
import Testing

@testable import LedgerCore

/// The JSON Schemas for editors agree with the program, which reads the files without them, and with the pages of Docs.
@Suite("Schemas for editors")
struct ConfigurationSchemaTests {
  private static let configuration = "configuration.schema.json"
  private static let waivers = "waivers.schema.json"

  private static let schemas = Result {
    let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/json")
      .standardizedFileURL
    return try JSONSchemas(in: docs, strict: false)
  }

  private static func problems(of value: JSON, by file: String = configuration) throws -> [String] {
    var schemas = try schemas.get()
    return schemas.problems(of: value, by: file)
  }

  /// Why the program refuses the configuration; `nil` if it does not.
  private static func refusal(of yaml: String) -> String? {
    refusal { () throws(LedgerError) in _ = try Configuration(yaml: yaml) }
  }

  private static func refusal(ofWaivers yaml: String) -> String? {
    refusal { () throws(LedgerError) in _ = try Waivers.read(yaml: yaml) }
  }

  private static func refusal(_ read: () throws(LedgerError) -> Void) -> String? {
    do {
      try read()
      return nil
    } catch {
      if case .invalidConfiguration(_, _, let reason) = error { return reason }
      return "\(error)"
    }
  }

  /// Reasons to refuse a file that its schema cannot express, or that are no matter of its values.
  private static let inexpressible = [
    "must say where the database is", "contain each other", "is not a regular expression",
    "two databases have the same ledger folder", "cannot be retired", "must be a path inside the repository",
    "stands there twice",
    "is an alias", "nested too deeply", "byte order mark", "did not find expected", "found character",
    "could not find expected",
    "control characters", "found unexpected", "mapping values are not allowed", "is not a date", "only ASCII letters",
    "path",
  ]

  private static func isExpressible(_ reason: String) -> Bool { !inexpressible.contains { reason.contains($0) } }

  // MARK: Keys

  /// A file with an unknown key in each section, and the place in the schema that lists the section's keys.
  static let sections: [(yaml: String, places: [String])] = [
    ("zzzzzz: 1", ["#/properties"]),
    ("databases: {A: {zzzzzz: 1}}", ["#/definitions/database/properties"]),
    (
      "source: {zzzzzz: 1}",
      ["migrations", "schema", "command", "database", "swift", "room", "swiftdata", "coredata"].map {
        "#/definitions/\($0)Source/properties"
      }
    ),
    ("source: {kind: schema, path: s, migrations: {zzzzzz: 1}}", ["#/definitions/folder/properties"]),
    ("source: {kind: schema, path: s}\nversion: {zzzzzz: 1}", ["#/definitions/versionFile/properties"]),
    ("source: {kind: schema, path: s}\nstub: {zzzzzz: 1}", ["#/definitions/stub/properties"]),
    ("source: {kind: schema, path: s}\nqueries: {zzzzzz: 1}", ["#/definitions/querySources/properties"]),
    ("source: {kind: schema, path: s}\nbudget: {zzzzzz: 1}", ["#/definitions/budget/properties"]),
    ("source: {kind: schema, path: s}\nlint: {zzzzzz: 1}", ["#/definitions/lint/properties"]),
    ("source: {kind: schema, path: s}\nother-branches: {zzzzzz: 1}", ["#/definitions/branchExclusion/properties"]),
  ]

  @Test("a section has the keys that the program knows", arguments: sections)
  func keys(yaml: String, places: [String]) throws {
    let reason = try #require(Self.refusal(of: yaml))
    let schemas = try Self.schemas.get()
    let described = try places.map { try #require(schemas.value(at: $0, in: Self.configuration)?.keys, "\($0)") }
    #expect(Set(described.joined()) == Set(Self.list(after: "; expected ", in: reason)), "\(reason)")
  }

  @Test("a waiver has the keys that the program knows")
  func keysOfWaivers() throws {
    let reason = try #require(Self.refusal(ofWaivers: "- {zzzzzz: 1}"))
    let described = try #require(Self.schemas.get().value(at: "#/items/properties", in: Self.waivers)?.keys)
    #expect(Set(described) == Set(Self.list(after: "; expected ", in: reason)), "\(reason)")
  }

  private static func list(after words: String, in reason: String) -> [String] {
    guard let start = reason.ranges(of: words).first?.upperBound else { return [] }
    return reason[start...].replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
  }

  /// A valid value for each key of a source, and the least that each kind needs.
  private static let values: [String: String] = [
    "path": "p", "paths": "[p, q]", "convention": "plain", "migrator": "A.swift", "placeholders": "{A: b}",
    "out-of-order": "true",
    "skip-programs": "true", "exclude": "[seed.sql]",
    "before": "b.sql", "files": "[f]", "migrations": "{path: m, convention: plain}", "create": "'c {db}'",
    "migrate": "'m {db}'", "directory": "d", "environment": "{A: '{db}'}", "time-limit": "5", "inputs": "[i]",
    "product": "P", "build": "b", "tool": "t", "schema": "S", "os": "iOS", "types": "{A: Int}", "names": "chosen",
    "stages": "run",
  ]
  static let kinds: [(kind: String, needed: [String])] = [
    ("migrations", ["path", "convention"]), ("schema", ["path"]), ("schema", ["files"]), ("command", ["create"]),
    ("database", ["paths"]), ("swift", ["product"]), ("room", ["path"]), ("swiftdata", []), ("coredata", []),
  ]

  @Test("a kind of source allows a key, or two keys together, if the program does", arguments: kinds)
  func combinations(kind: String, needed: [String]) throws {
    let reason = try #require(Self.refusal(of: "source: {zzzzzz: 1}"))
    let keys = Self.list(after: "; expected ", in: reason).filter { $0 != "kind" }
    #expect(Set(keys) == Set(Self.values.keys))
    for first in keys {
      for second in keys where first <= second {
        let all = Set(needed + [first, second]).sorted().compactMap { key in Self.values[key].map { "\(key): \($0)" } }
        try Self.expectAgreement(on: "source: {\((["kind: \(kind)"] + all).joined(separator: ", "))}")
      }
    }
    let own = needed.compactMap { key in Self.values[key].map { "\(key): \($0)" } }
    let source = "source: {\((["kind: \(kind)"] + own).joined(separator: ", "))}"
    for other in ["version: 1.2.0", "cloudkit: true"] {
      try Self.expectAgreement(on: "\(source)\n\(other)")
      try Self.expectAgreement(on: "databases: {A: {\(source), \(other)}}")
    }
    for missing in needed {
      let rest = needed.filter { $0 != missing }.compactMap { key in Self.values[key].map { "\(key): \($0)" } }
      try Self.expectAgreement(on: "source: {\((["kind: \(kind)"] + rest).joined(separator: ", "))}")
    }
  }

  private static func expectAgreement(on yaml: String) throws {
    let problems = try problems(of: JSON(yaml: yaml))
    if let reason = refusal(of: yaml) {
      if isExpressible(reason) { #expect(problems != [], "\(yaml): \(reason)") }
    } else {
      #expect(problems == [], "\(yaml)")
    }
  }

  // MARK: Values

  @Test("an enumeration has the values that the program knows")
  func enumerations() throws {
    let schemas = try Self.schemas.get()
    func values(_ place: String, _ file: String = Self.configuration) throws -> [String] {
      try #require(schemas.value(at: place, in: file)?.strings, "\(place)")
    }
    let kind = try #require(Self.refusal(of: "source: {kind: zzzzzz}"))
    #expect(
      try Set(values("#/definitions/source/properties/kind/enum")) == Set(Self.list(after: "; expected ", in: kind)))
    #expect(
      try Set(values("#/definitions/folder/properties/convention/enum")) == Set(MigrationConvention.all.map(\.name)))
    #expect(try values("#/definitions/database/properties/history/enum") == HistoryPolicy.allCases.map(\.rawValue))
    #expect(try values("#/definitions/database/properties/values/enum") == ValuePolicy.allCases.map(\.rawValue))
    #expect(try values("#/definitions/rule/enum") == LintRule.all.map(\.code.rawValue).sorted())
    let silenced = Finding.Code.allCases.filter(\.canBeNote).map(\.rawValue) + NoteCode.allCases.map(\.rawValue)
    #expect(try values("#/definitions/silenced/enum") == silenced.sorted())
    let waivable = Finding.Code.allCases.filter(\.isWaivable).map(\.rawValue).sorted()
    #expect(try values("#/items/properties/finding/enum", Self.waivers) == waivable)
    let severity = "#/definitions/lint/properties/severity/additionalProperties/enum"
    let refusal = try #require(Self.refusal(of: "source: {kind: schema, path: s}\nlint: {severity: {SL401: zzzzzz}}"))
    #expect(try values(severity) == Self.list(after: " must be ", in: refusal))
    let names = try #require(Self.refusal(of: "source: {kind: swiftdata, names: zzzzzz}"))
    let nameKinds = try values("#/definitions/swiftdataSource/properties/names/enum")
    #expect(Set(nameKinds) == Set(Self.list(after: "; expected ", in: names)))
  }

  @Test("a type of an app's values is one that the program knows")
  func storedTypes() throws {
    let reason = try #require(Self.refusal(of: "source: {kind: swiftdata, types: {A: zzzzzz}}"))
    let known = Self.list(after: "; expected ", in: reason).filter { $0.allSatisfy { $0.isLetter || $0.isNumber } }
    #expect(known.count > 10)
    for type in known {
      for form in ["{A: \(type)}", "{A: {p: \(type)}}", "{A: {p: \(type)?}}"] {
        try Self.expectAgreement(on: "source: {kind: swiftdata, types: \(form)}")
      }
    }
  }

  // MARK: Files

  @Test(
    "a configuration that the program reads conforms to the schema", arguments: ConfigurationTests.readable.map(\.yaml))
  func readable(yaml: String) throws {
    #expect(try Self.problems(of: JSON(yaml: yaml)) == [])
  }

  @Test("a configuration that the program refuses does not conform", arguments: ConfigurationTests.unreadable)
  func unreadable(yaml: String, line: Int?, reason: String) throws {
    guard let value = try? JSON(yaml: yaml), let reason = Self.refusal(of: yaml), Self.isExpressible(reason) else {
      return
    }
    #expect(try Self.problems(of: value) != [], "\(reason)")
  }

  @Test("a mistake in one place is one for both, or for none", arguments: ConfigurationTests.readable.map(\.yaml))
  func mutations(yaml: String) throws {
    var count = 0
    for mutation in try JSON(yaml: yaml).mutations {
      // The program reads `null` where it expects a text. An editor that says so is right, too.
      let isNull = Self.refusal(of: mutation.yaml) == nil && mutation.hasNull
      guard !isNull, try JSON(yaml: mutation.yaml) == mutation else { continue }
      try Self.expectAgreement(on: mutation.yaml)
      count += 1
    }
    #expect(count > 10)
  }

  @Test("an example in Docs conforms to its schema")
  func examples() throws {
    var count = 0
    for page in Manual.pages {
      for case .code("yaml", let lines) in page.blocks {
        let yaml = lines.joined(separator: "\n")
        if Self.refusal(of: yaml) == nil {
          #expect(try Self.problems(of: JSON(yaml: yaml)) == [], "\(page.path): \(yaml)")
        } else if Self.refusal(ofWaivers: yaml) == nil {
          #expect(try Self.problems(of: JSON(yaml: yaml), by: Self.waivers) == [], "\(page.path): \(yaml)")
        } else {
          continue
        }
        count += 1
      }
    }
    #expect(count > 25)
  }

  @Test(
    "a waiver conforms to its schema if the program reads it",
    arguments: WaiverTests.mistakes.map(\.yaml) + WaiverTests.pairs.map(\.waiver))
  func waivers(yaml: String) throws {
    guard let value = try? JSON(yaml: yaml) else { return }
    let problems = try Self.problems(of: value, by: Self.waivers)
    if let reason = Self.refusal(ofWaivers: yaml) {
      if Self.isExpressible(reason) { #expect(problems != [], "\(reason)") }
      return
    }
    #expect(problems == [])
    for mutation in value.mutations where !mutation.hasNull {
      let problems = try Self.problems(of: mutation, by: Self.waivers)
      guard let reason = Self.refusal(ofWaivers: mutation.yaml) else {
        #expect(problems == [], "\(mutation.yaml)")
        continue
      }
      if Self.isExpressible(reason) { #expect(problems != [], "\(mutation.yaml): \(reason)") }
    }
  }

  // MARK: Descriptions

  /// The tables of keys in Docs, and the places in the schemas that describe the same keys.
  static let tables: [(page: String, section: String, file: String, place: String)] = [
    ("configuration", "keys-of-a-database", configuration, "database"),
    ("configuration", "kind-migrations", configuration, "migrationsSource"),
    ("configuration", "kind-migrations", configuration, "folder"),
    ("configuration", "kind-schema", configuration, "schemaSource"),
    ("configuration", "kind-command", configuration, "commandSource"),
    ("configuration", "kind-swift", configuration, "swiftSource"),
    ("configuration", "kind-room", configuration, "roomSource"),
    ("configuration", "kind-swiftdata", configuration, "swiftdataSource"),
    ("configuration", "kind-coredata", configuration, "coredataSource"),
    ("configuration", "stub", configuration, "stub"),
    ("configuration", "queries", configuration, "querySources"),
    ("configuration", "budget", configuration, "budget"),
    ("configuration", "lint", configuration, "lint"),
    ("configuration", "other-branches", configuration, "branchExclusion"),
    ("waivers", "waivers", waivers, ""),
  ]

  @Test("a key is described as in Docs, and has the default that it has there", arguments: tables)
  func descriptions(page: String, section: String, file: String, place: String) throws {
    let blocks = try #require(Manual.page(named: page)?.section(section))
    let pointer = place.isEmpty ? "#/items/properties" : "#/definitions/\(place)/properties"
    let properties = try #require(Self.schemas.get().value(at: pointer, in: file))
    var undescribed = Set(properties.keys)
    for case .table(let header, let rows) in blocks where header.first?.plainText == "key" {
      let column = header.firstIndex { $0.plainText == "default" }
      for row in rows {
        for key in row[0].plainText.split(separator: ", ").map(String.init) where undescribed.contains(key) {
          undescribed.remove(key)
          #expect(properties[key]?["description"] == .string(row[row.count - 1].plainText), "\(key)")
          guard let value = properties[key]?["default"] else { continue }
          let text = if case .string(let text) = value { text } else { value.yaml }
          #expect(column.map { row[$0].plainText } == text, "\(key)")
        }
      }
    }
    // `kind` has a table of its own. The forward keys are those of a source of kind command.
    let elsewhere = place == "schemaSource" ? ["directory", "environment", "inputs", "kind", "time-limit"] : ["kind"]
    #expect(undescribed.subtracting(elsewhere) == [])
  }
}

extension JSON {
  fileprivate var hasNull: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.contains(where: \.hasNull)
    case .object(let members): members.values.contains(where: \.hasNull)
    default: false
    }
  }
}
