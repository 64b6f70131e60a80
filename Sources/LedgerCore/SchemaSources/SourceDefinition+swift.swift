internal import CanonicalJSON
internal import EntityModel
internal import LedgerEntries

extension SourceDefinition {
  /// The package that makes the schema and declares its models, or `nil` for any other source.
  package var package: SwiftPackage? {
    if case .command(let command) = creation { command.modelPackage } else { nil }
  }

  /// Compares the migrations that a migrator's program registers with those that its sources say.
  ///
  /// - Throws: `LedgerError.commandFailed` if they differ, and the errors of ``build(_:with:)``.
  func checkRegistrations(of package: SwiftPackage, with runner: CommandRunner) async throws {
    let bytes = try await runner.output(of: package.versions)
    let reason: String
    if let answer = JSONValue(parsing: bytes), answer["grdb"]?.number == 1,
      let names = answer["migrations"]?.array?.map(\.string), !names.contains(nil)
    {
      let (registered, read) = (names.compactMap(\.self), (migrations ?? []).map(\.id))
      if registered == read { return }
      let first = zip(registered, read).first { $0 != $1 }
      let (own, other) =
        first ?? (registered.dropFirst(read.count).first ?? "none", read.dropFirst(registered.count).first ?? "none")
      reason = "it registers '\(own)' where the sources register '\(other)'"
    } else {
      reason = "it is not the JSON of MigratorTool"
    }
    throw runner.failed(package.versions, .notUnderstood(reason: reason))
  }

  /// Makes the store of one version of a package, and reads the model that the package declares for it.
  ///
  /// - Parameter version: the version, or `nil` for the newest.
  /// - Throws: `LedgerError.versionNotDeclared`, and the errors of ``build(_:with:)``.
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
    built.usesCloudKit = versions.usesCloudKit
    built.model = try await runner.model(of: package, name)
    return built
  }
}

extension SourceCommand {
  /// The package that the command runs, if it declares models.
  package var modelPackage: SwiftPackage? { package?.migrator == nil ? package : nil }
}

extension CommandRunner {
  /// The versions that the package declares.
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

  /// A store with objects that its program has generated.
  package struct Objects: Sendable {
    package let file: [UInt8]
    /// Entities without objects, and properties without values.
    package let gaps: [String]

    package init(file: [UInt8], gaps: [String]) {
      self.file = file
      self.gaps = gaps
    }
  }

  /// Adds objects to a copy of a store.
  ///
  /// - Throws: the errors of ``run(_:on:)``.
  package func fill(_ store: [UInt8], _ rows: Int, with package: SwiftPackage) async throws -> Objects {
    let (file, output) = try await runCapturingOutput(package.populate(rows), on: store)
    return Objects(file: file, gaps: output)
  }

  /// The model that the package declares for a version, as the bytes of `model.json`.
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
