internal import Findings

/// Why the stages of an app are not run.
public enum UnrunStages: Sendable, Hashable {
  /// The sources of the libraries are not installed, or the system is not Linux.
  case withoutLibrary
  /// What the sources do not determine, as lines with places.
  case unknown([String])
  /// The errors of the compiler in the slice.
  case uncompiled([String])
  /// The compiled models of a version have other tables than its frozen store; the tool's output says which.
  case otherModels(version: String, [String])
  /// The last lines of a build that failed for another reason.
  case unbuilt([String])
}

extension UnrunStages {
  var message: Prose {
    switch self {
    case .withoutLibrary:
      "the stages of the migration plan cannot be run here: schemaledger's Swift libraries are not installed beside the program, or the system is not Linux"
    case .unknown:
      "the stages of the migration plan are not run, because the sources do not determine what the app compiles"
    case .otherModels(let version, _):
      "the models of \(version), as they are compiled, are not those of its frozen store"
    case .unbuilt: "the program that runs the stages of the migration plan cannot be built"
    case .uncompiled: "the part of the app that the migration plan needs does not compile on Linux"
    }
  }

  var hint: String {
    switch self {
    case .withoutLibrary:
      "on Linux, make install installs them; to name the stages without running them, remove 'stages: run' from the source"
    case .unknown: "state 'os' under 'source', or remove the condition from what the migration plan uses"
    case .otherModels:
      "correct 'types' under 'source', if it describes a type that they use; otherwise the models were changed"
    case .unbuilt:
      "the first build fetches GRDB, swift-syntax and swift-argument-parser, and needs the headers of SQLite, OpenSSL and zlib (schemaledger help install)"
    case .uncompiled:
      "declare what is missing in Swift files in the folder Stubs of the ledger, such as SchemaLedger/Stubs/Stubs.swift (schemaledger help app-models)"
    }
  }
}

extension UnrunStages {
  /// What helps if a stage fails that was run.
  static let hintForFailure =
    "correct the stage; if no store has such objects, or Apple's framework accepts what schemaledger's refuses, accept it with a waiver (schemaledger help waivers)"
}
