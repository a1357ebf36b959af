// The names of zip entries.
#pragma once

#include <stddef.h>

/// The backslashes in a name.
enum zip_backslashes {
    zip_no_backslashes = 0,
    /// They were separators and are slashes now: the entry was made on FAT, whose names have none, and there is no slash in
    /// the name.
    zip_separators,
    /// They were left alone, though there is no slash in the name.
    zip_unclear,
};

/// The most bytes of a name: each byte may become three.
enum { zip_longest_name = 3 * 65535 };

/// Makes the name of an entry from its record in the central directory: from the Unicode Path field, or by the encoding of
/// the name. Bytes in an unknown encoding are left as they are.
/// - Parameter result: Room for `zip_longest_name` bytes.
/// - Returns: The length of the name.
size_t zip_name(const unsigned char *record, unsigned char *result, enum zip_backslashes *backslashes);

/// Returns whether nothing in a record says that the name of its entry is UTF-8, so that `zip_name` goes by the system on which
/// it was made.
int zip_has_foreign_name(const unsigned char *record);

/// Makes the name of an entry whose encoding is left to the caller, and so are its backslashes, which may be parts of
/// characters. `backslashes` says what they are if the name has any and no slashes.
size_t zip_foreign_name(const unsigned char *record, unsigned char *result, enum zip_backslashes *backslashes);
