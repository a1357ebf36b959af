// What Swift's Glibc overlay does not import of Linux: thin wrappers, no policy.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// What `statx` tells of an item, in the widths that the callers use.
typedef struct {
    uint64_t inode;
    uint64_t size;
    uint64_t blocks;  // of 512 bytes
    uint64_t device;
    int64_t modified_seconds;
    int64_t changed_seconds;
    int64_t born_seconds;
    uint32_t modified_nanoseconds;
    uint32_t has_birth;
    uint32_t mode;
    uint32_t links;
    uint32_t user;
    uint32_t group;
} sandglass_stat;

/// `O_PATH`: a handle that only names its item.
static const int sandglass_path_only = 010000000;

/// Reads directory entries (`struct linux_dirent64`) into `buffer`. Bytes read, 0 at the end, or -errno.
long sandglass_getdents(int descriptor, void *buffer, size_t size);

/// `statx` of `name` in the directory `descriptor`, links not followed; an empty name is the descriptor itself. 0 or -errno.
int sandglass_statx(int descriptor, const char *name, sandglass_stat *result);

/// `openat2` beneath `descriptor` and through no link at all. A descriptor or -errno.
int sandglass_open_beneath(int descriptor, const char *path, int flags);

/// `openat` of a single component, with `O_NOFOLLOW` and `O_CLOEXEC` added. A descriptor or -errno.
int sandglass_open_component(int descriptor, const char *name, int flags);

/// Opens a path of the host as the person gave it, with `O_CLOEXEC` added. A descriptor or -errno.
int sandglass_open_host(const char *path, int flags);

/// Names of the extended attributes of `name` in `descriptor`, links not followed, each ended by NUL. Length or -errno.
long sandglass_list_attributes(int descriptor, const char *name, char *buffer, size_t size);

/// One extended attribute's value, links not followed. Length or -errno.
long sandglass_get_attribute(int descriptor, const char *name, const char *attribute, void *buffer, size_t size);

/// Sets an extended attribute of what stands at a path of the host, a last link not followed. 0 or -errno.
int sandglass_set_attribute_at_path(const char *path, const char *attribute, const void *value, size_t size);

/// A link's target. Length or -errno.
long sandglass_read_link(int descriptor, const char *name, char *buffer, size_t size);

/// The magic number of the file system that `descriptor` is on, or 0.
uint64_t sandglass_file_system_type(int descriptor);

/// An event counter that a poll loop can wait for, non-blocking. A descriptor or -errno.
int sandglass_event_descriptor(void);

/// Starts a detached thread with every signal blocked and a stack of `stack_size` bytes. 0 or an errno value.
int sandglass_start_thread(size_t stack_size, void *(*body)(void *), void *argument);

/// Keeps the allocator from giving every thread an arena of its own, and makes it return large blocks at once.
void sandglass_tune_allocator(void);

/// Raises the soft limit of open descriptors to the hard limit.
void sandglass_raise_descriptor_limit(void);

/// The user's (or group's) name in `buffer`; an empty string where it has none.
void sandglass_user_name(uint32_t user, char *buffer, size_t size);
void sandglass_group_name(uint32_t group, char *buffer, size_t size);
