// Reads the entries listed in the central directory of a zip.
#pragma once

#include <stdint.h>

/// The entries in the central directory of a zip, by the offsets of their local headers. Not thread-safe.
typedef struct sandglass_zip_directory sandglass_zip_directory;

/// Reads the central directory of a file of this size, up to the first damaged record. Returns NULL if there is not
/// enough memory.
sandglass_zip_directory *sandglass_zip_directory_read(int descriptor, int64_t file_size);

/// Finds the checksum (CRC-32) of the entry whose local header is at an offset in the file. Returns whether there is such an
/// entry.
int sandglass_zip_directory_sum(const sandglass_zip_directory *directory, int64_t header, uint32_t *sum);

/// Finds the name of the entry whose local header is at an offset in the file. It is valid until the next call.
/// - Parameter is_shared: Whether several entries share this header, of which one is found.
/// - Returns: The length of the name, or -1 if there is no such entry.
long sandglass_zip_directory_name(
    sandglass_zip_directory *directory, int descriptor, int64_t header, const char **name, int *is_shared);

void sandglass_zip_directory_free(sandglass_zip_directory *directory);
