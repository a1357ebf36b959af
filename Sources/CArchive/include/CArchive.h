// Reads tars, entries of zips and compressed files with libarchive, with names as raw bytes and entries by their offset in
// the file.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "zip.h"
#include "zip_directory.h"
#include "zip_entry.h"

/// A file that is being read by libarchive. Not thread-safe.
typedef struct sandglass_archive sandglass_archive;

/// The format that a file is read as.
typedef enum {
    /// An uncompressed tar.
    sandglass_archive_tar = 0,
    /// A zip from the header of an entry on, without the central directory.
    sandglass_archive_zip_entry = 1,
    /// A file compressed with gzip, xz, Zstandard or bzip2: a single entry with the decompressed contents.
    sandglass_archive_compressed = 2,
} sandglass_archive_format;

/// An entry as described by its header. Pointers are valid until the next entry is read.
typedef struct {
    const char *name;
    size_t name_length;
    /// The target of a symbolic link, as stored; otherwise NULL.
    const char *link_target;
    /// The name of the entry that a hard link refers to; otherwise NULL.
    const char *hard_link;
    /// `st_mode`, including the file type.
    uint32_t mode;
    uint32_t user;
    uint32_t group;
    /// Of a device node, the numbers of the device that it stands for.
    uint32_t node_major;
    uint32_t node_minor;
    /// Of another one than a regular file, more than 0 if it has contents nevertheless.
    int64_t size;
    int64_t modified_seconds;
    uint32_t modified_nanoseconds;
    int is_encrypted;
    /// The name in the local header of a zip entry, if the directory of the zip has another one, which is the one given;
    /// otherwise NULL.
    const char *other_name;
    size_t other_name_length;
    /// Whether the directory of a zip has another size, checksum or compression method for it than the local header, or
    /// the data descriptor behind the contents. Those of the directory count.
    int has_other_size, has_other_sum, has_other_method;
    /// Whether libarchive left out a part of its header of the pax format: extended attributes, or what else was in it.
    int lacks_attributes;
    /// Whether the directory of a zip has other entries with the same local header.
    int has_shared_header;
    /// Whether backslashes in the name of a zip entry were separators, and are slashes now.
    int has_backslashes;
    /// Whether the name of a zip entry has backslashes and no slashes, and it is not clear that they are separators.
    int has_unclear_backslashes;
    /// Whether the name of a zip entry is in an unknown encoding, with its backslashes as they are; the two answers about
    /// backslashes say what they are if there is no slash.
    int has_foreign_name;
    /// Whether the size of a zip entry was recorded modulo 2^32, and is another one.
    int has_found_size;
    /// Whether its type is unknown, so that it is read as a regular file.
    int has_unknown_type;
    /// The offset of the entry's header in the file; -1 if unknown.
    int64_t position;
    /// The number of extended attributes, to be read with `sandglass_archive_attribute`.
    int attributes;
    /// Whether an extended header of a tar has attributes in the form of star (`SCHILY.xattr.NAME`), which GNU tar writes too.
    int has_star_attributes;
    /// Whether it has attributes in the form of libarchive (`LIBARCHIVE.xattr.NAME`).
    int has_own_attributes;
} sandglass_archive_entry;

/// Results of reading.
enum {
    /// There is nothing more.
    sandglass_archive_end = 0,
    sandglass_archive_ok = 1,
    /// This entry cannot be read; the next one may be.
    sandglass_archive_skip = -1,
    /// Nothing more can be read.
    sandglass_archive_failed = -2,
    /// The zip has more entries than allowed, and none was read.
    sandglass_archive_too_many = -3,
};

/// Performs the one-time initialization that opening the first archive would do.
void sandglass_archive_prepare(void);

/// Called after each read of a file; NULL to call nothing.
extern void (*sandglass_archive_on_read)(void);

/// Starts reading a file of `size` bytes at `offset`, which is treated as its beginning. The descriptor remains owned by
/// the caller and must stay open until the archive is closed. Returns NULL if there is not enough memory.
sandglass_archive *sandglass_archive_open(
    int descriptor, int64_t size, int64_t offset, sandglass_archive_format format);

/// Reads the next entry's header.
int sandglass_archive_next(sandglass_archive *archive, sandglass_archive_entry *entry);

/// Returns the next extended attribute of the entry read last. Returns 1, or 0 if there are no more.
int sandglass_archive_attribute(sandglass_archive *archive, const char **name, const void **value, size_t *size);

/// Makes `sandglass_archive_attribute` return the first attribute again.
void sandglass_archive_rewind_attributes(sandglass_archive *archive);

/// Reads the next part of the entry's contents and its offset; ranges not covered by any part are zero.
int sandglass_archive_read(sandglass_archive *archive, const void **bytes, size_t *size, int64_t *offset);

/// Returns libarchive's message for the last failure; never NULL.
const char *sandglass_archive_problem(sandglass_archive *archive);

/// Returns whether a tar, all of whose entries were read, ends without blocks of zeros.
int sandglass_archive_has_no_end_mark(sandglass_archive *archive);

/// Returns whether a member of a gzip file that was read has another checksum or size than it says.
int sandglass_archive_has_wrong_checksum(sandglass_archive *archive);

/// Returns the number of bytes after the end of gzip or bzip2 data, once all of that was read; 0 if there are only
/// zeros.
int64_t sandglass_archive_trailing(sandglass_archive *archive);

/// Returns whether the data read is decompressed, once the first entry has been read; data that only begins like
/// compressed data is read as is.
int sandglass_archive_is_decompressed(sandglass_archive *archive);

/// Returns the number of bytes read from the file.
int64_t sandglass_archive_packed(sandglass_archive *archive);

void sandglass_archive_close(sandglass_archive *archive);

// What lists zips uses the types above.
#include "zip_listing.h"
