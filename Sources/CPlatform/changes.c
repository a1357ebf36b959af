#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdio.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int sandglass_create_file(int directory, const char *name, uint32_t mode) {
    for (int attempt = 0;; attempt++) {
        int opened = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode_t)mode);
        if (opened >= 0) return opened;
        if (errno != EINTR || attempt >= sandglass_most_interruptions) return -errno;
    }
}

int sandglass_make_directory(int directory, const char *name, uint32_t mode) {
    return mkdirat(directory, name, (mode_t)mode) == 0 ? 0 : -errno;
}

int sandglass_make_link(int directory, const char *name, const char *target) {
    return symlinkat(target, directory, name) == 0 ? 0 : -errno;
}

int sandglass_add_name(int directory, const char *name, int new_directory, const char *new_name) {
    return linkat(directory, name, new_directory, new_name, 0) == 0 ? 0 : -errno;
}

int sandglass_remove_name(int directory, const char *name, int is_directory) {
    return unlinkat(directory, name, is_directory ? AT_REMOVEDIR : 0) == 0 ? 0 : -errno;
}

int sandglass_rename_no_replace(int directory, const char *name, int new_directory, const char *new_name) {
    return syscall(SYS_renameat2, directory, name, new_directory, new_name, RENAME_NOREPLACE) == 0 ? 0 : -errno;
}

int sandglass_rename_over(int directory, const char *name, int new_directory, const char *new_name) {
    return renameat(directory, name, new_directory, new_name) == 0 ? 0 : -errno;
}

int sandglass_set_owner(int descriptor, const char *name, uint32_t user, uint32_t group) {
    int flags = AT_SYMLINK_NOFOLLOW | (name[0] ? 0 : AT_EMPTY_PATH);
    return fchownat(descriptor, name, user, group, flags) == 0 ? 0 : -errno;
}

int sandglass_set_mode(int descriptor, uint32_t mode) { return fchmod(descriptor, (mode_t)mode) == 0 ? 0 : -errno; }

int sandglass_set_directory_mode(int directory, const char *name, uint32_t mode) {
    // O_PATH requires no permissions on the directory, and O_NOFOLLOW excludes a symbolic link; the descriptor's link
    // in /proc leads to exactly this directory.
    int handle = openat(directory, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (handle < 0) return -errno;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", handle);
    int failure = chmod(path, (mode_t)mode) == 0 ? 0 : -errno;
    close(handle);
    return failure;
}

int sandglass_set_times(int descriptor, const char *name, const sandglass_stat *times) {
    struct timespec both[2] = {
        {.tv_sec = times->accessed_seconds, .tv_nsec = times->accessed_nanoseconds},
        {.tv_sec = times->modified_seconds, .tv_nsec = times->modified_nanoseconds},
    };
    // futimens uses utimensat without a path, which every file system supports.
    int failed = name[0] ? utimensat(descriptor, name, both, AT_SYMLINK_NOFOLLOW) : futimens(descriptor, both);
    return failed ? -errno : 0;
}

int sandglass_clone_contents(int from, int to) { return ioctl(to, FICLONE, from) == 0 ? 0 : -errno; }

long sandglass_copy_range(int from, int to, int64_t offset, size_t size) {
    off_t source = offset, target = offset;
    for (int attempt = 0;; attempt++) {
        long count = copy_file_range(from, &source, to, &target, size, 0);
        if (count >= 0) return count;
        if (errno != EINTR || attempt >= sandglass_most_interruptions) return -errno;
    }
}

int64_t sandglass_next_data(int descriptor, int64_t offset) {
    off_t found = lseek(descriptor, offset, SEEK_DATA);
    return found < 0 ? -errno : found;
}

int64_t sandglass_next_hole(int descriptor, int64_t offset) {
    off_t found = lseek(descriptor, offset, SEEK_HOLE);
    return found < 0 ? -errno : found;
}

int sandglass_sync_file_system(int descriptor) { return syncfs(descriptor) == 0 ? 0 : -errno; }

void sandglass_begin_write_back(int descriptor, int64_t offset, int64_t size) {
    sync_file_range(descriptor, offset, size, SYNC_FILE_RANGE_WRITE);
}

void sandglass_finish_write_back(int descriptor, int64_t offset, int64_t size) {
    sync_file_range(
        descriptor, offset, size,
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
}

// cachestat(2), Linux 6.5; the system call number is the same on all architectures.
enum { CACHESTAT = 451 };

int64_t sandglass_cached_bytes(int descriptor, int64_t offset, int64_t size) {
    struct { uint64_t offset, length; } range = {(uint64_t)offset, (uint64_t)size};
    struct { uint64_t cached, dirty, written_back, evicted, recently_evicted; } found;
    if (syscall(CACHESTAT, descriptor, &range, &found, 0) != 0) return -errno;
    return (int64_t)found.cached * sysconf(_SC_PAGESIZE);
}

int sandglass_hold_off_writers(int descriptor) {
    // The default signal for a waiting writer, SIGIO, would end the program; SIGURG is ignored by default.
    if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -errno;
    return fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0 ? 0 : -errno;
}

int sandglass_are_writers_held_off(int descriptor) { return fcntl(descriptor, F_GETLEASE) == F_RDLCK; }

void sandglass_admit_writers(int descriptor) { fcntl(descriptor, F_SETLEASE, F_UNLCK); }

uint32_t sandglass_file_user(void) { return (uint32_t)setfsuid((uid_t)-1); }
