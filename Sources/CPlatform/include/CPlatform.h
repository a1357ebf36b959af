// The system calls that Swift's Glibc overlay does not import, as thin wrappers without policy.
//
// No name refers to a particular system: anything specific to Linux stays in the C files.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <string.h>
#include <sys/types.h>

/// Waits until a POSIX semaphore can be decremented, or until a time of the monotonic clock, in nanoseconds.
void sandglass_semaphore_wait(void *semaphore, uint64_t deadline);

/// How often a call that is interrupted is made again: a device can answer EINTR again and again.
enum { sandglass_most_interruptions = 64 };

/// The status of an item.
typedef struct {
    uint64_t inode;
    uint64_t size;
    uint64_t blocks;  // in units of 512 bytes
    uint64_t device;
    int64_t accessed_seconds;
    int64_t modified_seconds;
    int64_t changed_seconds;
    int64_t born_seconds;
    uint32_t accessed_nanoseconds;
    uint32_t modified_nanoseconds;
    uint32_t changed_nanoseconds;
    uint32_t born_nanoseconds;
    uint32_t has_birth;
    uint32_t mode;
    uint32_t links;
    uint32_t user;
    uint32_t group;
    uint32_t node_major;  // of a device node, the numbers of the device that it stands for
    uint32_t node_minor;
    uint32_t is_fixed;  // whether it is immutable or append-only (chattr(1)), as far as the file system says so
} sandglass_stat;

/// `O_PATH`: opens a descriptor that only identifies its item.
static const int sandglass_path_only = 010000000;

/// An entry of a directory.
typedef struct {
    const char *name;  // NUL-terminated, in the buffer
    size_t length;     // of the name in bytes, never 0
    uint64_t inode;
    uint8_t type;  // a DT_ constant of readdir(3)
} sandglass_entry;

/// Reads entries of an open directory into `buffer`, as many as fit; `sandglass_next_entry` decodes them. Returns the
/// number of bytes, 0 at the end, or -errno.
long sandglass_read_entries(int descriptor, void *buffer, size_t size);

/// Decodes the entry at `*offset` of a buffer that `sandglass_read_entries` filled, and advances the offset past it.
/// Skips `.`, `..` and entries without a name. Returns 0 at the end, and if a record does not fit into the buffer.
///
/// A record is {u64 inode, i64 offset, u16 length, u8 type, name, NUL} (getdents(2)). Defined here so that it is
/// inlined into the loops over millions of entries.
static inline int sandglass_next_entry(const void *buffer, size_t filled, size_t *offset, sandglass_entry *entry) {
    enum { length_at = 16, type_at = 18, name_at = 19 };
    while (*offset + name_at <= filled) {
        const char *record = (const char *)buffer + *offset;
        uint16_t length;
        memcpy(&length, record + length_at, sizeof length);
        // A user-space file system may report any length.
        if (length <= name_at || length > filled - *offset) return 0;
        *offset += length;
        const char *name = record + name_at;
        size_t name_length = strnlen(name, length - name_at);
        if (name_length == 0 || name_length == (size_t)length - name_at) continue;
        if (name[0] == '.' && (name_length == 1 || (name_length == 2 && name[1] == '.'))) continue;
        entry->name = name;
        entry->length = name_length;
        memcpy(&entry->inode, record, sizeof entry->inode);
        entry->type = (uint8_t)record[type_at];
        return 1;
    }
    return 0;
}

/// The status of `name` in the directory `descriptor`, without following symbolic links; an empty name means the
/// descriptor itself. Returns 0 or -errno.
int sandglass_status(int descriptor, const char *name, sandglass_stat *result);

/// The numbers of the device and the inode of an open item. A device on a cable is not asked for them, so that they are
/// known even if it does not answer. Returns 0 or -errno.
int sandglass_file_numbers(int descriptor, uint64_t *device, uint64_t *inode);

/// `openat2` beneath `descriptor` without following any symbolic link. Returns a descriptor or -errno.
int sandglass_open_beneath(int descriptor, const char *path, int flags);

/// `openat` of a single component, with `O_NOFOLLOW` and `O_CLOEXEC` added. Returns a descriptor or -errno.
int sandglass_open_component(int descriptor, const char *name, int flags);

/// Opens a host path as given by the user, with `O_CLOEXEC` added. Returns a descriptor or -errno.
int sandglass_open_host(const char *path, int flags);

