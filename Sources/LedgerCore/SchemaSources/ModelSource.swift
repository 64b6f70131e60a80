package import GitStore
internal import ProjectModels

/// Models that the files of an application declare.
struct ModelSource: SchemaSource {
  let source: ModelSourceConfiguration

  /// - Throws: `LedgerError.modelsUnread`, `GitError`.
  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition {
    do {
      return SourceDefinition(
        kind: source.framework.rawValue, creation: .models(try versions(in: snapshot)), forward: nil)
    } catch let error as ProjectModelsError {
      throw LedgerError.modelsUnread(source, error)
    }
  }

  private func versions(in snapshot: FileSnapshot) throws -> DeclaredVersions {
    let versions = try declaredVersions(in: snapshot)
    return source.usesDeclaredNames ? versions : versions.withoutNames
  }

  private func declaredVersions(in snapshot: FileSnapshot) throws -> DeclaredVersions {
    switch source.framework {
    case .coreData: return try CoreDataReader(folder: source.path, configuration: source.schema).versions(in: snapshot)
    case .swiftData:
      #if SourceReader
        return try SwiftDataReader(
          folder: source.path, schema: source.schema, types: source.types, operatingSystem: source.operatingSystem
        ).versions(in: snapshot)
      #else
        throw ProjectModelsError.readerAbsent
      #endif
    }
  }
}

extension ModelSourceConfiguration {
  /// The part of the app that the migration plan needs; `nil` if no plan has the schema.
  ///
  /// - Throws: `LedgerError.modelsUnread`, `GitError`.
  func slice(in snapshot: FileSnapshot) throws -> PlanSlice? {
    #if SourceReader
      do {
        return try SwiftDataReader(folder: path, schema: schema, types: types, operatingSystem: operatingSystem)
          .slice(in: snapshot)
      } catch let error as ProjectModelsError {
        throw LedgerError.modelsUnread(self, error)
      }
    #else
      throw LedgerError.modelsUnread(self, .readerAbsent)
    #endif
  }
}
