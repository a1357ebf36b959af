// Writes zip files with libarchive, with names as the bytes that they are.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A zip that is being written. Not thread-safe.
typedef struct sandglass_zip sandglass_zip;

/// Starts writing to a descriptor, which remains owned by the caller. Returns NULL if there is not enough memory.
sandglass_zip *sandglass_zip_create(int descriptor);

/// Starts an entry.
/// - Parameters:
///   - is_utf8: Whether the name is UTF-8, and is marked as such (APPNOTE.TXT, 4.4.4, bit 11) unless it is ASCII.
///   - mode: `st_mode`, including the file type: a file, a directory, or a symbolic link.
///   - link_target: The target of a symbolic link; otherwise NULL.
/// - Returns: 0, or -1 for a failure; see `sandglass_zip_problem`.
int sandglass_zip_begin(
    sandglass_zip *zip, const char *name, int is_utf8, uint32_t mode, int64_t size, int64_t modified,
    const char *link_target);

/// Writes the next part of the entry's contents. Returns 0, or -1.
int sandglass_zip_write(sandglass_zip *zip, const void *bytes, size_t size);

/// Writes the central directory. Returns 0, or -1.
int sandglass_zip_finish(sandglass_zip *zip);

/// Returns libarchive's message for the last failure; never NULL.
const char *sandglass_zip_problem(sandglass_zip *zip);

/// Returns the system error number of the last failure; 0 if it has none.
int sandglass_zip_errno(sandglass_zip *zip);

void sandglass_zip_close(sandglass_zip *zip);