/// Lists the extended attributes of `name` in `descriptor`, each name terminated by NUL, without following symbolic
/// links. Returns the length or -errno.
long sandglass_list_attributes(int descriptor, const char *name, char *buffer, size_t size);

/// Reads the value of an extended attribute without following symbolic links. Returns the length or -errno.
long sandglass_get_attribute(int descriptor, const char *name, const char *attribute, void *buffer, size_t size);

/// Sets an extended attribute of the item at a host path; a symbolic link as the last component is not followed.
/// Returns 0 or -errno.
int sandglass_set_attribute_at_path(const char *path, const char *attribute, const void *value, size_t size);

/// Creates an anonymous file in memory. Returns a descriptor or -errno.
int sandglass_memory_file(bool is_confidential);
/// Returns whether a file was made by `sandglass_memory_file(true)`.
bool sandglass_is_confidential(int descriptor);

/// Creates an unnamed file on the file system of a directory. Returns a descriptor or -errno.
int sandglass_unnamed_file(const char *directory);

/// Reads the target of a symbolic link. Returns the length or -errno.
long sandglass_read_link(int descriptor, const char *name, char *buffer, size_t size);

/// Returns the magic number of the file system of `descriptor`, or 0.
uint64_t sandglass_file_system_type(int descriptor);

/// Creates a non-blocking event counter that a poll loop can wait for. Returns a descriptor or -errno.
int sandglass_event_descriptor(void);

/// Starts a detached thread with a stack of `stack_size` bytes and all signals blocked except fault signals. Returns 0
/// or an errno value.
int sandglass_start_thread(size_t stack_size, void *(*body)(void *), void *argument);

/// Requests short time slices, for which the scheduler runs a thread sooner. Applies to the calling thread and to those
/// it starts.
void sandglass_answer_soon(void);

/// Requests time slices of the default length again.
void sandglass_work_steadily(void);

/// Makes the calling thread give way to other threads, of this process and of others.
void sandglass_step_back(void);

/// Limits the allocator to two arenas and makes it return large blocks to the system at once.
void sandglass_tune_allocator(void);

/// Raises the soft limit on open descriptors to the hard limit.
void sandglass_raise_descriptor_limit(void);

/// Stores the name of a user or group in `buffer`; an empty string if it has none.
void sandglass_user_name(uint32_t user, char *buffer, size_t size);
void sandglass_group_name(uint32_t group, char *buffer, size_t size);

// Changes. All calls take a directory descriptor and a single name, and follow no symbolic link.

/// Creates a regular file for writing; fails if the name exists. Returns a descriptor or -errno.
int sandglass_create_file(int directory, const char *name, uint32_t mode);

/// Creates a directory. Returns 0 or -errno.
int sandglass_make_directory(int directory, const char *name, uint32_t mode);

/// Creates a symbolic link. Returns 0 or -errno.
int sandglass_make_link(int directory, const char *name, const char *target);

/// Creates a hard link to an existing item other than a directory; a symbolic link is not followed. Returns 0 or
/// -errno.
int sandglass_add_name(int directory, const char *name, int new_directory, const char *new_name);

/// Returns the user as whom this thread accesses files.
uint32_t sandglass_file_user(void);

/// Removes a name, or an empty directory if `is_directory` is not 0. Returns 0 or -errno.
int sandglass_remove_name(int directory, const char *name, int is_directory);

/// Renames without replacing: fails with -EEXIST if the new name exists. Returns 0 or -errno.
int sandglass_rename_no_replace(int directory, const char *name, int new_directory, const char *new_name);

/// Renames, replacing an existing item. Returns 0 or -errno.
int sandglass_rename_over(int directory, const char *name, int new_directory, const char *new_name);

/// Sets the owner and group of `name` or, if it is empty, of the descriptor itself; -1 leaves one unchanged. Returns 0
/// or -errno.
int sandglass_set_owner(int descriptor, const char *name, uint32_t user, uint32_t group);

/// Sets the permission bits of an open item. Returns 0 or -errno.
int sandglass_set_mode(int descriptor, uint32_t mode);

/// Sets the permission bits of the directory `name`, regardless of its current permissions. Returns 0 or -errno.
int sandglass_set_directory_mode(int directory, const char *name, uint32_t mode);

/// Sets the access and modification times of `name` or, if it is empty, of the descriptor itself. Returns 0 or -errno.
int sandglass_set_times(int descriptor, const char *name, const sandglass_stat *times);

