import ArgumentParser
import Foundation
import GitStore

/// The option of commands whose output may be long.
struct PagerOption: ParsableArguments {
  @Flag(name: .customLong("no-pager"), help: "Do not send the output through a pager.")
  var isRefused = false

  /// Sends what follows through a pager if standard output is a terminal.
  func start(_ options: GlobalOptions) {
    if isRefused { return }
    // Outside a repository, the pager is that of the environment.
    Pager.start(
      ProcessInfo.processInfo.environment, configured: try? options.repository().string("core.pager"))
  }
}
