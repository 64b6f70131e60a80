import CanonicalJSON
import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerKit
import SQLiteData
internal import SQLiteSchema

/// The single object that `--format json` prints. New versions may add keys, but never rename them; `Docs/json/`
/// describes them.
struct JSONReport {
  private var members: [String: JSONValue]

  init(_ command: String) {
    members = ["schemaledger": .string(programVersion), "command": .string(command)]
  }

  subscript(key: String) -> JSONValue? {
    get { members[key] }
    set { members[key] = newValue }
  }

  var value: JSONValue { .object(members) }

  func write(to terminal: Terminal) { terminal.document(.json(value)) }
}

extension Finding {
  func json(database: String? = nil, site: String? = ProjectAddress.site) -> JSONValue {
    JSONValue(present: [
      "assumption": assumption?.json,
      "branch": branch.map { .string($0) },
      "changes": changes.isEmpty ? nil : .array(changes.map(\.json)),
      "code": .string(code.rawValue),
      "commands": help.flatMap { $0.commands.isEmpty ? nil : .array($0.commands.map(\.json)) },
      "column": column.map { .string($0) },
      "commit": commits.last.map { .string($0.info.id.hex) },
      "commits": commits.isEmpty ? nil : .array(commits.map(\.json)),
      "database": database.map { .string($0) },
      "entry": entry.map { .string($0) },
      "evidence": evidence.map { .string($0.rawValue) },
      "facts": factsJSON,
      "hint": help.map { .string($0.text) },
      "line": line.map { .number($0) },
      "message": .string(message),
      "object": object.map { .string($0) },
      "output": output.isEmpty ? nil : .array(output.map { .string($0) }),
      "page": code.url(on: site).map { .string($0) },
      "path": path.map { .string($0) },
      "places": otherPlaces.isEmpty ? nil : .array(((place.map { [$0] } ?? []) + otherPlaces).map { .string($0) }),
      "pending": isPending.map { .bool($0) },
      "samples": samples.isEmpty ? nil : .array(samples.map { .string($0) }),
      "severity": .string(severity.rawValue),
      "to": destination.map { .string($0) },
      "version": version.map { .string($0) },
      "versions": otherVersions.isEmpty ? nil : .array(versions.map { .string($0) }),
      "tooBroadWaiver": broadWaiver.map { ["add": .string(waiverKeys), "waiver": .string($0)] },
      "waived": waiver.map { waiver in
        JSONValue(present: [
          "reason": .string(waiver.reason), "until": waiver.limit.map { .string($0.description) },
        ])
      },
    ])
  }
}

extension Assumption {
  var json: JSONValue { ["condition": .string(condition), "table": .string(table)] }
}

extension Help.Command {
  fileprivate var json: JSONValue { ["command": .string(line), "purpose": .string(purpose.rawValue)] }
}

extension Finding.Commit {
  fileprivate var json: JSONValue {
    [
      "author": .string("\(info.author.name) <\(info.author.email)>"), "commit": .string(info.id.hex),
      "date": .string(DateText.iso(info.author.time)), "role": .string(role.rawValue),
      "summary": .string(info.summary),
    ]
  }
}

extension SchemaChange {
  var json: JSONValue {
    JSONValue(present: [
      "after": .some(after.map { .string($0) } ?? .null), "before": .some(before.map { .string($0) } ?? .null),
      "column": .some(column.map { .string($0) } ?? .null), "kind": .string("\(kind)"), "object": .string(object),
      "verdict": .string(verdict.rawValue),
    ])
  }
}

extension [Finding] {
  /// A count by severity, such as `{"errors": 1, "notes": 2, "warnings": 0}`. Waived findings count only in `waived`,
  /// which is omitted if there are none.
  var summaryJSON: JSONValue {
    let counted = unwaived
    let waived = count - counted.count
    return JSONValue(present: [
      "errors": .number(counted.count { $0.severity == .error }),
      "notes": .number(counted.count { $0.severity == .note }), "waived": waived == 0 ? nil : .number(waived),
      "warnings": .number(counted.count { $0.severity == .warning }),
    ])
  }
}
