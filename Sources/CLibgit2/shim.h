#ifndef CLIBGIT2_SHIM_H
#define CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

/* git_libgit2_opts() is variadic, which Swift cannot call; one function for each option that is used.
   https://libgit2.org/docs/reference/main/common/git_libgit2_opts.html */

static inline int clibgit2_set_extensions(const char **extensions, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions, count);
}

static inline int clibgit2_set_cache_object_limit(git_object_t type, size_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, type, bytes);
}

static inline int clibgit2_enable_strict_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

static inline int clibgit2_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

#endif
