// Finds the central directory of a zip.
#pragma once

#include <stdint.h>

/// Where the central directory of a zip is, according to the record at its end.
struct zip_end {
    /// The offset of the directory in the file, and its length.
    int64_t first, length;
    /// Everything lies this many bytes farther than the archive says: something was put in front of it, or its offsets are
    /// modulo 2^32.
    int64_t shift;
    /// The number of entries that is recorded, modulo 2^16 without a ZIP64 record; -1 if none is.
    int64_t count;
    /// Whether a ZIP64 record has it.
    int is_count_long;
    /// Whether it is the last file of an archive that was split into several.
    int is_split;
};

/// Returns whether there is a central directory, which may be empty.
int find_zip_end(int descriptor, int64_t file_size, struct zip_end *found);
