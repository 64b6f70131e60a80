internal import EntityModel
internal import Markup

/// Reads the elements of a model, and collects everything that it cannot read.
struct ModelReading {
  typealias Kind = ModelProblem.Kind

  let path: String
  private(set) var problems: [ModelProblem] = []
  var locations: [CoreDataModel.Declaration: Location] = [:]

  init(path: String) { self.path = path }

  /// The format that is read: `documentVersion` of 184 models.
  private static let documentVersion = "1.0"

  consuming func model(_ root: MarkupElement) throws(CoreDataModelError) -> CoreDataModel {
    guard root.name == "model", root.value("type") == "com.apple.IDECoreDataModeler.DataModel" else {
      throw CoreDataModelError([ModelProblem(.notModel(root: root.name), at: location(of: root))])
    }
    // The other attributes of the element are about Xcode and its versions.
    if let version = root.value("documentVersion"), version != Self.documentVersion {
      throw CoreDataModelError([ModelProblem(.unknownFormat(version), at: location(of: root))])
    }
    var (entities, configurations) = ([DeclaredModel.Entity](), [CoreDataModel.Configuration]())
    for child in root.children {
      switch child.name {
      case "entity": if let entity = entity(child) { entities.append(entity) }
      case "configuration": if let configuration = configuration(child) { configurations.append(configuration) }
      // The place of boxes in the editor, and templates of requests.
      case "elements", "fetchRequest": continue
      case "compositeAttribute":
        report(.notShown(.compositeAttribute, child.value("name") ?? child.name), at: child.line)
      default: report(.unknownElement(child.name, in: root.name), at: child.line)
      }
    }
    checkNames(configurations.map { ($0.name, $0.location.line) })
    for configuration in configurations {
      for member in configuration.members where !entities.contains(where: { $0.name == member }) {
        report(.unknownEntity(member), at: configuration.location.line)
      }
    }
    let model = DeclaredModel(version: root.value("userDefinedModelVersionIdentifier") ?? "", entities: entities)
    check(model)
    guard problems.isEmpty else {
      throw CoreDataModelError(problems.sorted { $0.location.line < $1.location.line })
    }
    return CoreDataModel(model, configurations, isUsedWithCloudKit: Self.isUsedWithCloudKit(root), locations)
  }

  private mutating func configuration(_ element: MarkupElement) -> CoreDataModel.Configuration? {
    checkAttributes(of: element, known: ["name"], ignored: ["usedWithCloudKit"])
    var members: [String] = []
    for child in element.children {
      guard child.name == "memberEntity" else {
        report(.unknownElement(child.name, in: element.name), at: child.line)
        continue
      }
      checkAttributes(of: child, known: ["name"])
      if let name = required("name", of: child) { members.append(name) }
    }
    guard let name = required("name", of: element) else { return nil }
    return CoreDataModel.Configuration(
      name: name, members: Set(members).sorted(), isUsedWithCloudKit: Self.isUsedWithCloudKit(element),
      location: location(of: element))
  }

  private static func isUsedWithCloudKit(_ element: MarkupElement) -> Bool {
    ["true", "YES"].contains(element.value("usedWithCloudKit"))
  }

  // MARK: Elements

  func location(of element: MarkupElement) -> Location { Location(path: path, line: element.line) }

  mutating func report(_ kind: Kind, at line: Int) {
    problems.append(ModelProblem(kind, at: Location(path: path, line: line)))
  }

  /// Reports attributes that are neither known nor known to have no effect on stores.
  mutating func checkAttributes(of element: MarkupElement, known: Set<String>, ignored: Set<String> = []) {
    for attribute in element.attributes where !known.contains(attribute.name) && !ignored.contains(attribute.name) {
      report(.unknownAttribute(attribute.name, of: describe(element)), at: attribute.line)
    }
  }

  /// The value of an attribute that must not be missing or empty.
  mutating func required(_ name: String, of element: MarkupElement) -> String? {
    guard let value = element.value(name), !value.isEmpty else {
      report(.missingAttribute(name, of: describe(element)), at: element.line)
      return nil
    }
    return value
  }

  /// A Boolean value; false if the attribute is missing.
  mutating func flag(_ name: String, of element: MarkupElement) -> Bool {
    switch element.value(name) {
    case "YES": return true
    case "NO", nil: return false
    case let other?:
      report(.invalidValue(other, attribute: name, of: describe(element)), at: element.line)
      return false
    }
  }

  /// A number that is not negative; `nil` if the attribute is missing.
  mutating func count(_ name: String, of element: MarkupElement) -> Int? {
    guard let text = element.value(name) else { return nil }
    guard let number = Int(text), number >= 0 else {
      report(.invalidValue(text, attribute: name, of: describe(element)), at: element.line)
      return nil
    }
    return number
  }

  /// One of an attribute's values; `nil` if it has another, or is missing.
  mutating func choice<Value>(_ name: String, of element: MarkupElement, _ values: [String: Value]) -> Value? {
    guard let text = element.value(name) else { return nil }
    guard let value = values[text] else {
      report(.invalidValue(text, attribute: name, of: describe(element)), at: element.line)
      return nil
    }
    return value
  }

  mutating func checkNames(_ names: [(name: String, line: Int)]) {
    var seen: Set<String> = []
    for (name, line) in names where !seen.insert(name).inserted { report(.nameTwice(name), at: line) }
  }

  /// The element and its name, such as `the entity Car`.
  func describe(_ element: MarkupElement) -> String {
    "the \(element.name)" + (element.value("name").map { " \($0)" } ?? "")
  }
}
