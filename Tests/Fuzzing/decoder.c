// The decoder process under libFuzzer, without its seal: the first byte of an input chooses the kind of request, and the
// rest is the file.
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "answer.h"

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    // Answers go nowhere.
    int nothing = open("/dev/null", O_WRONLY);
    if (nothing != SANDGLASS_DECODER_SOCKET) dup2(nothing, SANDGLASS_DECODER_SOCKET);
    prepare_for_archives("UTC0");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (count == 0) return 0;
    int file = memfd_create("input", MFD_CLOEXEC);
    if (file < 0) return 0;
    if (write(file, bytes + 1, count - 1) == (ssize_t)(count - 1)) {
        char message[SANDGLASS_MOST_MESSAGE] = {0};
        sandglass_request request = {
            .number = 1, .size = count - 1, .kind = 1 + bytes[0] % 4, .most_width = 100, .most_height = 100,
            .format = bytes[0] / 4 % 2, .position = -1, .entry_size = UINT64_MAX, .most_bytes = 1 << 20,
            .most_entries = 1000};
        answer_begin(request.number);
        sandglass_answer_end end = request.kind == SANDGLASS_REQUEST_PICTURE
            ? answer_with_picture(file, &request)
            : answer_with_archive(file, &request, message);
        answer_end(&end, message);
    }
    close(file);
    return 0;
}
