internal import CoreDataModels
internal import GitStore
internal import Synchronization

/// Reads the files of Core Data models in a snapshot. A blob is parsed once per process: a repository with a hundred
/// model versions has the same files in thousands of commits.
struct CoreDataDocuments {
  private struct Blob: Hashable {
    let id: ObjectID
    /// Problems and places name it.
    let path: String
  }

  private struct Parsed {
    var models: [Blob: Result<CoreDataModel, CoreDataModelError>] = [:]
    var mappingModels: [Blob: MappingModel] = [:]
  }

  private static let parsed = Mutex(Parsed())

  private let snapshot: FileSnapshot
  /// The files of models, by path. Those of the work tree have no ids.
  private let ids: [String: ObjectID]
  private let mappingFiles: [(folder: String, file: String)]

  init(_ files: SourceFiles) {
    snapshot = files.snapshot
    let own = files.all.filter { $0.path.hasSuffix("/contents") || $0.path.hasSuffix("/xcmapping.xml") }
    ids = Dictionary(
      own.compactMap { file in file.id.map { (file.path, $0) } }, uniquingKeysWith: { first, _ in first })
    mappingFiles = MappingModel.find(in: own.map(\.path))
  }

  /// The content of a file; empty without such a file.
  ///
  /// - Throws: `GitError`.
  func bytes(_ path: String) throws -> [UInt8] { try snapshot.read(path) ?? [] }

  /// The model of a version.
  ///
  /// - Throws: `CoreDataModelError`, `GitError`.
  func model(of version: ModelPackage.Version, in package: ModelPackage) throws -> CoreDataModel {
    guard case .document(let path) = version.content, let id = ids[path] else {
      return try package.model(of: version, read: bytes)
    }
    let blob = Blob(id: id, path: path)
    if let known = Self.parsed.withLock({ $0.models[blob] }) { return try known.get() }
    let read: Result<CoreDataModel, CoreDataModelError>
    do {
      read = .success(try package.model(of: version, read: bytes))
    } catch let error as CoreDataModelError {
      read = .failure(error)
    }
    Self.parsed.withLock { $0.models[blob] = read }
    return try read.get()
  }

  /// All mapping models of the snapshot, sorted by path.
  ///
  /// - Throws: `GitError`.
  func mappingModels() throws -> [MappingModel] {
    try mappingFiles.map { folder, file in
      guard let id = ids[file] else { return MappingModel(path: folder, parsing: try bytes(file)) }
      let blob = Blob(id: id, path: file)
      if let known = Self.parsed.withLock({ $0.mappingModels[blob] }) { return known }
      let model = MappingModel(path: folder, parsing: try bytes(file))
      Self.parsed.withLock { $0.mappingModels[blob] = model }
      return model
    }
  }
}
