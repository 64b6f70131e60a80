internal import Digests
internal import Foundation
internal import SystemCalls

/// The package from which a slice of an app is built.
struct SliceBuild {
  /// The files of the slice and the stubs, with paths in the repository.
  let files: [(path: String, bytes: [UInt8])]
  /// The dotted name of the migration plan.
  let plan: String
  /// The module of the plan; empty if it is not known.
  let module: String
  let settings: StageSettings
  /// The folders in which the compiler is sought, with colons between them.
  let path: String

  /// The name of the target. Values that a stage stores may contain the name of the app's module, such as the descriptions
  /// of types. A name that a library has already, or that is none of Swift's, is replaced.
  var target: String {
    let isName = !module.isEmpty && module.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isLetterOrDigit }
    let taken =
      Self.library.map { $0.split(separator: "/").last ?? "" } + [
        "Foundation", "GRDB", "ArgumentParser", "Observation",
      ]
    return isName && module.first?.isNumber == false && !taken.contains(module[...]) ? module : "Slice"
  }

  /// The parts of the library from which a tool is built.
  private static let library = [
    "Package.swift", "Sources/AppleStubs", "Sources/CanonicalJSON", "Sources/Decompression", "Sources/Digests",
    "Sources/EntityModel", "Sources/MacroExpansions", "Sources/SchemaModel", "Sources/SchemaModelMacros",
    "Sources/SchemaTool", "Sources/SwiftData", "Sources/SwiftSourceText",
  ]

  /// The SHA-256 of everything from which the tool is built.
  ///
  /// - Throws: `LedgerError.file`.
  var digest: String {
    get throws {
      var parts = [manifest, main, compiler, settings.library]
      for (path, bytes) in files { parts += [path, sha256(bytes)] }
      for part in Self.library { parts += try Self.digests(below: settings.library + "/" + part) }
      return sha256(parts.joined(separator: "\n"))
    }
  }

  /// Another compiler has another path or another time.
  private var compiler: String {
    for folder in path.split(separator: ":") {
      let file = "\(folder)/swift".resolvingLinks
      if let status = FileStatus(of: file) { return "\(file) \(status.changed)" }
    }
    return ""
  }

  private static func digests(below path: String) throws -> [String] {
    guard FileStatus(of: path)?.kind == .folder else { return [sha256(try read(path))] }
    let names = (FileManager.default.subpaths(atPath: path) ?? []).filter {
      $0.hasSuffix(".swift") || $0.hasSuffix(".h")
    }
    return try names.sorted().flatMap { [$0, sha256(try read(path + "/" + $0))] }
  }

  private static func read(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LedgerError.file(path: path, reason: "it cannot be read")
    }
    return Array(data)
  }

  /// Apps choose their language mode and default isolation in Xcode. Code that compiles with stricter ones compiles in the
  /// Swift 5 mode, too.
  private var manifest: String {
    let library = settings.library
    let name = library.split(separator: "/").last.map(String.init) ?? ""
    func product(_ product: String) -> String { ".product(name: \(quoted(product)), package: \(quoted(name)))" }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Slice",
        products: [.executable(name: "Slice", targets: [\(quoted(target))])],
        dependencies: [.package(path: \(quoted(library)), traits: ["SchemaTool"])],
        targets: [
          .executableTarget(
            name: \(quoted(target)),
            dependencies: [\(["SwiftData", "SchemaTool", "AppleStubs"].map(product).joined(separator: ", "))],
            swiftSettings: [.swiftLanguageMode(.v5), .enableUpcomingFeature("BareSlashRegexLiterals")])
        ])

      """
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private var main: String {
    """
    import SchemaTool
    import SwiftData

    @main struct SchemaledgerSlice: SchemaTool {
      static var plan: any SchemaMigrationPlan.Type { \(plan).self }
    }

    """
  }

  /// Replaces the files of the package.
  ///
  /// - Throws: `LedgerError.file`.
  func write(to folder: String) throws {
    let sources = folder + "/Sources"
    try? FileManager.default.removeItem(atPath: sources)
    try Self.write(Array(manifest.utf8), to: folder + "/Package.swift")
    try Self.write(Array(main.utf8), to: "\(sources)/\(target)/SchemaledgerSlice.swift")
    for (path, bytes) in files { try Self.write(bytes, to: "\(sources)/\(target)/\(path)") }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try makeFolder(path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))
    if FileManager.default.contents(atPath: path) == Data(bytes) { return }
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    } catch {
      throw LedgerError.file(path: path, reason: error.localizedDescription)
    }
  }

  /// Makes a folder that only the user can read, and those above it.
  ///
  /// - Throws: `LedgerError.file`.
  static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw LedgerError.file(path: path, reason: error.localizedDescription)
    }
  }

  /// Keeps a program. Another process sees the whole file or none.
  ///
  /// - Throws: `LedgerError.file`.
  func keep(_ program: String, in folder: String, named name: String) throws {
    try Self.makeFolder(folder)
    let temporary = folder + "/new"
    try? FileManager.default.removeItem(atPath: temporary)
    do {
      try FileManager.default.copyItem(
        atPath: URL(fileURLWithPath: program).resolvingSymlinksInPath().path, toPath: temporary)
    } catch {
      throw LedgerError.file(path: folder, reason: error.localizedDescription)
    }
    if rename(temporary, folder + "/" + name) != 0 {
      throw LedgerError.file(path: folder, reason: SystemCallError().reason)
    }
  }

  /// Removes the programs that were built first, so that a number of them is left.
  static func removeOld(in folder: String, keeping count: Int) {
    let files = FileManager.default
    let names = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.utf8.count == 64 }
    func time(_ name: String) -> Date {
      (try? files.attributesOfItem(atPath: folder + "/" + name)[.modificationDate] as? Date) ?? .distantPast
    }
    for name in names.sorted(by: { time($0) > time($1) }).dropFirst(count) {
      try? files.removeItem(atPath: folder + "/" + name)
    }
  }
}

/// The right to build in the folder of slices, until it is released: `flock(2)`, which the system releases with the process.
final class SliceLock {
  private let descriptor: Int32

  /// Waits for another process that builds.
  ///
  /// - Throws: `LedgerError.file`, `CancellationError`.
  init(in folder: String) async throws {
    let path = folder + "/lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw LedgerError.file(path: path, reason: SystemCallError().reason) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw LedgerError.file(path: path, reason: SystemCallError().reason)
      }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  deinit { close(descriptor) }
}
