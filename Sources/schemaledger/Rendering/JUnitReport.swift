import Foundation
import LedgerCore
import LedgerKit

/// A report in the XML that test reporters read. It has no standard. This is what is common to the
/// [schema of Jenkins](https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd),
/// to what [GitLab](https://docs.gitlab.com/ci/testing/unit_test_reports/) parses, and to the reporters on GitHub:
///
/// * A test case has one `failure`: Jenkins keeps the first of several, and GitLab can show none of them.
/// * The text says all that `message` says, because GitLab does not read that.
/// * Names differ: of test cases with one name GitLab takes the first.
/// * A suite has test cases: Jenkins takes one without for a run that went wrong.
struct JUnitReport {
  struct Suite {
    let name: String
    var cases: [Case]
    /// What belongs to no test case.
    var output: [String] = []
  }

  struct Case {
    let name: String
    var seconds = 0.0
    let result: Result
    /// Said, and no failure.
    var output: [String] = []
  }

  enum Result {
    case passed
    case failed(type: String, message: String, text: String)
    /// It could not be told.
    case error(message: String, text: String)
    case skipped(reason: String)
  }

  /// The command.
  let name: String
  let suites: [Suite]

  var xml: String {
    let suites = suites.map(\.withDifferentNames)
    var root = XMLElement(name: "testsuites", attributes: [("name", name)])
    root.attributes += Self.counts(suites.flatMap(\.cases)).filter { $0.name != "skipped" }
    root.children = suites.map(\.element)
    return root.document
  }

  fileprivate static func counts(_ cases: [Case]) -> [(name: String, value: String)] {
    [
      ("tests", String(cases.count)),
      ("failures", String(cases.count { if case .failed = $0.result { true } else { false } })),
      ("errors", String(cases.count { if case .error = $0.result { true } else { false } })),
      ("skipped", String(cases.count { if case .skipped = $0.result { true } else { false } })),
      ("time", time(cases.map(\.seconds).reduce(0, +))),
    ]
  }

  fileprivate static func time(_ seconds: Double) -> String { String(format: "%.3f", seconds) }
}

extension JUnitReport.Case {
  /// What a finding of no fixture says: an error is a failure, a warning and a note are output of a case that passes.
  init(_ finding: Finding) {
    self.init(
      name: "\(finding.code.rawValue) \(finding.message.onOneLine)", findings: [finding],
      otherwise: finding.waiver.map { .skipped(reason: Wording.words($0)) } ?? .passed)
  }

  /// A case that fails when one of the findings is an error.
  init(name: String, seconds: Double = 0, findings: [Finding], otherwise: JUnitReport.Result) {
    let errors = findings.unwaived.filter { $0.severity == .error }
    let text = FindingText(terminal: Terminal(color: .never))
    self.name = name
    self.seconds = seconds
    result =
      errors.first.map { first in
        let more = errors.count == 1 ? "" : " (and \(errors.count - 1) more)"
        return .failed(
          type: first.code.rawValue, message: "\(first.code.rawValue) \(first.message)\(more)",
          text: text.lines(errors).joined(separator: "\n"))
      } ?? otherwise
    output = text.lines(findings.unwaived.filter { $0.severity != .error })
    for finding in findings {
      output += finding.waiver.map { text.lines(finding) + ["      " + Wording.words($0)] } ?? []
    }
  }

  fileprivate func element(in suite: String) -> XMLElement {
    var element = XMLElement(
      name: "testcase",
      attributes: [("classname", suite), ("name", name), ("time", JUnitReport.time(seconds))])
    switch result {
    case .passed: break
    case .failed(let type, let message, let text):
      element.children.append(
        XMLElement(name: "failure", attributes: [("type", type), ("message", message)], text: text))
    case .error(let message, let text):
      element.children.append(
        XMLElement(name: "error", attributes: [("type", "error"), ("message", message)], text: text))
    case .skipped(let reason):
      element.children.append(XMLElement(name: "skipped", attributes: [("message", reason)], text: reason))
    }
    if !output.isEmpty {
      element.children.append(XMLElement(name: "system-out", text: output.joined(separator: "\n")))
    }
    return element
  }
}

extension JUnitReport.Suite {
  fileprivate var withDifferentNames: Self {
    var suite = self
    var used: [String: Int] = [:]
    suite.cases = cases.map { test in
      let count = used[test.name, default: 0] + 1
      used[test.name] = count
      return count == 1
        ? test
        : JUnitReport.Case(
          name: "\(test.name) (\(count))", seconds: test.seconds, result: test.result, output: test.output)
    }
    return suite
  }

  fileprivate var element: XMLElement {
    var element = XMLElement(name: "testsuite", attributes: [("name", name)])
    element.attributes += JUnitReport.counts(cases)
    element.children = cases.map { $0.element(in: name) }
    if !output.isEmpty {
      element.children.append(XMLElement(name: "system-out", text: output.joined(separator: "\n")))
    }
    return element
  }
}
