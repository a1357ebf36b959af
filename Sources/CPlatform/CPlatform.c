#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <linux/openat2.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

void sandglass_semaphore_wait(void *semaphore, uint64_t deadline) {
    struct timespec time = {.tv_sec = (time_t)(deadline / 1000000000), .tv_nsec = (long)(deadline % 1000000000)};
    while (sem_clockwait(semaphore, CLOCK_MONOTONIC, &time) != 0 && errno == EINTR) {}
}

long sandglass_read_entries(int descriptor, void *buffer, size_t size) {
    long count = syscall(SYS_getdents64, descriptor, buffer, size);
    return count < 0 ? -errno : count;
}

uint64_t sandglass_device_number(uint32_t major_number, uint32_t minor_number) {
    return makedev(major_number, minor_number);
}

int sandglass_file_numbers(int descriptor, uint64_t *device, uint64_t *inode) {
    struct statx found;
    // Device and inode never change: a file system need not be asked for them.
    if (statx(descriptor, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_INO, &found) != 0) return -errno;
    *device = makedev(found.stx_dev_major, found.stx_dev_minor);
    *inode = found.stx_ino;
    return 0;
}

int sandglass_status(int descriptor, const char *name, sandglass_stat *result) {
    struct statx found;
    int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | (name[0] ? 0 : AT_EMPTY_PATH);
    if (statx(descriptor, name, flags, STATX_BASIC_STATS | STATX_BTIME, &found) != 0) return -errno;
    result->inode = found.stx_ino;
    result->size = found.stx_size;
    result->blocks = found.stx_blocks;
    result->device = makedev(found.stx_dev_major, found.stx_dev_minor);
    result->accessed_seconds = found.stx_atime.tv_sec;
    result->accessed_nanoseconds = found.stx_atime.tv_nsec;
    result->modified_seconds = found.stx_mtime.tv_sec;
    result->modified_nanoseconds = found.stx_mtime.tv_nsec;
    result->changed_seconds = found.stx_ctime.tv_sec;
    result->changed_nanoseconds = found.stx_ctime.tv_nsec;
    result->born_seconds = found.stx_btime.tv_sec;
    result->born_nanoseconds = found.stx_btime.tv_nsec;
    result->has_birth = (found.stx_mask & STATX_BTIME) != 0;
    result->mode = found.stx_mode;
    result->links = found.stx_nlink;
    result->user = found.stx_uid;
    result->group = found.stx_gid;
    result->node_major = found.stx_rdev_major;
    result->node_minor = found.stx_rdev_minor;
    result->is_fixed = (found.stx_attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND)) != 0;
    return 0;
}

// Reading should not change access times. The kernel allows O_NOATIME only on files that the user owns, and fails with
// EPERM on others.
static int quiet(int flags) { return flags & O_PATH ? flags : flags | O_NOATIME; }

