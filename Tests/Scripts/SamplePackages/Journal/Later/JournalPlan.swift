import Foundation
import SwiftData
import UIKit
import os

enum JournalPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [countWords] }

  static let logger = Logger(subsystem: "org.example.journal", category: "migration")

  static let countWords = MigrationStage.custom(
    fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil
  ) { context in
    for note in try context.fetch(FetchDescriptor<SchemaV2.Note>()) {
      note.words = note.text.wordCount
      // An entry without a text is of no use.
      if note.words == 0 { context.delete(note) }
    }
    try context.save()
    logger.info("counted the words of all notes")
  }
}
