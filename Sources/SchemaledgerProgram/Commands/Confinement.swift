internal import CConfinement
internal import Foundation
internal import LedgerCore
internal import SystemCalls

/// `schemaledger confine FOLDER PROGRAM ARGUMENT…` replaces this process by a program that has no network, changes files only
/// below a folder, and gets at most 4 GiB of memory. `stages: run` starts the app's code with it; it is no command for users.
enum Confinement {
  /// The status of a wrapper that fails itself, as that of `env` and `timeout`.
  ///
  /// https://www.gnu.org/software/coreutils/manual/html_node/timeout-invocation.html
  private static let failure: Int32 = 125
  private static let memory: UInt64 = 4 << 30

  /// Does not return if the arguments of this process ask for it.
  static func startIfRequested(_ arguments: [String]) {
    guard arguments.first == StageTool.confining else { return }
    guard arguments.count > 2 else { fail("no folder and no program") }
    let left = schemaledger_confine(arguments[1], memory)
    // With the network, the program could send what it reads. Without Landlock it can change what its user can, as any other
    // command of the repository.
    if left & Int32(schemaledger_network.rawValue) != 0 {
      fail("this system does not let a program give up the network")
    }
    var words = arguments.dropFirst(2).map { strdup($0) } + [nil]
    execvp(arguments[2], &words)
    fail("\(arguments[2]) cannot be started: \(SystemCallError().reason)")
  }

  private static func fail(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("error: \(reason)\n".utf8))
    Terminal.endProcess(failure)
  }
}
