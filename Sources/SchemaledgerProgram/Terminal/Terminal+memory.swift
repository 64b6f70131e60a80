internal import CMemory
internal import Foundation
internal import GitStore
internal import LedgerCore
internal import SQLiteSandbox

extension Terminal {
  /// Ends the process with exit status 2 if memory was refused before the command had done its work. A library that gets no
  /// memory may report that something does not exist, so no result and no finding of such a run may be shown.
  static func endIfMemoryWasShort() {
    switch schemaledger_unsettled_shortage() {
    case schemaledger_limit_reached:
      let error = Limits.reached
      let script = ScriptWithoutMemory.place.map { "\($0): " as DisplayText } ?? "SQL "
      end(script + "\(error.message)", hint: error.hint)
    case schemaledger_no_memory: end("out of memory", hint: GitError.outOfMemory.hint)
    default: return
    }
  }

  /// Says that an object is damaged, if the command went on without what depends on it. A finding says it itself.
  static func warnOfDamage() {
    guard let damage = ObjectDamage.met else { return }
    Terminal(color: .auto).warn(
      "\(damage.message), so what depends on it is missing or wrong above", hint: damage.hint.map { .text($0) })
  }

  private static func end(_ message: DisplayText, hint: String?) -> Never {
    let terminal = Terminal(color: .auto)
    terminal.message(terminal.styledMessage("error:", .error) + " " + message)
    if let hint { terminal.message(terminal.styledMessage("help:", .note) + "  " + .text(hint)) }
    Terminal.endProcess(2)
  }
}
