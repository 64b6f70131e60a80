import CanonicalJSON
import LedgerCore
import ReportPage

/// A finding of a report of `verify`.
struct PageFinding {
  let finding: ReportFinding
  /// The check that it belongs to.
  let check: PageCheck?

  init(_ json: JSONValue) {
    let code = json["code"]?.string ?? ""
    let versions = json["versions"]?.array?.compactMap(\.string) ?? json["version"]?.string.map { [$0] } ?? []
    let line = json["line"]?.number.map { ":\($0)" } ?? ""
    finding = ReportFinding(
      code: code, severity: json["severity"]?.string.flatMap(ReportFinding.Severity.init) ?? .error,
      message: json["message"]?.string ?? "", versions: versions,
      place: json["path"]?.string.map { $0 + line }, details: Self.details(json),
      samples: (json["samples"]?.array ?? []).compactMap(\.string), hint: json["hint"]?.string,
      commands: (json["commands"]?.array ?? []).map {
        .init(purpose: $0["purpose"] == "inspect" ? "To see more:" : "", text: $0["command"]?.string ?? "")
      },
      waiver: json["waived"].map { $0["reason"]?.string ?? "" })
    check = Finding.Code(rawValue: code).flatMap(PageCheck.init)
  }

  /// The changes of schemas, the commits, other places and the output of a command.
  private static func details(_ json: JSONValue) -> [String] {
    let changes = (json["changes"]?.array ?? []).map { ReportDatabase.Change($0) }.map { change in
      let sign =
        switch change.kind {
        case .added: "+"
        case .removed: "-"
        case .changed: "~"
        }
      let place = change.object + (change.column.map { "." + $0 } ?? "")
      let texts = [change.before, change.after].compactMap(\.self).joined(separator: " → ")
      return "\(sign) \(change.name) \(place)" + (texts.isEmpty ? "" : ": \(texts)")
    }
    let commits = (json["commits"]?.array ?? []).map { commit in
      let parts = [
        commit["role"]?.string, (commit["commit"]?.string?.prefix(8)).map(String.init),
        // The page may be published, so it has no addresses of people.
        commit["author"]?.string.map { author in
          String(author[..<(author.firstRange(of: " <")?.lowerBound ?? author.endIndex)])
        },
        (commit["date"]?.string?.prefix(10)).map(String.init),
      ]
      return parts.compactMap(\.self).joined(separator: " ") + (commit["summary"]?.string.map { ": " + $0 } ?? "")
    }
    let places = (json["places"]?.array ?? []).compactMap(\.string)
    let also = places.isEmpty ? [] : ["in: " + places.joined(separator: ", ")]
    return changes + also + commits + (json["output"]?.array ?? []).compactMap(\.string)
  }
}

extension ReportDatabase.Change {
  /// A change as JSON reports have it.
  init(_ json: JSONValue) {
    let (before, after) = (json["before"]?.string, json["after"]?.string)
    self.init(
      kind: before == nil ? .added : after == nil ? .removed : .changed, name: json["kind"]?.string ?? "",
      object: json["object"]?.string ?? "", column: json["column"]?.string, before: before, after: after)
  }
}
