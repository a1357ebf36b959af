// Reads the records of the central directory of a zip.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The entries in the central directory of a zip. Not thread-safe.
typedef struct sandglass_zip_directory sandglass_zip_directory;

/// An entry, as far as its record says where it is. Offsets are from the beginning of the file.
typedef struct {
    /// The offset of its local header; -1 if there can be none.
    int64_t header;
    /// The offset of its record in the directory.
    int64_t record;
    /// The sizes of the contents in bytes, compressed and not, as recorded.
    uint64_t packed, size;
    /// The checksum (CRC-32) of the contents.
    uint32_t sum;
    /// Its place in the directory, from 0.
    uint32_t ordinal;
    /// The compression method (APPNOTE.TXT, 4.4.5).
    uint16_t method;
    /// Whether other records name the same header.
    uint8_t is_shared;
    /// Whether the sizes have 64 bits; otherwise larger ones are modulo 2^32.
    uint8_t has_long_sizes;
} sandglass_zip_item;

/// The state of a directory.
typedef enum {
    sandglass_zip_whole = 0,
    /// There is no central directory: nothing can be listed.
    sandglass_zip_missing,
    /// It ends at a damaged record.
    sandglass_zip_damaged,
    /// It has another number of entries than the record at the end of the zip says.
    sandglass_zip_miscounted,
    /// It has more entries than allowed, and none was kept.
    sandglass_zip_too_many,
    sandglass_zip_no_memory,
} sandglass_zip_state;

/// Reads the central directory of a file of this size, up to the first damaged record. Returns NULL if there is not
/// enough memory for anything.
/// - Parameter most_entries: The most entries that are kept; all are in memory at once.
sandglass_zip_directory *sandglass_zip_directory_read(int descriptor, int64_t file_size, int64_t most_entries);

/// Returns how much of the directory could be read.
sandglass_zip_state sandglass_zip_directory_state(const sandglass_zip_directory *directory);

/// Returns whether the file is the last one of an archive that was split into several.
int sandglass_zip_directory_is_split(const sandglass_zip_directory *directory);

/// Returns the entry at a place in the directory; NULL behind the last one.
const sandglass_zip_item *sandglass_zip_directory_item(const sandglass_zip_directory *directory, size_t ordinal);

/// Returns the offset of what follows an entry in the file: the next header, or the directory.
int64_t sandglass_zip_directory_end(const sandglass_zip_directory *directory, const sandglass_zip_item *item);

/// Returns the entry whose local header is at an offset in the file; NULL if there is none.
const sandglass_zip_item *sandglass_zip_directory_at(const sandglass_zip_directory *directory, int64_t header);

void sandglass_zip_directory_free(sandglass_zip_directory *directory);
