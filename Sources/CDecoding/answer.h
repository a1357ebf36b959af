// Writing the frames of an answer to the socket.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CDecoding.h"

/// Begins the answer to a request.
void answer_begin(uint64_t request);

/// Notes how many bytes of a compressed file have been read.
void answer_set_packed(uint64_t packed);

/// Sends the data that has been waiting for a moment; if there is none, a sign of life. To be called often.
void answer_keep_alive(void);

/// Adds the size of a picture.
void answer_picture(const sandglass_picture_size *size);

/// Adds pixels or contents.
void answer_bytes(uint64_t place, const void *bytes, size_t size);

/// Says where contents are in the file, and sends that at once.
void answer_stored(uint64_t place, uint64_t size);

/// Returns space for an entry, to be filled before anything else is added; NULL if it is too large.
void *answer_entry(size_t size);

/// Adds the end and sends everything.
/// - Parameter message: A message of libarchive; NULL for none.
void answer_end(const sandglass_answer_end *end, const char *message);

/// Answers a request for a picture.
sandglass_answer_end answer_with_picture(int descriptor, const sandglass_request *request);

/// Answers a request about an archive or a compressed file. Stores a message of libarchive of at most
/// `SANDGLASS_MOST_MESSAGE` bytes.
sandglass_answer_end answer_with_archive(int descriptor, const sandglass_request *request, char *message);

/// Does what archives need and cannot do after the process has been sealed.
void prepare_for_archives(const char *time_zone);
