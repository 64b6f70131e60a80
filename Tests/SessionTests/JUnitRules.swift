/// The common rules of the readers of JUnit's XML. An attribute that one of the readers rejects is rejected here.
///
/// * Jenkins: `junit-10.xsd` of its xUnit plugin; `SuiteResult.java` and `CaseResult.java` of its JUnit plugin
/// * GitLab: <https://docs.gitlab.com/ci/testing/unit_test_reports/>
/// * GitHub: `java-junit-parser.ts` of dorny/test-reporter
enum JUnitRules {
  private static let counts: Set<String> = ["tests", "failures", "errors", "time"]

  /// Each element with its possible children and all its possible attributes.
  private static let elements: [String: (children: Set<String>, attributes: Set<String>)] = [
    "testsuites": (["testsuite"], counts.union(["name"])),
    "testsuite": (["testcase", "system-out"], counts.union(["name", "skipped"])),
    "testcase": (["failure", "error", "skipped", "system-out"], ["classname", "name", "time"]),
    "failure": ([], ["type", "message"]),
    "error": ([], ["type", "message"]),
    "skipped": ([], ["message"]),
    "system-out": ([], []),
  ]

  /// The problems of a document. Empty if every reader can show all of it.
  static func problems(of root: XMLNode) -> [String] {
    var problems = root.name == "testsuites" ? [] : ["the root is \(root.name)"]
    for node in root.all { problems += shape(of: node) }
    let suites = root.children("testsuite")
    if suites.isEmpty { problems.append("no suite") }
    for suite in suites {
      let tests = suite.children("testcase")
      if tests.isEmpty { problems.append("no test case in \(suite.attributes["name"] ?? "")") }
      problems += countProblems(of: suite, tests)
      for test in tests { problems += verdictProblems(of: test) }
      let names = tests.map { "\($0.attributes["classname"] ?? "") \($0.attributes["name"] ?? "")" }
      for name in Set(names) where names.count(where: { $0 == name }) > 1 { problems.append("two cases: \(name)") }
    }
    return problems + countProblems(of: root, suites.flatMap { $0.children("testcase") })
  }

  private static func shape(of node: XMLNode) -> [String] {
    guard let rule = elements[node.name] else { return ["an element \(node.name)"] }
    var problems = node.children.filter { !rule.children.contains($0.name) }.map { "\($0.name) in \(node.name)" }
    for name in rule.attributes.symmetricDifference(node.attributes.keys) {
      problems.append("\(node.name) with, or without, \(name)")
    }
    for name in ["name", "classname"] where node.attributes[name]?.isEmpty == true {
      problems.append("\(node.name) with an empty \(name)")
    }
    if let time = node.attributes["time"], time.wholeMatch(of: /[0-9]{1,3}\.[0-9]+/) == nil {
      problems.append("\(node.name) takes \(time)")
    }
    return problems
  }

  private static func verdictProblems(of test: XMLNode) -> [String] {
    let verdicts = ["failure", "error", "skipped"].flatMap(test.children)
    var problems = verdicts.count > 1 ? ["a test case with \(verdicts.count) verdicts"] : []
    for verdict in verdicts where verdict.text.isEmpty { problems.append("\(verdict.name) without a text") }
    return problems
  }

  private static func countProblems(of node: XMLNode, _ tests: [XMLNode]) -> [String] {
    let expected = [
      "tests": tests.count, "failures": tests.count { !$0.children("failure").isEmpty },
      "errors": tests.count { !$0.children("error").isEmpty },
      "skipped": tests.count { !$0.children("skipped").isEmpty },
    ]
    return expected.filter { name, count in (node.attributes[name] ?? String(count)) != String(count) }.map {
      "\(node.name) has \($0.value) \($0.key)"
    }
  }
}
