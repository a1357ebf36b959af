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
    int64_t accessed_seconds;
    int64_t modified_seconds;
    int64_t changed_seconds;
    int64_t born_seconds;
    uint32_t accessed_nanoseconds;
    uint32_t modified_nanoseconds;
    uint32_t changed_nanoseconds;
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

/// A new file in memory, without a name. A descriptor or -errno.
int sandglass_memory_file(void);

/// A new file without a name on the file system of a directory. A descriptor or -errno.
int sandglass_unnamed_file(const char *directory);

/// A link's target. Length or -errno.
long sandglass_read_link(int descriptor, const char *name, char *buffer, size_t size);

/// The magic number of the file system that `descriptor` is on, or 0.
uint64_t sandglass_file_system_type(int descriptor);

/// An event counter that a poll loop can wait for, non-blocking. A descriptor or -errno.
int sandglass_event_descriptor(void);

/// Starts a detached thread with every signal blocked and a stack of `stack_size` bytes. 0 or an errno value.
int sandglass_start_thread(size_t stack_size, void *(*body)(void *), void *argument);

/// Asks for short turns of the processor, which are given sooner, for the calling thread and those it starts.
void sandglass_answer_soon(void);

/// Asks for turns of the usual length again.
void sandglass_work_steadily(void);

/// Lets other threads, of this program and of others, have the processor before the calling one.
void sandglass_step_back(void);

/// Keeps the allocator from giving every thread an arena of its own, and makes it return large blocks at once.
void sandglass_tune_allocator(void);

/// Raises the soft limit of open descriptors to the hard limit.
void sandglass_raise_descriptor_limit(void);

/// The user's (or group's) name in `buffer`; an empty string where it has none.
void sandglass_user_name(uint32_t user, char *buffer, size_t size);
void sandglass_group_name(uint32_t group, char *buffer, size_t size);

// Changing things; every call takes a directory's descriptor and a single name, and follows no link.

/// A new regular file for writing; what stands there already is an error. A descriptor or -errno.
int sandglass_create_file(int directory, const char *name, uint32_t mode);

/// A new directory. 0 or -errno.
int sandglass_make_directory(int directory, const char *name, uint32_t mode);

/// A new symbolic link. 0 or -errno.
int sandglass_make_link(int directory, const char *name, const char *target);

/// A new name for an existing item that is no directory, a link not followed. 0 or -errno.
int sandglass_add_name(int directory, const char *name, int new_directory, const char *new_name);

/// Removes a name; of an empty directory where `is_directory` is not 0. 0 or -errno.
int sandglass_remove_name(int directory, const char *name, int is_directory);

/// Renames over nothing: -EEXIST where something has the new name. 0 or -errno.
int sandglass_rename_new(int directory, const char *name, int new_directory, const char *new_name);

/// Exchanges two items. 0 or -errno.
int sandglass_rename_exchange(int directory, const char *name, int new_directory, const char *new_name);

/// Renames over whatever may be replaced. 0 or -errno.
int sandglass_rename_over(int directory, const char *name, int new_directory, const char *new_name);

/// Owner and group of `name`, or, where it is empty, of the descriptor's own item; -1 leaves one as it is. 0 or -errno.
int sandglass_set_owner(int descriptor, const char *name, uint32_t user, uint32_t group);

/// Permission bits of an open item. 0 or -errno.
int sandglass_set_mode(int descriptor, uint32_t mode);

/// Permission bits of the directory `name`, whatever its own permissions are. 0 or -errno.
int sandglass_set_directory_mode(int directory, const char *name, uint32_t mode);

/// Access and modification time of `name`, or, where it is empty, of the descriptor's own item. 0 or -errno.
int sandglass_set_times(int descriptor, const char *name, const sandglass_stat *times);

/// Attributes of an open item. Length, or 0, or -errno.
long sandglass_list_open_attributes(int descriptor, char *buffer, size_t size);
long sandglass_get_open_attribute(int descriptor, const char *attribute, void *buffer, size_t size);
int sandglass_set_open_attribute(int descriptor, const char *attribute, const void *value, size_t size);

/// Sets, or removes, an attribute of `name` in `descriptor`, which an empty name means itself. 0 or -errno.
int sandglass_set_attribute(int descriptor, const char *name, const char *attribute, const void *value, size_t size);
int sandglass_remove_attribute(int descriptor, const char *name, const char *attribute);

/// Makes an open, empty file share all contents of another. 0 or -errno.
int sandglass_clone_contents(int from, int to);

/// Copies up to `size` bytes at `offset` to the same place of another open file, in the kernel. Bytes or -errno.
long sandglass_copy_range(int from, int to, int64_t offset, size_t size);

/// Where the next data, or the next hole, of an open file begins at or after `offset`. The place or -errno; -ENXIO where
/// there is nothing more.
int64_t sandglass_next_data(int descriptor, int64_t offset);
int64_t sandglass_next_hole(int descriptor, int64_t offset);

/// Makes everything of the descriptor's file system durable. 0 or -errno.
int sandglass_sync_file_system(int descriptor);

/// Begins to write a part of a file to its device, and does not wait.
void sandglass_begin_write_back(int descriptor, int64_t offset, int64_t size);

/// Waits until a part of a file is on its way to its device no more.
void sandglass_finish_write_back(int descriptor, int64_t offset, int64_t size);

/// How many bytes of a part of a file are in the page cache, or -errno where the system does not tell.
int64_t sandglass_cached_bytes(int descriptor, int64_t offset, int64_t size);

/// Tells the mount that an open item is on from others, or 0 where the kernel does not say.
uint64_t sandglass_mount(int descriptor);

/// Bytes that anybody may still use on the file system of an open item, or -errno.
int64_t sandglass_free_bytes(int descriptor);

/// Whether entries of an open directory may be made and removed: 0 or -errno.
int sandglass_may_write(int descriptor);

/// Takes the lock of an open file or directory (flock(2)). 0, or -EWOULDBLOCK where another has it, or -errno.
int sandglass_try_lock(int descriptor);

// Being told of changes in directories.

/// A queue of what happens in watched directories, to be read without waiting (inotify(7)). A descriptor or -errno.
int sandglass_watch_open(void);

/// Watches an open directory. The watch's number, the same one for the same directory, or -errno.
int sandglass_watch_add(int queue, int directory);

/// Ends a watch.
void sandglass_watch_remove(int queue, int watch);

/// Waits until a descriptor can be read, or for so many milliseconds; -1 waits for ever. 1, 0 or -errno.
int sandglass_wait_readable(int descriptor, int milliseconds);

/// Runs a program, found by `PATH`, on this terminal and waits for its end; `arguments` end with NULL. SIGINT and SIGQUIT,
/// which keys send, are its own meanwhile. Its exit status, 128 + the signal that ended it, or -errno.
int sandglass_run(const char *const *arguments);

// Leases (fcntl(2)): what Linux knows of those who have a file open.

/// Keeps others from opening an open file for writing until it is closed, or they have waited as long as the system lets
/// them. 0; -EAGAIN where somebody has it open for writing, or mapped; another -errno where the system does not tell, as
/// of other people's files.
int sandglass_hold_off_writers(int descriptor);

/// Whether writers have been held off ever since: nobody has asked to write.
int sandglass_are_writers_held_off(int descriptor);

/// Lets writers go on.
void sandglass_admit_writers(int descriptor);
