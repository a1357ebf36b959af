// Reading tar and zip files with libarchive: names as the bytes that they are, and entries by their place in the file.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A file that is being read; one thread at a time may use it.
typedef struct sandglass_archive sandglass_archive;

/// What a file is read as.
typedef enum {
    /// An uncompressed tar.
    sandglass_archive_tar = 0,
    /// A zip, by the directory at its end.
    sandglass_archive_zip = 1,
    /// A zip from the header of an entry on, without the directory at its end.
    sandglass_archive_zip_entry = 2,
    /// Anything that is compressed with gzip, xz, Zstandard or bzip2: one entry with what is in it.
    sandglass_archive_compressed = 3,
} sandglass_archive_format;

/// An entry as its header describes it. Pointers are good until the next entry is read.
typedef struct {
    const char *name;
    size_t name_length;
    /// Of a symbolic link, as it is written there; NULL for everything else.
    const char *link_target;
    /// The name of the entry that a hard link means; NULL for everything else.
    const char *hard_link;
    /// `st_mode`, with the kind.
    uint32_t mode;
    uint32_t user;
    uint32_t group;
    int has_size;
    int64_t size;
    int64_t modified_seconds;
    uint32_t modified_nanoseconds;
    int is_encrypted;
    /// Whether its type is none that is known, so that it is read as a regular file.
    int has_unknown_type;
    /// Where in the file the entry's header begins; -1 where that is not known.
    int64_t position;
    /// How many extended attributes it has, for `sandglass_archive_attribute`.
    int attributes;
} sandglass_archive_entry;

/// What reading came to.
enum {
    /// There is nothing more.
    sandglass_archive_end = 0,
    sandglass_archive_ok = 1,
    /// This entry cannot be used; the next one may be.
    sandglass_archive_skip = -1,
    /// Nothing more can be read.
    sandglass_archive_failed = -2,
};

/// Begins to read a file at `offset`, which counts as its beginning. The descriptor stays the caller's, and stays open
/// for as long as the archive is. NULL where there is no memory for it.
sandglass_archive *sandglass_archive_open(int descriptor, int64_t offset, sandglass_archive_format format);

/// The next entry's header.
int sandglass_archive_next(sandglass_archive *archive, sandglass_archive_entry *entry);

/// An extended attribute of the entry whose header was read last. 1, or 0 where there are no more of them.
int sandglass_archive_attribute(sandglass_archive *archive, const char **name, const void **value, size_t *size);

/// The next part of the entry's contents, and its place in them; what no part covers is zero.
int sandglass_archive_read(sandglass_archive *archive, const void **bytes, size_t *size, int64_t *offset);

/// Why the last call failed, in libarchive's words; never NULL.
const char *sandglass_archive_problem(sandglass_archive *archive);

/// How many bytes of the file have been read.
int64_t sandglass_archive_packed(sandglass_archive *archive);

void sandglass_archive_close(sandglass_archive *archive);
