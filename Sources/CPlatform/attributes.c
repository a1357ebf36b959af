// Extended attributes (xattr(7)).
#define _GNU_SOURCE

#include <errno.h>
#include <stdio.h>
#include <sys/xattr.h>

#include "CPlatform.h"

// There are no *at calls for extended attributes: go through the descriptor's link in /proc. The l-variants do not
// follow the last component. Returns 0 if the name does not fit.
static int attribute_path(char *path, size_t size, int descriptor, const char *name) {
    int length = snprintf(path, size, name[0] ? "/proc/self/fd/%d/%s" : "/proc/self/fd/%d/.", descriptor, name);
    return length > 0 && (size_t)length < size;
}

long sandglass_list_attributes(int descriptor, const char *name, char *buffer, size_t size) {
    char path[512];
    if (!attribute_path(path, sizeof path, descriptor, name)) return -ENAMETOOLONG;
    long length = llistxattr(path, buffer, size);
    return length < 0 ? -errno : length;
}

long sandglass_get_attribute(int descriptor, const char *name, const char *attribute, void *buffer, size_t size) {
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
