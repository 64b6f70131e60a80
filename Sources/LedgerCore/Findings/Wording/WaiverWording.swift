package import Findings
internal import LedgerEntries

// SL501 and SL502.

extension WaiverFacts {
  func message(of finding: Finding) -> String {
    let place = (finding.path ?? "") + (finding.line.map { ":\($0)" } ?? "")
    switch self {
    case .unused(let subject): return "\(place): no finding matches this waiver of \(subject.name)"
    case .expired(let subject, let limit):
      let end =
        switch limit {
        case .version(let version)?: ", because \(version) is frozen"
        case .day(let day)?: " after \(day)"
        case nil: ""
        }
      return "\(place): the waiver of \(subject.name) has expired\(end)"
    }
  }

  var help: Help? {
    switch self {
    case .unused: "remove it; to waive another finding, copy that one's version, path, object and column exactly"
    case .expired: "fix what it waives and remove it, or give a new reason and a new 'until'"
    }
  }
}

extension WaiverFacts.Subject {
  /// `SL305 of 1.2.0, users.nickname`.
  var name: String {
    let place = object.map { object in column.map { "\(object).\($0)" } ?? object }
    let places = [path, place].compactMap(\.self)
    return code.rawValue + (versions.isEmpty ? "" : " of \(versions.joined(separator: ", "))")
      + (places.isEmpty ? "" : (versions.isEmpty ? " " : ", ") + places.joined(separator: ", "))
  }
}
