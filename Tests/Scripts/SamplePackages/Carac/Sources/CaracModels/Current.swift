// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What the rest of the app calls its models; a new version changes these lines and nothing else.
public typealias CurrentSchema = SchemaV1
public typealias Lift = CurrentSchema.Lift
public typealias Exercise = CurrentSchema.Exercise
public typealias Training = CurrentSchema.Training
public typealias Session = CurrentSchema.Session
