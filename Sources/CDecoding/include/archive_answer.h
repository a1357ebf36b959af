// The answers of a decoder process about an archive or a compressed file.
#pragma once

#include <stdint.h>

/// The formats of archives.
enum { SANDGLASS_TAR = 0, SANDGLASS_ZIP = 1 };

/// The outcome of a request.
enum {
    SANDGLASS_ARCHIVE_DONE = 0,
    /// Nothing more can be read; a message of libarchive says why.
    SANDGLASS_ARCHIVE_FAILED = 1,
    SANDGLASS_ARCHIVE_NO_MEMORY = 2,
    /// A zip has more entries than allowed, and none was read.
    SANDGLASS_ARCHIVE_TOO_MANY = 3,
    /// The header of the entry cannot be read.
    SANDGLASS_ARCHIVE_NO_HEADER = 4,
    /// There is no such entry.
    SANDGLASS_ARCHIVE_NO_ENTRY = 5,
    /// The entry has more contents than its size.
    SANDGLASS_ARCHIVE_TOO_LONG = 6,
    SANDGLASS_ARCHIVE_WRONG_CHECKSUM = 7,
    /// The archive ends inside the entry.
    SANDGLASS_ARCHIVE_CUT = 8,
    /// The compressed data contradicts itself, or its size.
    SANDGLASS_ARCHIVE_MALFORMED = 9,
    /// The file cannot be read; the system error number says why.
    SANDGLASS_ARCHIVE_UNREADABLE = 10,
    /// Nothing is in a compressed file.
    SANDGLASS_ARCHIVE_EMPTY = 11,
    /// A file only begins like a compressed one.
    SANDGLASS_ARCHIVE_NOT_COMPRESSED = 12,
    /// Nothing of a compressed file can be read; a message of libarchive says why.
    SANDGLASS_ARCHIVE_NOTHING = 13,
};

/// The remarks about an entry.
enum {
    /// Its header cannot be read, and nothing else is known about it.
    SANDGLASS_RECORD_UNREADABLE = 1,
    SANDGLASS_RECORD_ENCRYPTED = 2,
    /// The directory of a zip has another name for it than its local header; it is the one given. The other one is in the
    /// place of the name that a hard link refers to.
    SANDGLASS_RECORD_OTHER_NAME = 4,
    /// The directory of a zip has other entries with the same local header.
    SANDGLASS_RECORD_SHARED_HEADER = 8,
    /// Its type is unknown, so that it is read as a regular file.
    SANDGLASS_RECORD_UNKNOWN_TYPE = 16,
    SANDGLASS_RECORD_LINK = 32,
    SANDGLASS_RECORD_HARD_LINK = 64,
    /// Backslashes in its name were separators, and are slashes now.
    SANDGLASS_RECORD_BACKSLASHES = 128,
    /// Its name has backslashes and no slashes, and it is not clear that they are separators.
    SANDGLASS_RECORD_UNCLEAR_BACKSLASHES = 256,
    /// Its size was recorded modulo 2^32, and is another one.
    SANDGLASS_RECORD_FOUND_SIZE = 512,
    /// Its name is in an unknown encoding, and its backslashes are as they are: the two remarks about backslashes say what they
    /// are if the name has any and no slash.
    SANDGLASS_RECORD_FOREIGN_NAME = 1024,
    /// It has extended attributes in the form of star (`SCHILY.xattr.NAME`).
    SANDGLASS_RECORD_STAR_ATTRIBUTES = 2048,
    /// It has extended attributes in the form of libarchive (`LIBARCHIVE.xattr.NAME`).
    SANDGLASS_RECORD_OWN_ATTRIBUTES = 4096,
    /// The directory of a zip has another size, checksum or compression method for it than its local header or its data
    /// descriptor; those of the directory count.
    SANDGLASS_RECORD_OTHER_SIZE = 8192,
    SANDGLASS_RECORD_OTHER_SUM = 16384,
    SANDGLASS_RECORD_OTHER_METHOD = 32768,
    /// It has more extended attributes than fit, and some are left out.
    SANDGLASS_RECORD_LEFT_OUT_ATTRIBUTES = 65536,
};

/// An entry. Its name, the target of a link, the name that a hard link refers to, and its extended attributes follow.
typedef struct {
    int64_t size;
    int64_t modified_seconds;
    /// The offset of the entry's header in the file; -1 if unknown.
    int64_t position;
    uint32_t modified_nanoseconds;
    /// `st_mode`, including the file type.
    uint32_t mode;
    uint32_t user;
    uint32_t group;
    uint32_t flags;
    uint32_t name_length;
    uint32_t link_length;
    uint32_t hard_link_length;
    /// The length of all attributes: each a `sandglass_attribute_record`, the name, and the value.
    uint32_t attributes_length;
    /// Of a device node, the numbers of the device that it stands for.
    uint32_t node_major;
    uint32_t node_minor;
    uint32_t reserved;
} sandglass_archive_record;

/// An extended attribute.
typedef struct {
    uint32_t name_length;
    uint32_t value_length;
} sandglass_attribute_record;

/// The most bytes of the attributes of an entry, without their records. libarchive 3.6 stops, and says so, at a header of
/// more than 1 MiB, so that it takes several headers to have more.
enum { SANDGLASS_MOST_ATTRIBUTES = 3 << 20 };
