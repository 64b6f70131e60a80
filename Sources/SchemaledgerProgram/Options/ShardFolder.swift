import Findings
import Foundation
import LedgerEntries

/// A folder in which the shards of a run have left their reports.
enum ShardFolder {
  /// The paths of the reports in a folder, in the order of their names; `nil` if it is no folder.
  ///
  /// - Parameters:
  ///   - name: the folder as the user names it.
  ///   - path: where it is.
  /// - Throws: `Failure` if there is no report in it.
  static func reports(in name: String, at path: String) throws -> [String]? {
    guard StorePaths.isFolder(path) else { return nil }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let reports = files.filter { $0.hasPrefix("shard-") && $0.hasSuffix(".json") }.sorted()
    if reports.isEmpty {
      throw Failure(
        message: "\(name) has no report of a shard, shard-K-of-N.json",
        hint: "schemaledger verify --all-history --shard 1/2 --format json --output \(name.shellWord)")
    }
    return reports.map { Self.path(of: $0, in: name) }
  }

  /// The path of a file in a folder, as the user would write it.
  static func path(of file: String, in folder: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + file
  }
}
