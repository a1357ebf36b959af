// The decoder process: this program in a hidden mode, in which it decodes pictures and can do nothing else.
#pragma once

#include <stdint.h>
#include <stdbool.h>

/// The argument that chooses the mode.
static const char *const sandglass_decoder_argument = "--decode-pictures";

/// What a decoder is asked. The file comes along as a descriptor (SCM_RIGHTS); its offset is left alone.
typedef struct {
    uint64_t size;         // of the file in bytes
    uint32_t most_width;   // of the result in pixels
    uint32_t most_height;  // of the result in pixels
} sandglass_decode_request;

/// What became of a request.
typedef enum {
    SANDGLASS_DECODED = 0,
    /// The file is damaged or incomplete; what follows the damage is transparent.
    SANDGLASS_DECODED_PARTLY = 1,
    /// It is of none of the known formats.
    SANDGLASS_DECODE_UNKNOWN = 2,
    SANDGLASS_DECODE_DAMAGED = 3,
    /// It has more pixels than the limits allow, or none.
    SANDGLASS_DECODE_TOO_LARGE = 4,
    SANDGLASS_DECODE_NO_MEMORY = 5,
    /// A variant that the format allows and the decoder does not know.
    SANDGLASS_DECODE_UNSUPPORTED = 6,
} sandglass_decode_outcome;

/// The answer to a request; the pixels of the result follow it: red, green, blue, alpha, row by row.
typedef struct {
    uint32_t outcome;  // of `sandglass_decode_outcome`
    uint32_t width;    // of the result in pixels, 0 if there is none
    uint32_t height;
    uint32_t full_width;  // of the picture in pixels, 0 if unknown
    uint32_t full_height;
    uint32_t is_last;  // whether the process ends after this answer
} sandglass_decode_answer;

/// The statuses of a decoder that cannot begin.
enum { SANDGLASS_DECODER_UNUSABLE = 64, SANDGLASS_DECODER_UNSEALED = 65 };

/// The descriptor of the socket in the decoder process.
enum { SANDGLASS_DECODER_SOCKET = 3 };

/// Serves requests and ends the process if that is what the command line asks for; otherwise returns.
///
/// Called before any Swift code has run: the decoder uses none.
void sandglass_decode_if_asked(int count, char *const arguments[]);

/// Restricts this process, for good, to reading descriptors that it is sent, answering on the socket, memory and
/// ending. Returns whether that succeeded.
bool sandglass_seal_decoder(void);
