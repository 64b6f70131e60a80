internal import EntityModel
internal import Foundation
internal import SchemaModel

/// The file of a store and everything that belongs to it or is kept about it.
struct StoreFiles: Sendable {
  /// The file, without symbolic links: a rename would replace a link instead of the file. SQLite, too, puts its own files
  /// next to the file that a link leads to.
  let url: URL
  /// The folder with the files of large values, next to the name that the program uses.
  let external: URL

  init(_ store: URL) {
    url = store.resolvingSymlinksInPath()
    external = URL(fileURLWithPath: ExternalStorage.folder(ofStore: store.path), isDirectory: true)
  }

  var path: String { url.path }
  var name: String { url.lastPathComponent }
  /// The folder that contains the store.
  var folder: URL { url.deletingLastPathComponent() }
  /// `.Model_SUPPORT`, which contains ``external``.
  var support: URL { external.deletingLastPathComponent() }

  /// The suffixes of the files in which SQLite keeps parts of a database.
  /// https://www.sqlite.org/tempfiles.html
  static let suffixes = ["-wal", "-shm", "-journal"]

  /// The write-ahead log.
  var log: URL { beside("-wal") }
  /// The file that is locked by the process that migrates, restores or sets aside the store. It stays.
  var lock: URL { beside(".strata-lock") }
  /// Exists while the store is being replaced or set aside.
  var journal: URL { beside(".strata-journal") }
  /// A complete copy of a backup that is about to replace the store.
  var replacement: URL { beside(".strata-restored") }
  /// The folder with the backups of all stores of ``folder``.
  var backups: URL { folder.appendingPathComponent(".strata-backups", isDirectory: true) }
  /// The folder with the stores of ``folder`` that were set aside.
  var quarantine: URL { folder.appendingPathComponent(".strata-quarantine", isDirectory: true) }
  /// A folder for a backup that is being made or removed. Only the process with the lock of this store uses it.
  var unfinishedBackup: URL { backups.appendingPathComponent(".unfinished-" + name, isDirectory: true) }

  /// A file next to the store.
  func beside(_ suffix: String) -> URL { URL(fileURLWithPath: path + suffix) }

  /// The store as it would be in another folder.
  func moved(to folder: URL) -> StoreFiles { StoreFiles(folder.appendingPathComponent(name)) }

  /// Whether another store of the folder, such as `Model.sqlite` for `Model.store`, keeps its large values in the same
  /// folder.
  var sharesExternalFolder: Bool { StoreIdentity.sharesExternalFolder(url) }
}
