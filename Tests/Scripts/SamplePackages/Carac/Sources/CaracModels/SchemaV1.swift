// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import SchemaModel

/// The first released version.
public enum SchemaV1: VersionedSchema {
  public static let versionIdentifier = Schema.Version(1, 0, 0)
  public static var models: [any PersistentModel.Type] {
    [Lift.self, Exercise.self, Training.self, Session.self]
  }

  @Model public final class Lift: Identifiable {
    public var id: Int
    public var reps: Int
    public var weight: Double

    public init(id: Int, reps: Int, weight: Double = 20) {
      self.id = id
      self.reps = reps
      self.weight = weight
    }
  }

  @Model public final class Exercise {
    public var name: String
    public var weightSteps: Double
    @Relationship(deleteRule: .cascade) public var lifts: [Lift]

    public init(name: String, weightSteps: Double = 2.5, lifts: [Lift] = []) {
      self.name = name
      self.weightSteps = weightSteps
      self.lifts = lifts
    }

    /// The heaviest weight, for a list.
    public var best: Double { lifts.map(\.weight).max() ?? 0 }
  }

  @Model public final class Training {
    public var title: String
    public var exercises: [Exercise]
    public var repeatDays: [String]
    @Relationship(deleteRule: .nullify, inverse: \Session.training) public var sessions: [Session] = []

    public init(title: String, exercises: [Exercise] = [], repeatDays: [String] = []) {
      self.title = title
      self.exercises = exercises
      self.repeatDays = repeatDays
    }
  }

  @Model public final class Session {
    public var date: Date
    @Relationship(deleteRule: .cascade) public var training: Training

    public init(date: Date, training: Training) {
      self.date = date
      self.training = training
    }

    public convenience init(training: Training) { self.init(date: .now, training: training) }
  }
}