int sandglass_open_beneath(int descriptor, const char *path, int flags) {
    struct open_how how = {
        .flags = (uint64_t)(uint32_t)(quiet(flags) | O_CLOEXEC),
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    // RESOLVE_BENEATH fails with EAGAIN if a concurrent rename made the check inconclusive; retrying resolves that.
    for (int attempt = 0; attempt < 64; attempt++) {
        long opened = syscall(SYS_openat2, descriptor, path, &how, sizeof how);
        if (opened >= 0) return (int)opened;
        if (errno == EPERM && (how.flags & O_NOATIME)) {
            how.flags &= ~(uint64_t)O_NOATIME;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR) return -errno;
    }
    return errno == EINTR ? -EINTR : -EAGAIN;
}

static int retry_open(int descriptor, const char *path, int flags) {
    int asked = quiet(flags) | O_CLOEXEC;
    for (int attempt = 0;; attempt++) {
        int opened = openat(descriptor, path, asked);
        if (opened >= 0) return opened;
        if (errno == EPERM && (asked & O_NOATIME)) {
            asked &= ~O_NOATIME;
        } else if (errno != EINTR || attempt >= sandglass_most_interruptions) {
            return -errno;
        }
    }
}

int sandglass_open_component(int descriptor, const char *name, int flags) {
    return retry_open(descriptor, name, flags | O_NOFOLLOW);
}

int sandglass_open_host(const char *path, int flags) { return retry_open(AT_FDCWD, path, flags); }

long sandglass_read_link(int descriptor, const char *name, char *buffer, size_t size) {
    long length = readlinkat(descriptor, name, buffer, size);
    return length < 0 ? -errno : length;
}

uint64_t sandglass_file_system_type(int descriptor) {
    struct statfs found;
    return fstatfs(descriptor, &found) == 0 ? (uint64_t)found.f_type : 0;
}

int sandglass_event_descriptor(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int sandglass_start_thread(size_t stack_size, void *(*body)(void *), void *argument) {
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, stack_size);
    // Signals are handled by the thread that runs the terminal. Faults stay unblocked: a trap in a worker must end the
    // process.
    sigfillset(&all);
    sigdelset(&all, SIGILL);
    sigdelset(&all, SIGTRAP);
    sigdelset(&all, SIGABRT);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&thread, &attributes, body, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return failure;
}

/// sched_setattr(2), missing from glibc 2.36.
static void set_slice(uint64_t nanoseconds) {
    struct {
        uint32_t size;
        uint32_t policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime;
        uint64_t deadline;
        uint64_t period;
    } attributes = {.size = sizeof attributes, .nice = getpriority(PRIO_PROCESS, 0), .runtime = nanoseconds};
    if (sched_getscheduler(0) == SCHED_OTHER) syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void sandglass_answer_soon(void) {
    // The minimum, 0.1 ms. Ignored before Linux 6.12.
    set_slice(100000);
}

void sandglass_work_steadily(void) { set_slice(0); }

void sandglass_step_back(void) {
    // On Linux the nice value is per thread (setpriority(2), C library/kernel differences).
    int ignored = nice(10);
    (void)ignored;
}

void sandglass_tune_allocator(void) {
    // Not one for each thread, which would take memory, nor one for all of them: at the start, the first thread would wait for
    // the workers a hundred times.
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    mallopt(M_TRIM_THRESHOLD, 128 * 1024);
}

void sandglass_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// Accounts are read from the files, whose lines are `name:password:number:…`. getpwuid_r() and getgrgid_r() load modules
// for what nsswitch.conf names besides the files, and loading them crashes a statically linked program.
static void find_name(const char *path, uint32_t number, char *buffer, size_t size) {
    if (size == 0) return;
    buffer[0] = 0;
    FILE *file = fopen(path, "re");
    if (!file) return;
    char *line = NULL;
    size_t space = 0;
    while (buffer[0] == 0 && getline(&line, &space, file) > 0) {
        char *password = strchr(line, ':');
        char *digits = password ? strchr(password + 1, ':') : NULL;
        char *end = digits ? strchr(digits + 1, ':') : NULL;
        if (!end || end == digits + 1) continue;
        *password = *end = 0;
        char *rest;
        unsigned long long found = strtoull(digits + 1, &rest, 10);
        if (rest == end && found == number) snprintf(buffer, size, "%s", line);
    }
    free(line);
    fclose(file);
}

void sandglass_user_name(uint32_t user, char *buffer, size_t size) { find_name("/etc/passwd", user, buffer, size); }

void sandglass_group_name(uint32_t group, char *buffer, size_t size) { find_name("/etc/group", group, buffer, size); }

/// The name tells files apart that hold what was encrypted (memfd_create(2): names are for /proc alone).
static const char confidential_name[] = "sandglass-confidential";

int sandglass_memory_file(bool is_confidential) {
    int file = memfd_create(is_confidential ? confidential_name : "sandglass", MFD_CLOEXEC);
    return file < 0 ? -errno : file;
}

bool sandglass_is_confidential(int descriptor) {
    char link[32], target[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, target, sizeof target - 1);
    if (length < 0) return false;
    target[length] = 0;
    static const char start[] = "/memfd:";
    return strncmp(target, start, sizeof start - 1) == 0 &&
           strncmp(target + sizeof start - 1, confidential_name, sizeof confidential_name - 1) == 0;
}

int sandglass_unnamed_file(const char *directory) {
    int file = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    return file < 0 ? -errno : file;
}

bool sandglass_is_locale_utf8(void) {
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (!locale) return false;
    // In statically linked programs, nl_langinfo_l() answers for the C locale, whatever it is given. This thread's own
    // locale is respected.
    locale_t previous = uselocale(locale);
    bool is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    uselocale(previous);
    freelocale(locale);
    return is_utf8;
}
