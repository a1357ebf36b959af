// Answers requests for pictures.
#include <errno.h>
#include <unistd.h>

#include "answer.h"
#include "internal.h"

size_t input_read(struct input *input, uint8_t *buffer, size_t count) {
    size_t filled = 0;
    while (filled < count && input->offset < input->size) {
        uint64_t rest = input->size - input->offset;
        size_t wanted = rest < count - filled ? (size_t)rest : count - filled;
        ssize_t got = pread(input->descriptor, buffer + filled, wanted, (off_t)input->offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        filled += (size_t)got;
        input->offset += (uint64_t)got;
        answer_keep_alive();
    }
    return filled;
}

static sandglass_decode_outcome decode(struct input *input, struct sink *sink) {
    static const struct format *const formats[] = {&png_format, &jpeg_format, &webp_format, &gif_format};
    uint8_t head[32] = {0};
    input_read(input, head, sizeof head);
    input->offset = 0;
    for (size_t index = 0; index < sizeof formats / sizeof *formats; index++)
        if (formats[index]->recognizes(head)) return formats[index]->decode(input, sink);
    return SANDGLASS_DECODE_UNKNOWN;
}

sandglass_answer_end answer_with_picture(int descriptor, const sandglass_request *request) {
    struct input input = {.descriptor = descriptor, .size = request->size};
    struct sink sink = {.most_width = request->most_width, .most_height = request->most_height};
    sandglass_answer_end end = {.outcome = decode(&input, &sink)};
    bool has_result = end.outcome == SANDGLASS_DECODED || end.outcome == SANDGLASS_DECODED_PARTLY;
    if (has_result && sink.pixels != NULL) {
        sandglass_picture_size size = {sink.width, sink.height, sink.full_width, sink.full_height};
        answer_picture(&size);
        answer_bytes(0, sink.pixels, (size_t)sink.width * sink.height * 4);
    }
    sink_free(&sink);
    return end;
}
