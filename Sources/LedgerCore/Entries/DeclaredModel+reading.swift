package import EntityModel

extension DeclaredModel {
  /// Reads the model of an entry or of a source. A model that cannot be read is not the same as no model: nothing could be
  /// compared with it, and nothing would be found.
  ///
  /// - Parameters:
  ///   - document: the bytes of `model.json`.
  ///   - path: where they are, for the error.
  /// - Throws: `LedgerError.file` with the reason.
  package init(reading document: [UInt8], at path: String) throws(LedgerError) {
    do {
      try self.init(parsing: document)
    } catch {
      throw .file(path: path, reason: error.message)
    }
  }
}

extension ReadableValues {
  /// Reads the `values.json` of an entry.
  ///
  /// - Throws: `LedgerError.file`, as for a model.
  package init(reading document: [UInt8], at path: String) throws(LedgerError) {
    do {
      try self.init(parsing: document)
    } catch {
      throw .file(path: path, reason: error.message)
    }
  }
}
