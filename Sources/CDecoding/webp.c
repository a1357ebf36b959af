#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/demux.h>

#include "internal.h"

static bool recognizes(const uint8_t *head) { return memcmp(head, "RIFF", 4) == 0 && memcmp(head + 8, "WEBP", 4) == 0; }

/// Decodes the picture in `bytes`, at the size of the result.
static sandglass_decode_outcome decode_frame(const uint8_t *bytes, size_t count, struct sink *sink) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config) || WebPGetFeatures(bytes, count, &config.input) != VP8_STATUS_OK)
        return SANDGLASS_DECODE_DAMAGED;
    sandglass_decode_outcome outcome =
        sink_measure(sink, (uint32_t)config.input.width, (uint32_t)config.input.height, MOST_HELD_PIXELS);
    if (outcome == SANDGLASS_DECODED) outcome = sink_begin(sink, sink->width, sink->height);
    if (outcome != SANDGLASS_DECODED) return outcome;
    config.options.use_scaling = sink->width != sink->full_width || sink->height != sink->full_height;
    config.options.scaled_width = (int)sink->width;
    config.options.scaled_height = (int)sink->height;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = sink->pixels;
    config.output.u.RGBA.stride = (int)sink->width * 4;
    config.output.u.RGBA.size = (size_t)sink->width * sink->height * 4;
    switch (WebPDecode(bytes, count, &config)) {
    case VP8_STATUS_OK: return SANDGLASS_DECODED;
    case VP8_STATUS_OUT_OF_MEMORY: return SANDGLASS_DECODE_NO_MEMORY;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return SANDGLASS_DECODE_UNSUPPORTED;
    default: return SANDGLASS_DECODE_DAMAGED;
    }
}

/// Decodes the picture, or the first of an animation.
static sandglass_decode_outcome decode_bytes(const uint8_t *bytes, size_t count, struct sink *sink) {
    WebPData data = {bytes, count};
    WebPDemuxState state;
    WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
    if (demuxer == NULL) return SANDGLASS_DECODE_DAMAGED;
    WebPIterator frame;
    sandglass_decode_outcome outcome = SANDGLASS_DECODE_DAMAGED;
    if (WebPDemuxGetFrame(demuxer, 1, &frame)) {
        outcome = decode_frame(frame.fragment.bytes, frame.fragment.size, sink);
        WebPDemuxReleaseIterator(&frame);
    }
    WebPDemuxDelete(demuxer);
    return outcome;
}

static sandglass_decode_outcome decode(struct input *input, struct sink *sink) {
    if (input->size > MOST_HELD_BYTES) return SANDGLASS_DECODE_TOO_LARGE;
    uint8_t *bytes = malloc((size_t)input->size);
    if (bytes == NULL) return SANDGLASS_DECODE_NO_MEMORY;
    size_t count = input_read(input, bytes, (size_t)input->size);
    sandglass_decode_outcome outcome = decode_bytes(bytes, count, sink);
    free(bytes);
    return outcome;
}

const struct format webp_format = {recognizes, decode};
