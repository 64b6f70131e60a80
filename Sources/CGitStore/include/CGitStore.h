#ifndef SCHEMALEDGER_CGITSTORE_H
#define SCHEMALEDGER_CGITSTORE_H

/// Makes libgit2 allocate with `schemaledger_allocate`. Must be called before `git_libgit2_init`; returns a code of libgit2.
///
/// libgit2 does not survive a failed allocation at many places: without memory, it dereferences NULL, or reports that a
/// file or an object does not exist. With this allocator no allocation fails.
int schemaledger_set_git_allocator(void);

/// Waits until the content of a file has been passed to the disk, so that a name that the file gets afterwards never leads to
/// less of it, even after a power failure. On a file system with a journal, both last from the next `fsync` of another file.
/// Git calls this `writeout-only` (https://git-scm.com/docs/git-config#Documentation/git-config.txt-corefsyncMethod).
///
/// Returns 0, or -1 with the reason in `errno`: ENOSYS if the system, or the file system, can only flush a file.
int schemaledger_write_out(int descriptor);

#endif
