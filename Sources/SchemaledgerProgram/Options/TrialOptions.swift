import ArgumentParser
import LedgerCore
import LedgerKit

/// Additional tests that `verify` makes with each fixture.
struct TrialOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The versions to migrate to: head, adjacent or all.",
      discussion: "head: today's schema. adjacent: the next versions. all: every later version and today's schema.",
      valueName: "steps"),
    transform: { text in
      guard let pairs = Trials.Pairs(rawValue: text) else { throw ValidationError("expected head, adjacent or all") }
      return pairs
    })
  var pairs = Trials.Pairs.head

  @Flag(name: .customLong("twice"), help: "Run repeatable migrations a second time, which must change nothing.")
  var runsTwice = false

  @Flag(name: .customLong("interrupt"), help: "Interrupt each migration, and run it again.")
  var interrupts = false

  @Flag(name: .customLong("down"), help: "Run the down migrations, and then the migrations again.")
  var runsDownMigrations = false

  @Flag(name: .customLong("timings"), help: "Measure and show the cost of each migration with many rows.")
  var showsTimings = false

  @Option(help: ArgumentHelp("Maximum time of one migration, with 100000 rows in a table.", valueName: "seconds"))
  var budgetSeconds: Double?

  @Option(help: ArgumentHelp("Maximum factor by which one migration may grow the file.", valueName: "times"))
  var budgetGrowth: Double?

  func validate() throws {
    if let budgetSeconds, budgetSeconds < 0 || !budgetSeconds.isFinite {
      throw ValidationError("--budget-seconds must be 0 or more")
    }
    if let budgetGrowth, budgetGrowth < 1 || !budgetGrowth.isFinite {
      throw ValidationError("--budget-growth must be 1 or more")
    }
  }

  var trials: Trials {
    var trials = Trials()
    trials.pairs = pairs
    trials.runsTwice = runsTwice
    trials.interrupts = interrupts
    trials.runsDownMigrations = runsDownMigrations
    trials.showsTimings = showsTimings
    if showsTimings || budgetSeconds != nil || budgetGrowth != nil {
      var budget = Budget()
      budget.seconds = budgetSeconds
      budget.growth = budgetGrowth
      trials.budget = budget
    }
    return trials
  }
}
