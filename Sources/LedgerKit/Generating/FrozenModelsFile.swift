internal import EntityModel
public import GitStore
public import LedgerCore
internal import LedgerEntries
internal import ProjectModels

/// The Swift file that declares the models of a released version as a `VersionedSchema` of its own.
public struct FrozenModelsFile: Sendable {
  /// The name of the enumeration, such as `SchemaV1_2_0`.
  public let name: String
  /// The content of the file.
  public let swift: String
  /// The number of types that must be copied beside it, which its head lists.
  public let requirementCount: Int

  /// Reads the models of a frozen version or, if no version has the name, those that the source declares at a revision.
  ///
  /// - Parameter name: the name of the enumeration; `nil` for one after the version.
  /// - Throws: `LedgerError`, in particular `.notDeclarable`; `GitError`.
  public init(
    of text: String, named name: String?, in configuration: DatabaseConfiguration, of repository: Repository
  ) throws {
    let model = try Self.model(text, configuration, repository)
    do {
      let frozen = try FrozenModels(model, name: name)
      (self.name, swift, requirementCount) = (frozen.name, frozen.swift, frozen.requirements.count)
    } catch {
      throw LedgerError.notDeclarable(message: error.message, hint: error.hint)
    }
  }

  /// The three numbers of a version's name such as `1.2` or `v1.2.0`; `nil` for any other name.
  private static func identifier(_ name: String) -> String? {
    let parts = Version.bareName(of: name).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 3, parts.allSatisfy({ Int($0).map { String($0) } == String($0) }) else { return nil }
    return (parts.map(String.init) + Array(repeating: "0", count: 3 - parts.count)).joined(separator: ".")
  }

  private static func model(
    _ text: String, _ configuration: DatabaseConfiguration, _ repository: Repository
  ) throws -> DeclaredModel {
    let present = try repository.present()
    let ledger = try Ledger(at: configuration.ledger, in: present)
    let names = VersionNames(of: ledger, in: repository)
    if let version = try names.version(named: text),
      let item = ledger.items.first(where: { $0.entry.version.name == version })
    {
      guard let bytes = try present.read(item.folder + "/" + Entry.modelName) else {
        throw LedgerError.noModels(kind: item.entry.sourceKind)
      }
      var model = try DeclaredModel(reading: bytes, at: item.folder + "/" + Entry.modelName)
      // Sources that do not state a version have 1.0.0, as SwiftData does.
      if let number = Self.identifier(version) { model.version = number }
      return model
    }
    guard configuration.source.models != nil, let commit = try? repository.resolve(text) else {
      throw LedgerError.unknownVersion(name: text, known: names.all)
    }
    let definition = try configuration.schemaSource.read(
      from: try repository.snapshot(.commit(commit)), beside: present)
    guard let declared = definition.declared else { throw LedgerError.noModels(kind: configuration.source.kind) }
    return declared.current.model
  }
}