/// Lists, reads or sets extended attributes of an open item. Returns the length (0 for setting) or -errno.
long sandglass_list_open_attributes(int descriptor, char *buffer, size_t size);
long sandglass_get_open_attribute(int descriptor, const char *attribute, void *buffer, size_t size);
int sandglass_set_open_attribute(int descriptor, const char *attribute, const void *value, size_t size);

/// Sets or removes an extended attribute of `name` in `descriptor`; an empty name means the descriptor itself. Returns
/// 0 or -errno.
int sandglass_set_attribute(int descriptor, const char *name, const char *attribute, const void *value, size_t size);
int sandglass_remove_attribute(int descriptor, const char *name, const char *attribute);

/// Makes an open, empty file share all contents of another. Returns 0 or -errno.
int sandglass_clone_contents(int from, int to);

/// Copies up to `size` bytes at `offset` to the same offset of another open file, in the kernel. Returns the number of
/// bytes or -errno.
long sandglass_copy_range(int from, int to, int64_t offset, size_t size);

/// Returns the offset of the next data or hole of an open file at or after `offset`, or -errno; -ENXIO if there is
/// none.
int64_t sandglass_next_data(int descriptor, int64_t offset);
int64_t sandglass_next_hole(int descriptor, int64_t offset);

/// Makes everything on the descriptor's file system durable. Returns 0 or -errno.
int sandglass_sync_file_system(int descriptor);

/// Starts writing a part of a file to disk without waiting.
void sandglass_begin_write_back(int descriptor, int64_t offset, int64_t size);

/// Writes a part of a file to disk and waits for the writes to finish.
void sandglass_finish_write_back(int descriptor, int64_t offset, int64_t size);

/// Returns the number of bytes of a part of a file that are in the page cache, or -errno if the system does not report
/// it.
int64_t sandglass_cached_bytes(int descriptor, int64_t offset, int64_t size);

/// Returns an ID of the mount of an open item, or 0 if the kernel does not provide one.
uint64_t sandglass_mount(int descriptor);

/// Returns the number of bytes available to unprivileged users on the file system of an open item, or -errno.
int64_t sandglass_free_bytes(int descriptor);

/// Returns 0 if entries of an open directory may be created and removed, otherwise -errno.
int sandglass_may_write(int descriptor);

/// Locks an open file or directory (flock(2)). Returns 0, -EWOULDBLOCK if another process holds the lock, or another
/// -errno.
int sandglass_try_lock(int descriptor);

// Notifications of changes in directories.

/// Creates a non-blocking queue for events in watched directories, for poll(2). Returns a descriptor or -errno.
int sandglass_watch_open(void);

/// Watches an open directory. Returns the watch's number, which is the same for the same directory, or -errno.
int sandglass_watch_add(int queue, int directory);

/// Watches whether an open directory itself is moved or removed, and for names in it that are removed if wanted. Nothing
/// else is reported.
int sandglass_watch_add_place(int queue, int directory, int reports_removals);

/// Takes events off the queue without waiting. Stores the watch of each in `watches`, or -1 if the system dropped
/// events; `capacity` is at least 32. Returns how many were stored; 0 if the queue is empty or cannot be read.
size_t sandglass_watch_read(int queue, int *watches, size_t capacity);

/// What has happened to an entry of a watched directory; several of them together.
enum {
    sandglass_change_added = 1,
    sandglass_change_removed = 2,
    sandglass_change_written = 4,
    sandglass_change_attributes = 8,
    /// The system dropped events.
    sandglass_change_overflow = 16,
    /// The watch has ended, since the directory is gone.
    sandglass_change_ended = 32,
    /// The entry is a directory.
    sandglass_change_directory = 64,
    /// The directory itself was moved or removed.
    sandglass_change_place = 128,
};

/// An event of a watched directory.
typedef struct {
    int watch;
    uint32_t kinds;    // of sandglass_change_added and so on
    const char *name;  // of the entry, in the buffer; not terminated
    size_t length;     // 0 for the directory itself
} sandglass_change;

/// Takes events off the queue without waiting; `sandglass_next_change` decodes them. `size` is at least 4,096. Returns the
/// number of bytes, 0 if there are none, or -errno.
long sandglass_watch_take(int queue, void *buffer, size_t size);

