// The decoder process: this program in a hidden mode, in which it decodes pictures and archives and can do nothing
// else.
//
// It takes one request after another from a socket, each with a file, and answers with frames, each of which repeats
// the request's number. Its answers are derived from hostile bytes, and must be checked like them.
#pragma once

#include <stdint.h>
#include <stdbool.h>

#include "archive_answer.h"
#include "picture_answer.h"

/// The argument that chooses the mode. A time zone as in the variable TZ may follow it.
static const char *const sandglass_decoder_argument = "--decode";

/// The kinds of requests to a decoder.
enum {
    /// A picture: a frame with its size, its pixels, and the end.
    SANDGLASS_REQUEST_PICTURE = 1,
    /// The entries of an archive, and the end.
    SANDGLASS_REQUEST_ENTRIES = 2,
    /// The contents of an entry, and the end.
    SANDGLASS_REQUEST_CONTENTS = 3,
    /// The decompressed contents of a file, and the end.
    SANDGLASS_REQUEST_DECOMPRESSION = 4,
};

/// A request. The file comes along as a descriptor (SCM_RIGHTS); its offset is left alone.
typedef struct {
    uint64_t number;
    uint64_t size;  // of the file in bytes
    uint32_t kind;
    uint32_t most_width;   // of a picture in pixels
    uint32_t most_height;  // of a picture in pixels
    uint32_t format;       // of an archive: a tar or a zip
    /// Tells the file of an archive from others.
    uint64_t archive;
    /// The offset of an entry's header; -1 if it is unknown, and the entry is found by its ordinal number.
    int64_t position;
    uint64_t ordinal;
    /// The size of an entry in bytes.
    uint64_t entry_size;
    /// The most bytes of an entry that are wanted; in a request for entries, the most bytes that are unpacked to find the sizes
    /// of those whose sizes are recorded modulo 2^32.
    uint64_t most_bytes;
    /// The most entries of a zip, which are all in memory at once.
    int64_t most_entries;
    /// Whether names in a zip that nothing says to be UTF-8 are given as they are.
    uint64_t leaves_foreign_names;
    /// Whether the local header of a zip entry contradicts the directory, which is read for how to unpack it.
    uint64_t uses_directory;
} sandglass_request;

/// The kinds of frames.
enum {
    /// There is nothing new: the decoder is reading or calculating.
    SANDGLASS_FRAME_WORKING = 1,
    /// `sandglass_picture_size`
    SANDGLASS_FRAME_PICTURE = 2,
    /// Entries, each a `sandglass_archive_record`.
    SANDGLASS_FRAME_ENTRIES = 3,
    /// Pixels or contents.
    SANDGLASS_FRAME_BYTES = 4,
    /// `sandglass_answer_end`, and a message of libarchive.
    SANDGLASS_FRAME_END = 5,
    /// The contents of an entry are in the file as they are, from the offset `place` on; their size as 64 bits. The end says
    /// whether they have the right checksum.
    SANDGLASS_FRAME_STORED = 6,
};

/// The header of each frame.
typedef struct {
    uint64_t request;
    uint32_t kind;
    uint32_t length;  // of what follows, in bytes
    /// The offset of bytes in the picture or in the contents.
    uint64_t place;
    /// How many bytes of a compressed file have been read.
    uint64_t packed;
} sandglass_frame;

/// The last frame of an answer.
typedef struct {
    uint32_t outcome;  // of the kind of request
    uint32_t error;    // a system error number; 0 if none is known
    /// Whether the process ends after this answer.
    uint32_t is_last;
    /// Whether the entries of a tar end without blocks of zeros.
    uint32_t has_no_end_mark;
    /// Whether the checksum of the decompressed contents differs from the one in the file.
    uint32_t has_wrong_checksum;
    uint32_t reserved;
    /// The number of bytes that follow the compressed data.
    uint64_t trailing;
} sandglass_answer_end;

/// The statuses of a decoder that cannot begin.
enum { SANDGLASS_DECODER_UNUSABLE = 64, SANDGLASS_DECODER_UNSEALED = 65 };

/// The descriptor of the socket in the decoder process.
enum { SANDGLASS_DECODER_SOCKET = 3 };

/// The maximum `length` of a frame with entries, of any other, and of the message at the end.
enum { SANDGLASS_MOST_ENTRIES_LENGTH = 4 << 20, SANDGLASS_MOST_LENGTH = 1 << 20, SANDGLASS_MOST_MESSAGE = 1024 };

/// Serves requests and ends the process if the command line asks for it; otherwise returns.
///
/// Called before any Swift code has run: the decoder uses none.
void sandglass_decode_if_asked(int count, char *const arguments[]);

/// Restricts this process, for good, to reading descriptors that it is sent, answering on the socket, memory and
/// ending. Returns whether that succeeded.
bool sandglass_seal_decoder(void);
