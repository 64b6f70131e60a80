internal import Markup

extension ModelPackage {
  /// The version that the application uses: the one that `.xccurrentversion` names, or the only one.
  ///
  /// - Parameter read: returns the bytes of a file.
  /// - Throws: ``CoreDataModelError`` if it is not known, and what `read` throws.
  public func currentVersion(read: (String) throws -> [UInt8]) throws -> Version {
    guard let file = currentVersionFile else {
      guard versions.count == 1, let only = versions.first else {
        throw problem(versions.isEmpty ? .noContents : .severalVersions, path, line: 1)
      }
      return only
    }
    let (folder, line) = try Self.currentVersionName(try read(file), path: file)
    guard let version = versions.first(where: { $0.path == "\(path)/\(folder)" }) else {
      throw problem(.unknownCurrentVersion(folder), file, line: line)
    }
    return version
  }

  /// The model of a version.
  ///
  /// - Parameter read: returns the bytes of a file.
  /// - Throws: ``CoreDataModelError`` if it cannot be read, and what `read` throws.
  public func model(of version: Version, read: (String) throws -> [UInt8]) throws -> CoreDataModel {
    switch version.content {
    case .document(let path): try CoreDataModel(parsing: try read(path), path: path)
    case .binary(let path): throw problem(.binaryForm, path, line: 1)
    case .missing: throw problem(.noContents, version.path, line: 1)
    }
  }

  /// The name of the folder in a property list with one dictionary.
  ///
  /// > <key>_XCCurrentVersionName</key> <string>Model 2.xcdatamodel</string>
  private static func currentVersionName(_ bytes: [UInt8], path: String) throws -> (folder: String, line: Int) {
    do {
      let root = try MarkupReader.read(bytes, allowsDocumentType: true)
      let entries = root.children.first { $0.name == "dict" }?.children ?? []
      for (key, value) in zip(entries, entries.dropFirst()) where key.name == "key" && value.name == "string" {
        if key.text == "_XCCurrentVersionName" { return (value.text, value.line) }
      }
      throw CoreDataModelError([ModelProblem(.noCurrentVersion, at: Location(path: path, line: root.line))])
    } catch let error as MarkupError {
      throw CoreDataModelError([error.problem(path: path)])
    }
  }

  private func problem(_ kind: ModelProblem.Kind, _ path: String, line: Int) -> CoreDataModelError {
    CoreDataModelError([ModelProblem(kind, at: Location(path: path, line: line))])
  }
}

extension MarkupError {
  func problem(path: String) -> ModelProblem {
    ModelProblem(.document(reason), at: Location(path: path, line: line))
  }
}
