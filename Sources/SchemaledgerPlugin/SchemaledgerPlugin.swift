import Foundation
import PackagePlugin

/// `swift package schemaledger COMMAND…`: runs the installed program in the package's folder.
///
/// The plugin does not depend on the product `schemaledger`, which a package would otherwise compile before its first check. It
/// depends on nothing, so that no macro and no library of this package is compiled either.
@main
struct SchemaledgerPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let folder = context.package.directoryURL
    guard let program = InstalledProgram(path: ProcessInfo.processInfo.environment["PATH"] ?? "") else {
      // The text of LedgerCore's `Installation.ways`; a plugin cannot import a library.
      throw Refusal(
        """
        the program 'schemaledger' is not in your PATH.
        Install it from its sources ('make install'), or from a package that 'make dist' makes of them.
        """)
    }
    if let command = Invocation.writingCommand(in: arguments), !GitFolder(above: folder).isWritable {
      throw Refusal(
        """
        '\(command)' writes to the Git repository, which SwiftPM's sandbox does not allow. Run it yourself:
            cd \(Invocation.quoted(folder.path)) && \(Invocation.text(of: arguments))
        """)
    }
    let status = try program.run(arguments.isEmpty ? ["check"] : arguments, in: folder)
    // A hook or a job of CI distinguishes a finding (1) from work that could not be done (2).
    guard status == 0 else { exit(status) }
  }
}

/// Why the plugin did not run the program.
private struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
