import Findings
import Foundation
import LedgerCore
import LedgerKit

/// A report in the JUnit XML format, which test reporters read. The format has no standard. This type writes the subset
/// that is common to the
/// [schema of Jenkins](https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd),
/// the parser of [GitLab](https://docs.gitlab.com/ci/testing/unit_test_reports/), and the reporters on GitHub:
///
/// * A test case has at most one `failure`: if there are several, Jenkins keeps the first, and GitLab may show none.
/// * The text repeats the content of `message`, because GitLab does not read that attribute.
/// * Test cases have different names: if several share a name, GitLab reads only the first.
/// * A suite has at least one test case: Jenkins treats an empty suite as a failed run.
struct JUnitReport {
  struct Suite {
    let name: DisplayText
    var cases: [Case]
    /// The output that belongs to no test case.
    var output: [DisplayText] = []
  }

  struct Case {
    let name: DisplayText
    var seconds = 0.0
    let result: Result
    /// The output that is not a failure.
    var output: [DisplayText] = []
  }

  enum Result {
    case passed
    case failed(type: DisplayText, message: DisplayText, text: DisplayText)
    /// The test could not determine a result.
    case error(message: DisplayText, text: DisplayText)
    case skipped(reason: DisplayText)
  }

  /// The name of the command.
  let name: DisplayText
  let suites: [Suite]

  var xml: DisplayText {
    let suites = suites.map(\.withDifferentNames)
    var root = XMLElement(name: "testsuites", attributes: [("name", name)])
    root.attributes += Self.counts(suites.flatMap(\.cases)).filter { $0.name != "skipped" }
    root.children = suites.map(\.element)
    return root.document
  }

  fileprivate static func counts(_ cases: [Case]) -> [(name: DisplayText, value: DisplayText)] {
    [
      ("tests", "\(cases.count)"),
      ("failures", count(cases) { if case .failed = $0 { true } else { false } }),
      ("errors", count(cases) { if case .error = $0 { true } else { false } }),
      ("skipped", count(cases) { if case .skipped = $0 { true } else { false } }),
      ("time", time(cases.map(\.seconds).reduce(0, +))),
    ]
  }

  private static func count(_ cases: [Case], where matches: (Result) -> Bool) -> DisplayText {
    "\(cases.count { matches($0.result) })"
  }

  fileprivate static func time(_ seconds: Double) -> DisplayText { "\(String(format: "%.3f", seconds))" }
}

extension JUnitReport.Case {
  /// Creates a case for a finding that belongs to no fixture. An error is a failure; a warning or a note is output of a
  /// case that passes.
  init(_ finding: Finding) {
    self.init(
      name: "\(finding.code.rawValue) \(finding.message)", findings: [finding],
      otherwise: finding.waiver.map { .skipped(reason: "\(Wording.words($0))") } ?? .passed)
  }

  /// Creates a case that fails if one of the findings is an error.
  init(name: DisplayText, seconds: Double = 0, findings: [Finding], otherwise: JUnitReport.Result) {
    let errors = findings.unwaived.filter { $0.severity == .error }
    let text = FindingText.plain
    self.name = name
    self.seconds = seconds
    result =
      errors.first.map { first in
        let more: DisplayText = errors.count == 1 ? "" : " (and \(errors.count - 1) more)"
        return .failed(
          type: "\(first.code.rawValue)", message: "\(first.code.rawValue) \(first.message)\(more)",
          text: text.lines(errors).joined(separator: "\n"))
      } ?? otherwise
    output = text.lines(findings.unwaived.filter { $0.severity != .error })
    for finding in findings {
      output += finding.waiver.map { text.lines(finding) + ["      \(Wording.words($0))"] } ?? []
    }
  }

  fileprivate func element(in suite: DisplayText) -> XMLElement {
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
    var used: [DisplayText: Int] = [:]
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
