internal import ArgumentParser
internal import Foundation
public import SchemaModel

/// A program through which schemaledger uses a migration plan: it lists the versions, describes each, creates empty
/// stores and migrates older ones. A complete program:
///
///     import MyModels
///     import SchemaTool
///
///     @main struct MySchema: SchemaTool { static let plan: any SchemaMigrationPlan.Type = MyMigrationPlan.self }
///
/// schemaledger uses it as a source of kind `swift`, and runs
///
///     TOOL versions                         the versions, oldest first, as JSON
///     TOOL create PATH [--version V]        an empty store, by default of the newest version
///     TOOL migrate PATH [--to V]            the plan's stages on a store
///     TOOL populate PATH [--rows N]         generated objects for a store, so that a migration test can detect lost data
///     TOOL describe [V]                     the declarations of a version, as in `model.json`
///
/// The exit status is 0; 1, with the reason on standard error, if a plan or a store is rejected; or 64 for wrong usage.
public protocol SchemaTool {
  /// The versions and the stages between them.
  static var plan: any SchemaMigrationPlan.Type { get }
  /// Whether CloudKit synchronises the stores on Apple's systems; `false` by default. schemaledger then checks the models
  /// against CloudKit's rules, unless `cloudkit` in its configuration says otherwise.
  static var usesCloudKit: Bool { get }
}

extension SchemaTool {
  /// `false`
  public static var usesCloudKit: Bool { false }
}

extension SchemaTool {
  /// Runs the program with the arguments of the process.
  public static func main() {
    do {
      try PlanCommands(plan: plan, usesCloudKit: usesCloudKit).run(Array(CommandLine.arguments.dropFirst()))
    } catch let error as PlanError {
      fail(error.message, status: 1)
    } catch let error as SwiftDataError {
      fail(error.explanation ?? error.description, status: 1)
    } catch let error as StoreError {
      fail(error.description, status: 1)
    } catch {
      ToolArguments.exit(withError: error)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    Foundation.exit(status)
  }
}
