import ArgumentParser
import Foundation
import Testing

@testable import SchemaledgerProgram

@Suite("Exit status")
struct ExitStatusTests {
  @Test("an error that the program does not know is not taken for findings")
  func unknown() {
    #expect(Schemaledger.status(of: CancellationError()).rawValue == 2)
    #expect(Schemaledger.status(of: POSIXError(.EIO)).rawValue == 2)
  }

  @Test("findings, wrong usage and help keep their statuses")
  func known() {
    #expect(Schemaledger.status(of: ExitCode.finding).rawValue == 1)
    #expect(Schemaledger.status(of: ValidationError("")).rawValue == 64)
    #expect(Schemaledger.status(of: CleanExit.helpRequest()).rawValue == 0)
  }
}
