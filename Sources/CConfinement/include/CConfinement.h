#ifndef SCHEMALEDGER_CCONFINEMENT_H
#define SCHEMALEDGER_CCONFINEMENT_H

/// What could not be taken from a process.
enum schemaledger_liberty {
  schemaledger_no_liberty = 0,
  /// It can open sockets.
  schemaledger_network = 1,
  /// It can write to files outside of its folder.
  schemaledger_files = 2,
  /// Its memory has no limit.
  schemaledger_memory = 4,
};

/// Takes the network, the right to change files outside of a folder, and memory above a limit from this process and from
/// those that it starts. It cannot be undone.
///
/// On Linux: seccomp refuses `socket` and `io_uring_setup` with EACCES; Landlock, which the kernel has since 5.13, allows
/// changes only below `folder` and to `/dev/null`. On other systems nothing is taken.
/// https://docs.kernel.org/userspace-api/seccomp_filter.html, https://docs.kernel.org/userspace-api/landlock.html
///
/// Returns a set of `schemaledger_liberty`: what the system does not let a process give up.
int schemaledger_confine(const char *folder, unsigned long long bytes);

#endif
