#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <sys/xattr.h>

int sandglass_set_attribute_at_path(const char *path, const char *attribute, const void *value, size_t size) {
    return lsetxattr(path, attribute, value, size, 0) == 0 ? 0 : -errno;
}
