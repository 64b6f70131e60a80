import Foundation

extension Terminal {
  /// Ends the process. Everything that ends this program ends it here, or by `_exit`.
  ///
  /// A thread of Dispatch or of Swift's concurrency may still be at work: it checks a commit graph whose rows turned out not to
  /// be needed, or releases what a task has held. `exit` runs the destructors of libsqlite3 and libgit2 meanwhile, and a thread
  /// that then uses them ends the process with a signal after it has printed everything. `_exit` ends all threads at once and
  /// runs no destructors, so what has to be done at the end is done here. Nothing is buffered, since `write` writes at once.
  static func endProcess(_ status: Int32 = 0) -> Never {
    Pager.finish()
    _exit(status)
  }
}
