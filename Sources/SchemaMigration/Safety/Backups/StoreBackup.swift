public import Foundation

/// A verified copy of a store, as ``SafeModelContainer`` makes it before a migration.
public struct StoreBackup: Sendable, Hashable {
  /// The copy: a complete store with the name of the original, in a folder of its own. It may be opened and copied, but
  /// should not be written to.
  public let url: URL
  /// The version of the store when the copy was made, such as `1.0.0`.
  public let version: String
  /// The version that the store was about to be migrated to.
  public let destinationVersion: String
  /// When the copy was made, to the microsecond.
  public let date: Date
  /// `Z_UUID` of the store.
  let identifier: String

  /// The folder, such as `.strata-backups/backup-2026-11-22T10-00-00.123456Z`.
  var folder: URL { url.deletingLastPathComponent() }
}

/// The reason why there is no verified backup.
public enum BackupError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The volume has too little space.
  case notEnoughSpace(needed: Int64, available: Int64, folder: String)
  /// The copy differs from the store, for these reasons.
  case differs(reasons: [String])
  /// The store itself is damaged, so that no copy of it could be restored. SQLite's `quick_check` gives the reason.
  case damagedStore(reason: String)

  /// The message.
  public var description: String {
    switch self {
    case .notEnoughSpace(let needed, let available, let folder):
      "\(needed) bytes are needed, but only \(available) bytes are available in \(folder)"
    case .differs(let reasons): "the copy differs from the store: " + reasons.joined(separator: "; ")
    case .damagedStore(let reason): "the store is damaged: \(reason)"
    }
  }
}

/// The contents of `backup.json`, which describes the store in the same folder.
struct BackupManifest: Codable {
  static let fileName = "backup.json"

  var format = 1
  /// The name of the store's file. Backups of all stores of a folder are in one folder.
  let store: String
  /// `Z_UUID`
  let identifier: String
  let version: String
  let destinationVersion: String
  /// The number of rows of each table.
  let rows: [String: Int]
  /// The sizes of the external files in bytes, by name.
  let externalFiles: [String: Int64]
}

/// The names of backups.
enum BackupName {
  private static let prefix = "backup-"

  /// `backup-2026-11-22T10-00-00.123456Z`: a time in UTC, in ISO 8601 except for the colons, which a file name on some
  /// systems cannot have. The order of the names is that of the times.
  static func name(at date: Date) -> String { prefix + time(at: date) }

  /// `2026-11-22T10-00-00.123456Z`
  static func time(at date: Date) -> String {
    // The calendar rounds fractions in its own way, so only whole seconds go through it.
    let micros = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
    let (seconds, fraction) = (floorDivision(micros, 1_000_000), micros - floorDivision(micros, 1_000_000) * 1_000_000)
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(seconds)))
    func padded(_ number: Int?, _ width: Int) -> String {
      let digits = "\(number ?? 0)"
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let day = "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
    let time = "\(padded(parts.hour, 2))-\(padded(parts.minute, 2))-\(padded(parts.second, 2))"
    return "\(day)T\(time).\(padded(Int(fraction), 6))Z"
  }

  /// The time of a name; `nil` if it is not the name of a backup.
  static func date(_ name: String) -> Date? {
    guard name.hasPrefix(prefix), name.hasSuffix("Z") else { return nil }
    let numbers = name.dropFirst(prefix.count).dropLast().split(whereSeparator: { "-T.".contains($0) })
    let values = numbers.compactMap { Int($0) }
    guard numbers.map(\.count) == [4, 2, 2, 2, 2, 2, 6], values.count == 7 else { return nil }
    let parts = DateComponents(
      year: values[0], month: values[1], day: values[2], hour: values[3], minute: values[4], second: values[5])
    return calendar.date(from: parts).map { $0.addingTimeInterval(Double(values[6]) / 1_000_000) }
  }

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    return calendar
  }

  private static func floorDivision(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
