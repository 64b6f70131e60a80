internal import ArgumentParser
internal import Foundation
public import SchemaModel

/// A program that names a plan, and by that tells schemaledger all about it: which versions there are, what each of them
/// declares, how to make an empty store of it, and how an older store is migrated. This is all of it:
///
///     import MyModels
///     import SchemaTool
///
///     @main struct MySchema: SchemaTool { static let plan: any SchemaMigrationPlan.Type = MyMigrationPlan.self }
///
/// schemaledger finds it as a source of kind `swift`, and runs
///
///     TOOL versions                         the versions, oldest first, as JSON
///     TOOL create PATH [--version V]        an empty store, of the newest version unless told otherwise
///     TOOL migrate PATH [--to V]            the plan's stages on a store
///     TOOL populate PATH [--rows N]         made-up objects for a store, so that a migration has something to lose
///     TOOL describe [V]                     what a version declares, as `model.json` has it
///
/// It exits with 0; with 1 and the reason on standard error when a plan or a store is refused; with 64 for wrong usage.
public protocol SchemaTool {
  /// The versions, and the stages between them.
  static var plan: any SchemaMigrationPlan.Type { get }
}

extension SchemaTool {
  /// Runs the program with the arguments it was started with.
  public static func main() {
    do {
      try PlanCommands(plan: plan).run(Array(CommandLine.arguments.dropFirst()))
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
