internal import EntityModel
internal import LedgerEntries

extension SourceDefinition {
  /// The package that makes the schema; nil for any other source.
  package var package: SwiftPackage? {
    if case .command(let command) = creation { command.package } else { nil }
  }

  /// Makes the store of one version of a package, and reads what the package declares of it.
  ///
  /// - Parameter version: nil for the newest.
  /// - Throws: `LedgerError.versionNotDeclared`, and as ``build(_:with:)``.
  package func build(
    _ package: SwiftPackage, _ settings: BuildSettings, with runner: CommandRunner, as version: String?
  ) async throws -> BuiltSource {
    let versions = try await runner.versions(of: package)
    let name = version ?? versions.current
    guard versions.names.contains(name) else {
      throw LedgerError.versionNotDeclared(name: name, product: package.product, known: versions.names)
    }
    let command = package.create(version)
    var built = try self.built(by: command, try await runner.run(command, on: nil), settings)
    built.version = name
    built.model = try await runner.model(of: package, name)
    return built
  }
}

extension CommandRunner {
  /// What the package says its versions are.
  ///
  /// - Throws: `LedgerError.commandFailed`, `.file`, `CancellationError`.
  package func versions(of package: SwiftPackage) async throws -> ToolVersions {
    let bytes = try await output(of: package.versions)
    do {
      return try ToolVersions(parsing: bytes)
    } catch {
      throw failed(package.versions, .notUnderstood(reason: error.reason))
    }
  }

  /// A store with objects that its program has made up.
  package struct Objects: Sendable {
    package let file: [UInt8]
    /// What got none, or no values.
    package let gaps: [String]
  }

  /// Adds objects to a copy of a store.
  ///
  /// - Throws: as ``run(_:on:)``.
  package func fill(_ store: [UInt8], _ rows: Int, with package: SwiftPackage) async throws -> Objects {
    let (file, output) = try await runTelling(package.populate(rows), on: store)
    return Objects(file: file, gaps: output)
  }

  /// What the package declares of a version, the bytes of `model.json`.
  ///
  /// - Throws: `LedgerError.commandFailed`, `.file`, `CancellationError`.
  package func model(of package: SwiftPackage, _ version: String) async throws -> [UInt8] {
    var bytes = try await output(of: package.describe(version))
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    do {
      _ = try DeclaredModel(parsing: bytes)
    } catch {
      throw failed(package.describe(version), .notUnderstood(reason: error.message))
    }
    return bytes
  }
}
