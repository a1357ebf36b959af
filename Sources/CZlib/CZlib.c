#include "CZlib.h"

int sandglass_inflate_raw(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
