#include "CMemory.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __APPLE__
#include <malloc/malloc.h>
#define usable_size malloc_size
#else
#include <malloc.h>
#define usable_size malloc_usable_size
#endif

static _Atomic int first_shortage;
static _Atomic int unsettled_shortage;
static _Atomic int is_settled;

void schemaledger_note_shortage(enum schemaledger_shortage reason) {
  int none = schemaledger_no_shortage;
  if (!atomic_compare_exchange_strong(&first_shortage, &none, reason)) return;
  if (!atomic_load(&is_settled)) atomic_store(&unsettled_shortage, reason);
}

enum schemaledger_shortage schemaledger_first_shortage(void) { return atomic_load(&first_shortage); }

void schemaledger_settle(void) { atomic_store(&is_settled, 1); }

enum schemaledger_shortage schemaledger_unsettled_shortage(void) { return atomic_load(&unsettled_shortage); }

// The pages of the reserve need no memory before they are used. Its blocks are not used again. A commit, the longest work
// that must not be stopped in the middle, needs less than 1 MiB for an index of 5,000 files.
enum { reserve_size = 16 << 20, block_alignment = 16 };
static alignas(block_alignment) unsigned char reserve[reserve_size];
static _Atomic size_t reserve_used;

// Nothing may be allocated here, and no destructor may run.
static _Noreturn void end(const char *message, size_t length) {
  ssize_t written = write(STDERR_FILENO, message, length);
  (void)written;
  _exit(2);
}

static _Noreturn void give_up(void) {
  static const char message[] =
      "error: out of memory\nhelp:  close other programs, or raise the limit of this process (ulimit -v, a container)\n";
  end(message, sizeof message - 1);
}

// `shift` leads from what the system counts to `unit`, and `shell` from there to what the shell counts.
static void require(
    int resource, rlim_t least, int shift, const char *unit, const char *what, const char *option, int shell) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >> shift >= least) return;
  char message[200];
  int length = snprintf(
      message, sizeof message,
      "error: schemaledger needs at least %llu%s %s, and the limit of this process is %llu%s\n"
      "help:  raise the limit: ulimit %s %llu\n",
      (unsigned long long)least, unit, what, (unsigned long long)(limit.rlim_cur >> shift), unit, option,
      (unsigned long long)least << shell);
  end(message, (size_t)length);
}

void schemaledger_require_resources(void) {
  require(RLIMIT_AS, 512, 20, " MiB", "of address space", "-v", 10);
  // Linux counts the stacks of threads, too. https://man7.org/linux/man-pages/man2/getrlimit.2.html
  require(RLIMIT_DATA, 256, 20, " MiB", "of memory for data", "-d", 10);
  // libdispatch ends the process with a signal if it has none.
  require(RLIMIT_NOFILE, 24, 0, "", "open files", "-n", 0);
}

int schemaledger_is_reserved(const void *memory) {
  uintptr_t start = (uintptr_t)reserve;
  return (uintptr_t)memory >= start && (uintptr_t)memory < start + reserve_size;
}

// The size of a block precedes it.
void *schemaledger_reserve(size_t size) {
  schemaledger_note_shortage(schemaledger_no_memory);
  if (size > reserve_size) give_up();
  size_t needed = block_alignment + (size + block_alignment - 1) / block_alignment * block_alignment;
  size_t place = atomic_fetch_add(&reserve_used, needed);
  if (place > reserve_size - block_alignment || needed > reserve_size - place) give_up();
  memcpy(reserve + place, &size, sizeof size);
  return reserve + place + block_alignment;
}

size_t schemaledger_reserved_size(const void *memory) {
  size_t size;
  memcpy(&size, (const unsigned char *)memory - block_alignment, sizeof size);
  return size;
}

void *schemaledger_allocate(size_t size) {
  void *memory = malloc(size);
  return memory || size == 0 ? memory : schemaledger_reserve(size);
}

void *schemaledger_reallocate(void *memory, size_t size) {
  if (!schemaledger_is_reserved(memory)) {
    void *moved = realloc(memory, size);
    if (moved || size == 0) return moved;
    moved = schemaledger_reserve(size);
    if (memory) {
      size_t before = usable_size(memory);
      memcpy(moved, memory, before < size ? before : size);
      free(memory);
    }
    return moved;
  }
  size_t before = schemaledger_reserved_size(memory);
  if (size <= before) return memory;
  void *moved = schemaledger_reserve(size);
  memcpy(moved, memory, before);
  return moved;
}

void schemaledger_release(void *memory) {
  if (!schemaledger_is_reserved(memory)) free(memory);
}
