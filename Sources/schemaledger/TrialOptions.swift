import ArgumentParser
import LedgerKit

/// What `verify` tries with each fixture besides moving it forward.
struct TrialOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where each version is migrated to: head, adjacent or all.",
      discussion: "Today's schema; the next versions; every later version and today's schema.", valueName: "steps"),
    transform: { text in
      guard let pairs = Trials.Pairs(rawValue: text) else { throw ValidationError("it is head, adjacent or all") }
      return pairs
    })
  var pairs = Trials.Pairs.head

  @Flag(name: .customLong("twice"), help: "Run a second time what may be run again; it must change nothing.")
  var runsTwice = false

  @Flag(name: .customLong("interrupt"), help: "Stop each migration on its way, and run it again.")
  var interrupts = false

  @Flag(name: .customLong("down"), help: "Run the down parts, and the migrations again.")
  var goesBack = false

  var trials: Trials {
    var trials = Trials()
    trials.pairs = pairs
    trials.runsTwice = runsTwice
    trials.interrupts = interrupts
    trials.goesBack = goesBack
    return trials
  }
}
