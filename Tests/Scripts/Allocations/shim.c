// Loaded with LD_PRELOAD, makes allocations of SQLite and libgit2 fail, as a machine without memory does. An allocation
// is one of these libraries' if the code that calls malloc, calloc or realloc is in them, or is in the allocator that the
// program has given to libgit2.
//
//   ALLOCATIONS_OF     a part of the file name of the library: libsqlite3 or libgit2; without it, both
//   ALLOCATIONS_FAIL   the number of the allocation that fails; 1 is the first. Without it, none fails
//   ALLOCATIONS_MODE   once, or on: the later ones fail too
//   ALLOCATIONS_COUNT  a file into which the number of allocations is written at exit
//
// Needs glibc, whose own allocator has the names __libc_malloc and so on.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <git2.h>
#include <git2/sys/alloc.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static struct { uintptr_t start, end; } ranges[2];
static int range_count;
static _Atomic long allocations;
static long failing;
static int stays;
static int counts_own;
static char count_file[4096];

static int find(struct dl_phdr_info *library, size_t size, void *context) {
  (void)size;
  const char *wanted = context;
  const char *slash = strrchr(library->dlpi_name, '/');
  const char *name = slash ? slash + 1 : library->dlpi_name;
  if (strncmp(name, "libsqlite3", 10) && strncmp(name, "libgit2", 7)) return 0;
  if (wanted && !strstr(name, wanted)) return 0;
  uintptr_t start = UINTPTR_MAX, end = 0;
  for (int n = 0; n < library->dlpi_phnum; n++) {
    const ElfW(Phdr) *segment = &library->dlpi_phdr[n];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    uintptr_t first = library->dlpi_addr + segment->p_vaddr;
    if (first < start) start = first;
    if (first + segment->p_memsz > end) end = first + segment->p_memsz;
  }
  if (range_count < 2) {
    ranges[range_count].start = start;
    ranges[range_count].end = end;
    range_count++;
  }
  return 0;
}

__attribute__((constructor)) static void start(void) {
  // A process that this one starts is not tested.
  unsetenv("LD_PRELOAD");
  const char *number = getenv("ALLOCATIONS_FAIL");
  const char *mode = getenv("ALLOCATIONS_MODE");
  const char *file = getenv("ALLOCATIONS_COUNT");
  failing = number ? atol(number) : 0;
  stays = mode && !strcmp(mode, "on");
  if (file) snprintf(count_file, sizeof count_file, "%s", file);
  const char *library = getenv("ALLOCATIONS_OF");
  counts_own = !library || strstr("libgit2", library);
  dl_iterate_phdr(find, getenv("ALLOCATIONS_OF"));
}

__attribute__((destructor)) static void finish(void) {
  if (!count_file[0]) return;
  FILE *file = fopen(count_file, "w");
  if (!file) return;
  fprintf(file, "%ld\n", atomic_load(&allocations));
  fclose(file);
}

// The program ends in this way, which runs no destructors.
void _exit(int status) {
  finish();
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

// --- The allocator that the program has given to libgit2

static git_allocator own;
static _Thread_local int is_in_own;

#define COUNTED(result, call) \
  is_in_own++; \
  result = call; \
  is_in_own--; \
  return result

static void *own_malloc(size_t size, const char *file, int line) {
  void *memory;
  COUNTED(memory, own.gmalloc(size, file, line));
}

static void *own_realloc(void *memory, size_t size, const char *file, int line) {
  COUNTED(memory, own.grealloc(memory, size, file, line));
}

#if defined(LIBGIT2_VER_MINOR) && LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR < 7
#define HAS_ALL_ALLOCATORS

static void *own_calloc(size_t count, size_t size, const char *file, int line) {
  void *memory;
  COUNTED(memory, own.gcalloc(count, size, file, line));
}

static void *own_mallocarray(size_t count, size_t size, const char *file, int line) {
  void *memory;
  COUNTED(memory, own.gmallocarray(count, size, file, line));
}

static void *own_reallocarray(void *memory, size_t count, size_t size, const char *file, int line) {
  COUNTED(memory, own.greallocarray(memory, count, size, file, line));
}

static char *own_strdup(const char *text, const char *file, int line) {
  char *copy;
  COUNTED(copy, own.gstrdup(text, file, line));
}

static char *own_strndup(const char *text, size_t length, const char *file, int line) {
  char *copy;
  COUNTED(copy, own.gstrndup(text, length, file, line));
}

static char *own_substrdup(const char *text, size_t length, const char *file, int line) {
  char *copy;
  COUNTED(copy, own.gsubstrdup(text, length, file, line));
}

#endif

int git_libgit2_opts(int option, ...) {
  static int (*original)(int option, ...);
  if (!original) original = (int (*)(int, ...))dlsym(RTLD_NEXT, "git_libgit2_opts");
  va_list list;
  va_start(list, option);
  // Every argument of every option that the program uses has the size of a pointer or is passed like one.
  void *first = va_arg(list, void *), *second = va_arg(list, void *);
  va_end(list);
  if (option != GIT_OPT_SET_ALLOCATOR || !counts_own) return original(option, first, second);
  own = *(git_allocator *)first;
  git_allocator counted = {
    .gmalloc = own_malloc,
    .grealloc = own_realloc,
    .gfree = own.gfree,
#ifdef HAS_ALL_ALLOCATORS
    .gcalloc = own_calloc,
    .gmallocarray = own_mallocarray,
    .greallocarray = own_reallocarray,
    .gstrdup = own_strdup,
    .gstrndup = own_strndup,
    .gsubstrdup = own_substrdup,
#endif
  };
  return original(option, &counted);
}

// --- The allocators of the process

static int is_counted(const void *caller) {
  if (is_in_own) return 1;
  uintptr_t address = (uintptr_t)caller;
  for (int n = 0; n < range_count; n++)
    if (address >= ranges[n].start && address < ranges[n].end) return 1;
  return 0;
}

static int fails(const void *caller) {
  if (!is_counted(caller)) return 0;
  long number = atomic_fetch_add(&allocations, 1) + 1;
  if (!failing || number < failing || (number > failing && !stays)) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}
