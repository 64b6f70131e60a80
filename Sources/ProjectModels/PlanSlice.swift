/// The part of an application that a migration plan needs, as Swift files. Nothing of it has been compiled.
package struct PlanSlice: Sendable, Hashable {
  /// A file of the slice.
  package struct File: Sendable, Hashable {
    /// The path in the repository.
    package let path: String
    /// The lines of the application's file. What is not needed is blank.
    package let text: String
  }

  /// Where a stage between two versions is written.
  package struct Stage: Sendable, Hashable {
    /// The last names of the types of the versions.
    package let from: String
    package let to: String
    package let place: ModelPlace
  }

  /// The module of the application that has the plan; empty if no project tells.
  package let module: String
  /// The dotted name of the plan.
  package let plan: String
  /// Sorted by path.
  package let files: [File]
  package let stages: [Stage]
  /// What may make the slice another program than the application.
  package let problems: [ModelReadingProblem]
}
