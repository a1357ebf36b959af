// Reads the contents of a zip entry whose header and size are known from the central directory.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The contents of an entry that are being read. Not thread-safe.
typedef struct sandglass_zip_entry sandglass_zip_entry;

/// Results of reading.
enum {
    sandglass_zip_entry_end = 0,
    sandglass_zip_entry_ok = 1,
    /// The data contradict themselves, or the size.
    sandglass_zip_entry_damaged = -1,
    /// The file ends inside the contents.
    sandglass_zip_entry_truncated = -2,
    /// The file cannot be read; the reason is in `errno`.
    sandglass_zip_entry_unreadable = -3,
};

/// Starts reading an entry.
/// - Parameters:
///   - descriptor: The file; it remains owned by the caller and must stay open.
///   - header: The offset of the entry's local header in the file.
///   - size: The size of the contents.
///   - method: The compression method; -1 for the one in the header.
/// - Returns: NULL if the entry is not stored or deflated, or is encrypted, or if there is no header or no memory.
sandglass_zip_entry *sandglass_zip_entry_open(int descriptor, int64_t header, uint64_t size, int method);

/// Returns the offset in the file of contents that are not compressed; -1 if they are. Before any of them are read.
int64_t sandglass_zip_entry_stored_position(const sandglass_zip_entry *entry);

/// Reads the next part of the contents, which is valid until the next call.
int sandglass_zip_entry_read(sandglass_zip_entry *entry, const void **bytes, size_t *size);

/// Returns the checksum (CRC-32) of the contents that have been read.
uint32_t sandglass_zip_entry_sum(const sandglass_zip_entry *entry);

/// Returns whether that checksum is recorded with the contents, which have been read to their end: before or behind them.
int sandglass_zip_entry_has_sum(const sandglass_zip_entry *entry);

void sandglass_zip_entry_close(sandglass_zip_entry *entry);
