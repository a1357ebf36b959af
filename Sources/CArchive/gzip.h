// Decompresses gzip files of one or more members (RFC 1952), each with a checksum of its own: libarchive compares none.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct gzip_reader gzip_reader;

/// Starts reading at `begin` in a file of `size` bytes. Returns NULL if no gzip data begin there, or if there is not enough
/// memory.
gzip_reader *gzip_open(int descriptor, int64_t begin, int64_t size);

/// Decompresses the next part. Returns its size, 0 at the end, or -1 on failure. The bytes are valid until the next call.
long gzip_read(gzip_reader *reader, const void **bytes);

/// Returns why reading failed.
const char *gzip_problem(const gzip_reader *reader);

/// Returns whether a member that was read has another checksum or size than it says.
int gzip_has_wrong_checksum(const gzip_reader *reader);

/// Returns the offset behind the last member that was read, relative to `begin`.
int64_t gzip_position(const gzip_reader *reader);

/// Returns the number of bytes read from the file.
int64_t gzip_packed(const gzip_reader *reader);

void gzip_close(gzip_reader *reader);
