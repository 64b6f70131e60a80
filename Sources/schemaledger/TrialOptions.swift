import ArgumentParser
import LedgerKit

/// What `verify` tries with each fixture besides moving it forward.
struct TrialOptions: ParsableArguments {
  @Flag(name: .customLong("twice"), help: "Run a second time what may be run again; it must change nothing.")
  var runsTwice = false

  @Flag(name: .customLong("interrupt"), help: "Stop each migration on its way, and run it again.")
  var interrupts = false

  @Flag(name: .customLong("down"), help: "Run the down parts, and the migrations again.")
  var goesBack = false

  var trials: Trials {
    var trials = Trials()
    trials.runsTwice = runsTwice
    trials.interrupts = interrupts
    trials.goesBack = goesBack
    return trials
  }
}
