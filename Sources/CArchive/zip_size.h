// The sizes of zip entries of more than 4 GiB without ZIP64 fields.
#pragma once

#include <stdint.h>

#include "zip_directory.h"

/// An entry of which the size is wanted.
struct zip_contents {
    int descriptor;
    /// Whether they are compressed by DEFLATE; otherwise they are stored.
    int is_deflated;
    /// The offset in the file where they begin, and where the next entry or the directory does.
    int64_t start, end;
};

/// Finds the size of contents whose recorded sizes are modulo 2^32, as macOS's Finder writes them (and unzip reads the
/// contents to their end all the same). Compressed contents are read for that.
/// - Parameters:
///   - size: In: as recorded; out: in bytes.
///   - budget: The most bytes that are unpacked to find sizes; reduced by those that are. If more were needed, the result is
///     a size beyond it.
/// - Returns: Whether the size is another one than recorded.
int find_zip_size(
    const struct zip_contents *contents, const sandglass_zip_item *item, uint64_t *size, uint64_t *budget);
