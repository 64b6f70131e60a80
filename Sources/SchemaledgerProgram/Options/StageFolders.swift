internal import Foundation
internal import LedgerCore
internal import SystemCalls

extension StageSettings {
  /// The library that is installed with this program, or the checkout in which it was built, and a folder for what is built,
  /// `$XDG_CACHE_HOME/schemaledger/stages`, or one below `$HOME/.cache`. `nil` if there is no such library or no such folder,
  /// and on systems other than Linux.
  ///
  /// https://specifications.freedesktop.org/basedir-spec/latest/
  init?(program: String?, _ variables: [String: String]) {
    func folder(_ name: String) -> String? { variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard canRunSlices, let program, let cache = folder("XDG_CACHE_HOME") ?? folder("HOME").map({ $0 + "/.cache" }),
      let library = Self.library(of: program)
    else { return nil }
    self.init(library: library, folder: cache + "/schemaledger/stages", program: program)
  }

  private static func library(of program: String) -> String? {
    let path = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
    let installed = URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("share/schemaledger/library")
    if isLibrary(installed) { return installed.path }
    // SwiftPM builds in this folder of a checkout.
    guard let build = path.range(of: "/.build/") else { return nil }
    let checkout = URL(fileURLWithPath: String(path[..<build.lowerBound]))
    return isLibrary(checkout) ? checkout.path : nil
  }

  private static func isLibrary(_ folder: URL) -> Bool {
    ["Package.swift", "Sources/AppleStubs"].allSatisfy {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    }
  }
}
