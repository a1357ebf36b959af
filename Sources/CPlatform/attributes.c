// Extended attributes (xattr(7)).
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "CPlatform.h"

// Where the kernel has no *at calls for extended attributes: goes through the descriptor's link in /proc. The l-variants
// do not follow the last component. Returns 0 if the name does not fit.
static int attribute_path(char *path, size_t size, int descriptor, const char *name) {
    int length = snprintf(path, size, name[0] ? "/proc/self/fd/%d/%s" : "/proc/self/fd/%d/.", descriptor, name);
    return length > 0 && (size_t)length < size;
}

// listxattrat(2) and getxattrat(2), new in Linux 6.13, take a tenth of the time of a path in /proc. Their numbers are
// the same on all architectures. Older kernels answer ENOSYS, and some sandboxes answer EPERM to unknown calls.
enum { call_getxattrat = 464, call_listxattrat = 465 };

struct attribute_arguments {
    uint64_t value;
    uint32_t size;
    uint32_t flags;
};

static _Atomic bool lacks_at_calls;

static bool is_missing(long result) {
    if (result != -1 || (errno != ENOSYS && errno != EPERM)) return false;
    lacks_at_calls = true;
    return true;
}

long sandglass_list_attributes(int descriptor, const char *name, char *buffer, size_t size) {
    if (!lacks_at_calls) {
        const char *path = name[0] ? name : ".";
        long length = syscall(call_listxattrat, descriptor, path, AT_SYMLINK_NOFOLLOW, buffer, size);
        if (!is_missing(length)) return length < 0 ? -errno : length;
    }
    char path[512];
    if (!attribute_path(path, sizeof path, descriptor, name)) return -ENAMETOOLONG;
    long length = llistxattr(path, buffer, size);
    return length < 0 ? -errno : length;
}

long sandglass_get_attribute(int descriptor, const char *name, const char *attribute, void *buffer, size_t size) {
    if (!lacks_at_calls) {
        const char *path = name[0] ? name : ".";
        struct attribute_arguments arguments = {(uintptr_t)buffer, (uint32_t)(size < UINT32_MAX ? size : UINT32_MAX), 0};
        long length = syscall(
            call_getxattrat, descriptor, path, AT_SYMLINK_NOFOLLOW, attribute, &arguments, sizeof arguments);
        if (!is_missing(length)) return length < 0 ? -errno : length;
    }
    char path[512];
    if (!attribute_path(path, sizeof path, descriptor, name)) return -ENAMETOOLONG;
    long length = lgetxattr(path, attribute, buffer, size);
    return length < 0 ? -errno : length;
}

int sandglass_set_attribute(int descriptor, const char *name, const char *attribute, const void *value, size_t size) {
    char path[512];
    if (!attribute_path(path, sizeof path, descriptor, name)) return -ENAMETOOLONG;
    return lsetxattr(path, attribute, value, size, 0) == 0 ? 0 : -errno;
}

int sandglass_remove_attribute(int descriptor, const char *name, const char *attribute) {
    char path[512];
    if (!attribute_path(path, sizeof path, descriptor, name)) return -ENAMETOOLONG;
    return lremovexattr(path, attribute) == 0 ? 0 : -errno;
}

long sandglass_list_open_attributes(int descriptor, char *buffer, size_t size) {
    long length = flistxattr(descriptor, buffer, size);
    return length < 0 ? -errno : length;
}

long sandglass_get_open_attribute(int descriptor, const char *attribute, void *buffer, size_t size) {
    long length = fgetxattr(descriptor, attribute, buffer, size);
    return length < 0 ? -errno : length;
}

int sandglass_set_open_attribute(int descriptor, const char *attribute, const void *value, size_t size) {
    return fsetxattr(descriptor, attribute, value, size, 0) == 0 ? 0 : -errno;
}

int sandglass_set_attribute_at_path(const char *path, const char *attribute, const void *value, size_t size) {
    return lsetxattr(path, attribute, value, size, 0) == 0 ? 0 : -errno;
}