/// Decodes the event at `*offset` of a buffer that `sandglass_watch_take` filled, and advances the offset past it. Returns
/// 0 at the end.
int sandglass_next_change(const void *buffer, size_t filled, size_t *offset, sandglass_change *change);

enum { sandglass_wait_changed = 1, sandglass_wait_woken = 2 };

/// Waits until there are events in the queue, until `wake` is readable or `output` has no reader any more, or until the
/// given number of milliseconds has passed; -1 waits forever, and a descriptor less than 0 is ignored. Returns the sum of
/// `sandglass_wait_changed` and `sandglass_wait_woken`, 0 after the time or a signal, or -errno.
int sandglass_wait_for_changes(int queue, int wake, int output, int milliseconds);

/// Removes a watch.
void sandglass_watch_remove(int queue, int watch);

/// Waits until a descriptor is readable or the given number of milliseconds has passed; -1 waits forever. Returns 1, 0
/// or -errno.
int sandglass_wait_readable(int descriptor, int milliseconds);

/// Opens a new pseudo-terminal and stores the path of its terminal side in `path`. Returns the descriptor of the
/// controlling side or -errno.
int sandglass_open_terminal(char *path, size_t size);

/// Fixes the time zone of local times: without the variable TZ, glibc looks for a new /etc/localtime at each of them, twice
/// for each entry of a zip archive. Call it before there are threads.
void sandglass_fix_time_zone(void);

/// Returns the environment as it was given to this process, to be freed; NULL if there is no memory.
char **sandglass_given_environment(void);

/// Runs a program, found by `PATH`, on this terminal and waits for it to end; `arguments` end with NULL. This process
/// ignores SIGINT and SIGQUIT from the keyboard meanwhile. Returns the exit status, 128 + the number of the signal that
/// ended it, or -errno.
int sandglass_run(const char *const *arguments);

/// Asks for a line on the controlling terminal without echo. A signal takes effect after the terminal's modes are
/// restored. If the process is killed, another one restores them, and discards unread input.
/// - Returns: The number of bytes without the newline, or a negative error number: ENXIO without a terminal, E2BIG if
///   the line is longer than `size`.
ssize_t sandglass_read_passphrase(const char *question, char *buffer, size_t size);

/// Where `sandglass_read_passphrase` notes the process that waits for the end of this one, 0 for none; NULL to note it
/// nowhere.
extern volatile pid_t *sandglass_asking;

/// Closes all descriptors but these two, one of which may be less than 0.
void sandglass_close_others(int one, int other);

/// Where `sandglass_run` notes the process that it waits for, 0 for none; NULL to note it nowhere.
extern volatile pid_t *sandglass_running;

/// Returns the number of a device as `sandglass_stat` has it.
uint64_t sandglass_device_number(uint32_t major_number, uint32_t minor_number);

/// Starts a program, found in PATH, in a new session without a terminal, with the environment as it was given.
/// Its standard input is empty. `*output` and `*errors` are non-blocking ends of pipes from its standard output and error.
/// Returns the process, to be collected with waitpid(2), or -errno.
pid_t sandglass_start_program(const char *const *arguments, int *output, int *errors);

/// Starts a program in a new session without a terminal: with a new socket as descriptor 3, /dev/null as 0 to 2 and no
/// others, an empty environment, and no signals blocked, ignored or handled. Stores the other end of the socket, which
/// is nonblocking. Returns the process identifier or -errno.
pid_t sandglass_start_helper(const char *program, const char *const *arguments, int *socket);

/// Sends bytes and a descriptor over a socket (SCM_RIGHTS). Returns 0 or -errno.
int sandglass_send_descriptor(int socket, const void *bytes, size_t size, int descriptor);

/// Returns whether the user's locale (LC_ALL, LC_CTYPE, LANG) encodes text as UTF-8. Leaves the program's locale as it is.
bool sandglass_is_locale_utf8(void);

// Leases (fcntl(2)), which show whether other processes have a file open.

/// Blocks attempts to open a file for writing until the file is closed, or until the writers have waited as long as the
/// system makes them. Returns 0; -EAGAIN if the file is open or mapped for writing; another -errno if the system does
/// not report it, for example for files of other users.
int sandglass_hold_off_writers(int descriptor);

/// Returns whether writers have been held off without interruption, that is, none has tried to open the file.
int sandglass_are_writers_held_off(int descriptor);

/// Lets writers continue.
void sandglass_admit_writers(int descriptor);
