// Makes a thread that computes a long digest late: it goes on when the destructors of the process run, which wait for it. A
// program whose destructors do not run ends meanwhile.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

// Only the digest of a commit graph is of so many bytes.
enum { long_digest = 64 << 10, longest_wait_ms = 3000 };
static atomic_int is_ending;

int EVP_Digest(const void *data, size_t count, unsigned char *digest, unsigned *size, const void *type, void *engine) {
  int (*original)(const void *, size_t, unsigned char *, unsigned *, const void *, void *) = dlsym(RTLD_NEXT, "EVP_Digest");
  for (int waited = 0; count >= long_digest && !atomic_load(&is_ending) && waited < longest_wait_ms; waited++) usleep(1000);
  return original(data, count, digest, size, type, engine);
}

__attribute__((destructor)) static void end(void) {
  atomic_store(&is_ending, 1);
  usleep(300 * 1000);
}
