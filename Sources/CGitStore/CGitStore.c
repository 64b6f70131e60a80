// sync_file_range
#define _GNU_SOURCE

#include "CGitStore.h"

#include <CMemory.h>
#include <errno.h>
#include <fcntl.h>
#include <git2.h>
#include <git2/sys/alloc.h>
#include <stdint.h>
#include <string.h>

static void *allocate(size_t size, const char *file, int line) {
  (void)file, (void)line;
  return schemaledger_allocate(size);
}

static void *reallocate(void *memory, size_t size, const char *file, int line) {
  (void)file, (void)line;
  return schemaledger_reallocate(memory, size);
}

// Since libgit2 1.7, the other functions are made of these three.
#if defined(LIBGIT2_VER_MINOR) && LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR < 7
#define HAS_ALL_ALLOCATORS

static void *allocate_array(size_t count, size_t size, const char *file, int line) {
  size_t total;
  return __builtin_mul_overflow(count, size, &total) ? NULL : allocate(total, file, line);
}

static void *allocate_zeroed(size_t count, size_t size, const char *file, int line) {
  void *memory = allocate_array(count, size, file, line);
  return memory ? memset(memory, 0, count * size) : NULL;
}

static void *reallocate_array(void *memory, size_t count, size_t size, const char *file, int line) {
  size_t total;
  return __builtin_mul_overflow(count, size, &total) ? NULL : reallocate(memory, total, file, line);
}

static char *copy_exactly(const char *text, size_t length, const char *file, int line) {
  if (length == SIZE_MAX) return NULL;
  char *copy = allocate(length + 1, file, line);
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

static char *copy(const char *text, const char *file, int line) { return copy_exactly(text, strlen(text), file, line); }

static char *copy_at_most(const char *text, size_t length, const char *file, int line) {
  return copy_exactly(text, strnlen(text, length), file, line);
}

#endif

int schemaledger_set_git_allocator(void) {
  // libgit2 copies it.
  git_allocator allocator = {
    .gmalloc = allocate,
    .grealloc = reallocate,
    .gfree = schemaledger_release,
#ifdef HAS_ALL_ALLOCATORS
    .gcalloc = allocate_zeroed,
    .gmallocarray = allocate_array,
    .greallocarray = reallocate_array,
    .gstrdup = copy,
    .gstrndup = copy_at_most,
    .gsubstrdup = copy_exactly,
#endif
  };
  return git_libgit2_opts(GIT_OPT_SET_ALLOCATOR, &allocator);
}

// When libgit2 with mbedTLS starts, it parses the certificates of the system's authorities, 140 on Debian, which takes longer than
// most commands. This program reads and writes local repositories only, and a TLS connection without these certificates would
// be refused. So libgit2 gets this function instead of that of libmbedx509, because a shared library uses a function of the
// program if there is one of that name. It is weak, for a program that links libmbedx509 statically.
//
// https://github.com/libgit2/libgit2/blob/v1.5.1/src/libgit2/streams/mbedtls.c (git_mbedtls_stream_global_init)
__attribute__((weak)) int mbedtls_x509_crt_parse_file(void *certificates, const char *path) {
  (void)certificates, (void)path;
  return 0;
}

int schemaledger_write_out(int descriptor) {
#ifdef __linux__
  // https://man7.org/linux/man-pages/man2/sync_file_range.2.html
  unsigned flags = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
  int result;
  do result = sync_file_range(descriptor, 0, 0, flags);
  while (result && errno == EINTR);
  // A failed write is reported only once, so it must not be followed by an attempt that succeeds.
  if (!result || errno == EIO || errno == ENOSPC || errno == EDQUOT) return result;
#else
  (void)descriptor;
#endif
  errno = ENOSYS;
  return -1;
}
