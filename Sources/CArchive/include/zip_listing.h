// Lists the entries of a zip by its central directory, as Info-ZIP's unzip reads it.
#pragma once

#include <stdint.h>

#include "CArchive.h"

/// A zip whose entries are being listed. Not thread-safe.
typedef struct sandglass_zip_listing sandglass_zip_listing;

/// Starts listing a file of `size` bytes. The descriptor remains owned by the caller and must stay open until the listing is
/// closed. Returns NULL if there is not enough memory.
/// - Parameters:
///   - most_entries: A zip with more entries, which would all be in memory at once, is not listed.
///   - most_unpacked: The most bytes that are unpacked to find sizes that are recorded modulo 2^32.
///   - leaves_foreign_names: Whether names that nothing says to be UTF-8 are given as they are.
sandglass_zip_listing *sandglass_zip_listing_open(
    int descriptor, int64_t size, int64_t most_entries, uint64_t most_unpacked, int leaves_foreign_names);

/// Reads the next entry, in the order of the directory. Returns a result of `sandglass_archive_next`.
int sandglass_zip_listing_next(sandglass_zip_listing *listing, sandglass_archive_entry *entry);

/// Returns why nothing more can be read, after a failure.
const char *sandglass_zip_listing_problem(const sandglass_zip_listing *listing);

void sandglass_zip_listing_close(sandglass_zip_listing *listing);
