#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "CPlatform.h"

uint64_t sandglass_mount(int descriptor) {
    struct statx found;
    memset(&found, 0, sizeof found);
    if (statx(descriptor, "", AT_EMPTY_PATH | AT_NO_AUTOMOUNT, STATX_MNT_ID, &found) != 0) return 0;
    return found.stx_mask & STATX_MNT_ID ? found.stx_mnt_id : 0;
}

int64_t sandglass_free_bytes(int descriptor) {
    struct statvfs found;
    if (fstatvfs(descriptor, &found) != 0) return -errno;
    return (int64_t)(found.f_bavail * found.f_frsize);
}

int sandglass_may_write(int descriptor) {
    // Check "." because the descriptor may be O_PATH, which permits no other check.
    return faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 ? 0 : -errno;
}

int sandglass_try_lock(int descriptor) {
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EINTR) return -errno;
    }
    return 0;
}
