extension SourceScope {
  /// The problems of the plans of a schema, in the order of files and lines.
  ///
  /// The plan of a container is the one that it migrates with; the plans of a version are those that list it, without the
  /// plans of tests and previews. What the sources do not determine is not reported.
  public func planProblems(of reference: SchemaReference) -> [PlanProblem] {
    let found = plans(of: reference).flatMap { PlanReview(self, $0).problems }
    return found.enumerated().sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
      .map(\.element)
  }

  private func plans(of reference: SchemaReference) -> [PlanDeclaration] {
    switch reference {
    case .container(let container): plan(of: container).map { [$0] } ?? []
    case .version(let version):
      plans.filter { $0.schemas.contains(version.id) && !$0.location.path.isOfTestsOrPreviews }
    }
  }
}
