import SchemaModel

/// Three versions of one program's models: one-sided relationships to many, a required one, a cascade from it, an `id` of
/// the program's own.
enum GymV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [WorkSet.self, Exercise.self, Workout.self, Session.self] }

  @Model final class WorkSet: Identifiable {
    var id: Int
    var reps: Int
    var weight: Double
    init(id: Int, reps: Int, weight: Double = 20) {
      self.id = id
      self.reps = reps
      self.weight = weight
    }
  }

  @Model final class Exercise {
    var name: String
    @Relationship(deleteRule: .cascade) var sets: [WorkSet]
    init(name: String, sets: [WorkSet] = []) {
      self.name = name
      self.sets = sets
    }
  }

  @Model final class Workout {
    var title: String
    var exercises: [Exercise]
    var repeatDays: [String]
    @Relationship(deleteRule: .nullify, inverse: \Session.workout) var sessions: [Session] = []
    init(title: String, exercises: [Exercise] = [], repeatDays: [String] = []) {
      self.title = title
      self.exercises = exercises
      self.repeatDays = repeatDays
    }
  }

  @Model final class Session {
    var date: Date
    @Relationship(deleteRule: .cascade) var workout: Workout
    init(date: Date, workout: Workout) {
      self.date = date
      self.workout = workout
    }
  }
}

/// A renamed property, a new one with a default, a new entity.
enum GymV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] {
    [WorkSet.self, Exercise.self, Workout.self, Session.self, Place.self]
  }

  @Model final class WorkSet: Identifiable {
    var id: Int
    var reps: Int
    @Attribute(originalName: "weight") var kilograms: Double
    init(id: Int, reps: Int, kilograms: Double = 20) {
      self.id = id
      self.reps = reps
      self.kilograms = kilograms
    }
  }

  @Model final class Exercise {
    var name: String
    var isFavourite: Bool = false
    @Relationship(deleteRule: .cascade) var sets: [WorkSet]
    init(name: String, sets: [WorkSet] = []) {
      self.name = name
      self.sets = sets
    }
  }

  @Model final class Workout {
    var title: String
    var exercises: [Exercise]
    var repeatDays: [String]
    @Relationship(deleteRule: .nullify, inverse: \Session.workout) var sessions: [Session] = []
    init(title: String, exercises: [Exercise] = [], repeatDays: [String] = []) {
      self.title = title
      self.exercises = exercises
      self.repeatDays = repeatDays
    }
  }

  @Model final class Session {
    var date: Date
    @Relationship(deleteRule: .cascade) var workout: Workout
    var place: Place?
    init(date: Date, workout: Workout) {
      self.date = date
      self.workout = workout
    }
  }

  @Model final class Place {
    var name: String
    var sessions: [Session] = []
    init(name: String) { self.name = name }
  }
}

/// A required property that only the program can fill, and one less.
enum GymV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] {
    [WorkSet.self, Exercise.self, Workout.self, Session.self, Place.self]
  }

  @Model final class WorkSet: Identifiable {
    var id: Int
    var reps: Int
    var kilograms: Double
    init(id: Int, reps: Int, kilograms: Double = 20) {
      self.id = id
      self.reps = reps
      self.kilograms = kilograms
    }
  }

  @Model final class Exercise {
    var name: String
    var slug: String
    @Relationship(deleteRule: .cascade) var sets: [WorkSet]
    init(name: String, sets: [WorkSet] = []) {
      self.name = name
      self.slug = name.lowercased()
      self.sets = sets
    }
  }

  @Model final class Workout {
    var title: String
    var exercises: [Exercise]
    var repeatDays: [String]
    @Relationship(deleteRule: .nullify, inverse: \Session.workout) var sessions: [Session] = []
    init(title: String, exercises: [Exercise] = [], repeatDays: [String] = []) {
      self.title = title
      self.exercises = exercises
      self.repeatDays = repeatDays
    }
  }

  @Model final class Session {
    var date: Date
    @Relationship(deleteRule: .cascade) var workout: Workout
    var place: Place?
    init(date: Date, workout: Workout) {
      self.date = date
      self.workout = workout
    }
  }

  @Model final class Place {
    var name: String
    var sessions: [Session] = []
    init(name: String) { self.name = name }
  }
}

enum GymPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [GymV1.self, GymV2.self, GymV3.self] }
  static var stages: [MigrationStage] { [oneToTwo, twoToThree] }

  static let oneToTwo = MigrationStage.lightweight(fromVersion: GymV1.self, toVersion: GymV2.self)
  static let twoToThree = MigrationStage.custom(
    fromVersion: GymV2.self, toVersion: GymV3.self,
    willMigrate: { context in
      for exercise in try context.fetch(FetchDescriptor<GymV2.Exercise>()) {
        exercise.name = exercise.name.trimmingCharacters(in: .whitespaces)
      }
      try context.save()
    },
    didMigrate: { context in
      try context.enumerate(FetchDescriptor<GymV3.Exercise>()) { exercise in
        exercise.slug = exercise.name.lowercased().replacingOccurrences(of: " ", with: "-")
      }
      try context.save()
    })
}
