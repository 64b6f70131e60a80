import CoreDataModels
import EntityModel
import Foundation

/// The models in the folder `Models`, and what Apple's tools and stores say about them.
enum Examples {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Models/CoreDataPlus")

  static func read(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: path))) }

  /// The paths of all files, relative to the folder.
  static func paths() -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects.compactMap { $0 as? String } ?? []
    return all.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.appending(path: path).path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  static func package(_ name: String) throws -> ModelPackage {
    guard let package = ModelPackage.find(in: paths()).first(where: { $0.name == name }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return package
  }

  static func model(_ name: String, _ version: String) throws -> DeclaredModel {
    try CoreDataModel(
      parsing: read("\(name).xcdatamodeld/\(version).xcdatamodel/contents"), path: "contents"
    ).declaredModel
  }

  /// The model in the model cache of a store.
  static func storedModel(_ store: String) throws -> DeclaredModel {
    try DeclaredModel(managedObjectModel: read("Stores/\(store).modelcache"))
  }

  /// Apple's hash of each entity.
  static func hashes(_ path: String) throws -> [String: String] {
    let lines = String(decoding: try read(path), as: UTF8.self).split(separator: "\n")
    return Dictionary(
      lines.map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[0], words[1])
      }
    ) { first, _ in first }
  }

  static let models = [
    ("SampleModel", "SampleModel"), ("SampleModel", "SampleModel2"), ("SampleModel", "SampleModel3"),
    ("SampleModel3", "SampleModel3"), ("SampleModel3", "SampleModel3_v2"), ("SampleModel3", "SampleModel3_v3"),
  ]
  static let stores = ["SampleModel_V1", "SampleModel_V2", "SampleModel2_V1", "SampleModel2_V2", "SampleModel3_V1"]
}
