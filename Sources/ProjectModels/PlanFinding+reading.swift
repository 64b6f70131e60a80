#if SourceReader
  internal import SourceModels

  extension PlanFinding {
    /// - Parameter names: the identifiers of versions, by their dotted names.
    init(_ problem: PlanProblem, naming names: [String: String]) {
      let text = Text(problem)
      kind = text.kind
      version = text.version.flatMap { names[$0] }
      place = ModelPlace(path: problem.location.path, line: problem.location.line)
      message = text.message
      hint = text.hint
    }

    init(_ store: SharedStore) {
      kind = .sharedStore
      version = nil
      place = ModelPlace(path: store.location.path, line: store.location.line)
      let other = "\(store.other.path):\(store.other.line)"
      let parts = [
        store.missing.isEmpty ? nil : "without \(store.missing.listed)",
        store.additional.isEmpty ? nil : "with \(store.additional.listed) in addition",
      ].compactMap(\.self).joined(separator: " and ")
      message =
        "the container opens the same store as the one at \(other), \(parts), and SwiftData removes the rows of entities that the models of a container lack"
      hint = "list the same models in both containers, or give each a file of its own"
    }

    private struct Text {
      let kind: Kind
      var version: String?
      let message: String
      let hint: String

      init(_ problem: PlanProblem) {
        let plan = problem.plan
        switch problem.kind {
        case .liveModels(let version, let models):
          kind = .liveModels
          self.version = version
          message =
            "\(version) is an older version and lists \(models.map(\.name).listed), which today's version has too, so it changes with today's models"
          hint = "nest a copy of each class in \(version), as it was released"
        case .sameIdentifier(let identifier, let versions):
          kind = .list
          message = "\(versions.listed) have the same version identifier, \(identifier)"
          hint = "give each version an identifier of its own"
        case .sameModels(let versions):
          kind = .list
          message = "\(versions.listed) have the same models, and Core Data refuses stages between equal versions"
          hint = "remove one of them from \(plan)"
        case .omittedVersion(let version, _, let entities):
          kind = .list
          self.version = version
          message = "\(plan) does not list \(version), which declares \(entities.listed)"
          hint = "add it to \(plan) if it was released"
        case .missingStage(let from, let to):
          kind = .list
          message = "\(plan) has no stage from \(from) to \(to)"
          hint = "add a lightweight or custom stage"
        case .stageOfOmittedVersion(let version, let stage):
          kind = .list
          message = "\(plan) has a stage from \(stage.fromVersion) to \(stage.toVersion), but does not list \(version)"
          hint = "add \(version) to the versions of \(plan), or remove the stage"
        case .stageOutOfOrder(let stage, let earlier):
          kind = .list
          message =
            "\(plan) lists the stage from \(stage.fromVersion) after the one from \(earlier.fromVersion), a later version"
          hint = "list the stages in the order of the versions"
        case .classOfOtherVersion(let name, let closure, let version, let stage):
          kind = .list
          message =
            "\(closure) of the stage from \(stage.fromVersion) to \(stage.toVersion) fetches \(name), but its context has the models of \(version)"
          hint = "fetch the class of \(version)"
        case .otherModelsOpened(let models, _):
          kind = .otherModels
          let parts = [
            models.missing.isEmpty ? nil : "without \(models.missing.listed)",
            models.additional.isEmpty ? nil : "with \(models.additional.listed) in addition",
            models.different.isEmpty ? nil : "with other classes for \(models.different.listed)",
          ].compactMap(\.self)
          message = "the container opens the models of \(models.version) \(parts.joined(separator: ", "))"
          hint = "declare a version with the models that the container opens, and make it the last one of \(plan)"
        }
      }
    }
  }

  extension [String] {
    /// The first names in words.
    fileprivate var listed: String {
      let shown = prefix(4).joined(separator: ", ")
      return count > 4 ? "\(shown) and \(count - 4) more" : shown
    }
  }
#endif
