internal import SchemaModel

/// The properties of an object as texts, by their names in the source.
///
/// Properties whose names begin with an underscore, and those that refer to models, are left out; so are computed ones. Of
/// a model, the attributes are included. A text is what `String(describing:)` returns, of an optional that of its value or
/// `nil`.
///
/// `@Observable` stores a property `name` in one with the name `_name`, which is removed here. A property with the
/// attribute `@ObservationIgnored` and the name `_name` therefore looks the same as an observed one.
public func captureProperties(of object: Any) -> [String: String] {
  if let model = object as? any PersistentModel {
    return Dictionary(model.attributeValues.map { ($0.name, text(of: $0.value)) }) { first, _ in first }
  }
  var properties: [String: String] = [:]
  for mirror in sequence(first: Mirror(reflecting: object), next: \.superclassMirror) {
    // Each class of a hierarchy has its own registrar.
    let isObservable = mirror.children.contains { $0.label == "_$observationRegistrar" }
    for child in mirror.children {
      guard let name = child.label.flatMap({ name(of: $0, isObservable: isObservable) }), properties[name] == nil,
        !isRelationshipType(type(of: child.value))
      else { continue }
      properties[name] = text(of: child.value)
    }
  }
  return properties
}

/// Checks properties of an object. A failure is recorded for the test that is running, of Swift Testing or of XCTest.
///
///     assertObservableState(of: viewModel, matches: ["postCount": "3", "isLoading": "false"])
///
/// - Parameters:
///   - object: an observable object; see ``captureProperties(of:)``.
///   - expected: the properties to check. Others may have any value.
public func assertObservableState(
  of object: Any, matches expected: [String: String], fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let differences = observableDifferences(captureProperties(of: object), expected)
  guard !differences.isEmpty else { return }
  recordFailure(
    "Observable state mismatch (\(type(of: object))).\n" + differences.joined(separator: "\n"),
    at: TestPlace(fileID: fileID, filePath: file, line: line, column: column))
}

/// One sentence for each property that is not as expected, sorted.
func observableDifferences(_ actual: [String: String], _ expected: [String: String]) -> [String] {
  expected.sorted { $0.key < $1.key }.compactMap { name, value in
    guard let found = actual[name] else {
      return
        "\(name): expected \(value), but there is no such property (\(actual.keys.sorted().joined(separator: ", ")))"
    }
    return found == value ? nil : "\(name): expected \(value), found \(found)"
  }
}

/// The name in the source; `nil` for a property that is left out.
private func name(of label: String, isObservable: Bool) -> String? {
  let name = isObservable && label.hasPrefix("_") ? String(label.dropFirst()) : label
  return name.hasPrefix("_") || name.hasPrefix("$") ? nil : name
}

private func text(of value: Any) -> String {
  guard let optional = value as? any OptionalText else { return String(describing: value) }
  return optional.text
}

private protocol OptionalText {
  var text: String { get }
}

extension Optional: OptionalText {
  fileprivate var text: String { map { String(describing: $0) } ?? "nil" }
}
