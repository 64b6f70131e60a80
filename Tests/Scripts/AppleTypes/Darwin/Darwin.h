// The part of Apple's C library that SystemCalls and GitStore use, with the types of Apple's headers: `mode_t` has 16 bits,
// `stat` has other fields, and a folder is a pointer to `DIR`. https://github.com/apple-oss-distributions (xnu, Libc)
typedef unsigned char uint8_t;
typedef unsigned short mode_t, nlink_t;
typedef int dev_t, pid_t;
typedef unsigned int uid_t, gid_t, useconds_t;
typedef unsigned long long ino_t;
typedef long long off_t;
typedef long time_t, ssize_t;
typedef unsigned long size_t;

// MARK: Files

struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; int tv_usec; };
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size; long long st_blocks; int st_blksize; unsigned st_flags, st_gen;
};
int stat(const char *_Nullable, struct stat *_Nullable);
int lstat(const char *_Nullable, struct stat *_Nullable);
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int mkdir(const char *, mode_t);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
int futimens(int, const struct timespec *);
int utimensat(int, const char *, const struct timespec *, int);
int access(const char *, int);
int close(int);
int flock(int, int);
int fsync(int);
int ftruncate(int, off_t);
int link(const char *, const char *);
int unlink(const char *);
int unlinkat(int, const char *, int);
int rename(const char *, const char *);
int rmdir(const char *);
int symlink(const char *, const char *);
off_t lseek(int, off_t, int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t readlink(const char *, char *, size_t);
char *getcwd(char *, size_t);
char *mkdtemp(char *);
char *realpath(const char *, char *);
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_NONBLOCK 4
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_TRUNC 0x400
#define O_EXCL 0x800
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define PATH_MAX 1024
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x20
#define AT_REMOVEDIR 0x80
#define F_FULLFSYNC 51
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#define PROT_READ 1
#define MAP_PRIVATE 2
#define SEEK_SET 0
#define R_OK 4
#define X_OK 1

// MARK: Folders

typedef struct { int __dd_fd; } DIR;
struct dirent {
  unsigned long long d_ino, d_seekoff; unsigned short d_reclen, d_namlen; unsigned char d_type; char d_name[1024];
};
DIR *fdopendir(int);
struct dirent *readdir(DIR *);
int closedir(DIR *);
int dirfd(DIR *);
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10

// MARK: Memory and text

void free(void *);
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
int strcmp(const char *, const char *);
char *strdup(const char *);
char *strerror(int);
size_t strlen(const char *);

// MARK: Processes

typedef void *posix_spawn_file_actions_t;
struct extern_proc {
  union {
    struct { void *__p_forw, *__p_back; } p_st1;
    struct timeval __p_starttime;
  } p_un;
  int p_flag;
};
#define p_starttime p_un.__p_starttime
struct kinfo_proc { struct extern_proc kp_proc; };
int sysctl(int *, unsigned, void *, size_t *, void *, size_t);
int sysctlbyname(const char *, void *, size_t *, void *, size_t);
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
uid_t geteuid(void);
int gethostname(char *, size_t);
pid_t getpid(void);
int kill(pid_t, int);
int usleep(useconds_t);
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define ENXIO 6
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EWOULDBLOCK 35
#define ELOOP 62
#define ENOTEMPTY 66
#define ENAMETOOLONG 63
