#ifndef SCHEMALEDGER_CGITSTORE_H
#define SCHEMALEDGER_CGITSTORE_H

/// Makes libgit2 allocate with `schemaledger_allocate`. Must be called before `git_libgit2_init`; returns a code of libgit2.
///
/// libgit2 does not survive a failed allocation at many places: without memory, it dereferences NULL, or reports that a
/// file or an object does not exist. With this allocator no allocation fails.
int schemaledger_set_git_allocator(void);

#endif
