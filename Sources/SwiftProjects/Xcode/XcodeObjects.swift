/// The objects of a `project.pbxproj`, by identifier.
struct XcodeObjects {
  let path: String
  let rootIdentifier: String
  private let objects: [String: PropertyListValue]
  private(set) var problems: [ProjectProblem] = []

  /// Nil if the file is not a project; then ``ProjectProblem`` says why.
  static func parse(_ bytes: [UInt8], path: String) -> Result<XcodeObjects, ProjectParsingError> {
    let plist: PropertyListValue
    do throws(PropertyListError) {
      let isXML = bytes.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") } == UInt8(ascii: "<")
      let hasMarker = bytes.starts(with: "<<<<<<<".utf8)
      plist = isXML && !hasMarker ? try XMLPropertyList.parse(bytes) : try OldPropertyList.parse(bytes)
    } catch {
      return .failure(ProjectParsingError(problem: ProjectProblem(path: path, line: error.line, reason: error.reason)))
    }
    guard let objects = plist["objects"], let values = objects.dictionary, let root = plist["rootObject"]?.text else {
      return .failure(
        ProjectParsingError(problem: ProjectProblem(path: path, line: plist.line, reason: .notAProject)))
    }
    var result = XcodeObjects(path: path, rootIdentifier: root, objects: values)
    for identifier in objects.repeated.sorted() {
      result.report(.duplicateObject(identifier), at: values[identifier]?.line ?? objects.line)
    }
    return .success(result)
  }

  private init(path: String, rootIdentifier: String, objects: [String: PropertyListValue]) {
    self.path = path
    self.rootIdentifier = rootIdentifier
    self.objects = objects
  }

  mutating func report(_ reason: ProjectProblem.Reason, at line: Int?) {
    problems.append(ProjectProblem(path: path, line: line, reason: reason))
  }

  /// The object with this identifier; a missing one is reported at the line of the reference.
  mutating func object(_ reference: PropertyListValue?) -> PropertyListValue? {
    guard let reference, let identifier = reference.text else { return nil }
    if let object = objects[identifier] { return object }
    report(.missingObject(identifier), at: reference.line)
    return nil
  }

  /// The objects that a list of identifiers refers to.
  mutating func objects(_ list: PropertyListValue?) -> [(identifier: String, object: PropertyListValue)] {
    var result: [(identifier: String, object: PropertyListValue)] = []
    for reference in list?.array ?? [] {
      guard let identifier = reference.text, let object = object(reference) else { continue }
      result.append((identifier, object))
    }
    return result
  }
}
