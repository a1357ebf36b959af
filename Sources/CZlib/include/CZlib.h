#pragma once
#include <zlib.h>

/// Prepares a stream for decompressing raw DEFLATE data, without a zlib or gzip header. `inflateInit2` is a macro, which
/// Swift cannot import. The stream's memory is about 40 KiB, whatever the data; `inflateEnd` frees it.
int sandglass_inflate_raw(z_stream *stream);
