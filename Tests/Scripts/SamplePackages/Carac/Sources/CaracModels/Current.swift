// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The names of the models in the rest of the app. A new version changes only these lines.
public typealias CurrentSchema = SchemaV1
public typealias Lift = CurrentSchema.Lift
public typealias Exercise = CurrentSchema.Exercise
public typealias Training = CurrentSchema.Training
public typealias Session = CurrentSchema.Session
