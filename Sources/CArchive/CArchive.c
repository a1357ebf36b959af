#define _GNU_SOURCE
#include "CArchive.h"
#include "bytes.h"
#include "gzip.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The number of bytes read at a time when reading sequentially, and after a seek, which mostly needs only a header.
enum { block = 128 * 1024, first_block = 8 * 1024 };

void (*sandglass_archive_on_read)(void);

struct sandglass_archive {
    struct archive *reader;
    struct archive_entry *entry;
    sandglass_archive_format format;
    int descriptor;
    // Of the file.
    int64_t size;
    int64_t begin;
    // Relative to `begin`.
    int64_t position;
    int64_t packed;
    size_t next_size;
    // The part of the file that is in the buffer.
    int64_t buffered_from;
    int64_t buffered;
    // What decompresses a gzip file; NULL for any other.
    gzip_reader *gzip;
    unsigned char buffer[block];
};

// In the locale of the process, libarchive would convert names, and normalize them as well. In the C locale,
// which has only ASCII, it leaves them unchanged or reports that it cannot convert them.
static locale_t plain;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make_plain(void) { plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

static locale_t enter(void) {
    pthread_once(&once, make_plain);
    return uselocale(plain);
}

void sandglass_archive_prepare(void) { uselocale(enter()); }

static la_ssize_t read_block(struct archive *reader, void *data, const void **bytes) {
    struct sandglass_archive *archive = data;
    if (archive->gzip != NULL) {
        long count = gzip_read(archive->gzip, bytes);
        if (count < 0) archive_set_error(reader, EINVAL, "%s", gzip_problem(archive->gzip));
        return count;
    }
    // What is behind the end that was given is none of it.
    int64_t left = archive->size - archive->begin - archive->position;
    size_t wanted = left < (int64_t)archive->next_size ? left > 0 ? (size_t)left : 0 : archive->next_size;
    long filled = read_at(archive->descriptor, archive->buffer, wanted, archive->begin + archive->position);
    if (filled < 0) {
        archive_set_error(reader, errno, "%s", strerror(errno));
        return -1;
    }
    archive->buffered_from = archive->position;
    archive->buffered = filled;
    archive->position += filled;
    archive->packed += filled;
    archive->next_size = block;
    *bytes = archive->buffer;
    return filled;
}

static int64_t end_of(struct sandglass_archive *archive) { return archive->size - archive->begin; }

static la_int64_t skip(struct archive *reader, void *data, la_int64_t request) {
    (void)reader;
    struct sandglass_archive *archive = data;
    int64_t end = end_of(archive);
    if (request <= 0 || end < archive->position) return 0;
    if (request > end - archive->position) request = end - archive->position;
    archive->position += request;
    archive->next_size = first_block;
    return request;
}

static la_int64_t seek(struct archive *reader, void *data, la_int64_t offset, int whence) {
    struct sandglass_archive *archive = data;
    int64_t end = end_of(archive);
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? archive->position : end;
    if (end < 0 || offset > INT64_MAX - base || base + offset < 0) {
        archive_set_error(reader, EINVAL, "a place outside of the file");
        return ARCHIVE_FATAL;
    }
    archive->position = base + offset;
    archive->next_size = first_block;
    return archive->position;
}

// Supports only the compression that the file begins with: libarchive would decompress what is in it as well, and not say
// what lies behind that.
static void support_filter(struct sandglass_archive *archive) {
    unsigned char magic[4];
    if (archive->gzip != NULL || read_at(archive->descriptor, magic, 4, archive->begin) != 4) return;
    if (memcmp(magic, "BZh", 3) == 0) archive_read_support_filter_bzip2(archive->reader);
    else if (memcmp(magic, "\xfd""7zX", 4) == 0) archive_read_support_filter_xz(archive->reader);
    else archive_read_support_filter_zstd(archive->reader);
}

sandglass_archive *sandglass_archive_open(
    int descriptor, int64_t size, int64_t offset, sandglass_archive_format format) {
    struct sandglass_archive *archive = malloc(sizeof *archive);
    if (archive == NULL) return NULL;
    archive->size = size;
    archive->format = format;
    archive->descriptor = descriptor;
    archive->begin = offset;
    archive->position = 0;
    archive->packed = 0;
    archive->buffered_from = 0;
    archive->buffered = 0;
    archive->gzip = format == sandglass_archive_compressed ? gzip_open(descriptor, offset, size) : NULL;
    archive->next_size = offset > 0 ? first_block : block;
    archive->entry = NULL;
    archive->reader = archive_read_new();
    if (archive->reader == NULL) {
        gzip_close(archive->gzip);
        free(archive);
        return NULL;
    }
    locale_t before = enter();
    switch (format) {
    case sandglass_archive_tar: archive_read_support_format_tar(archive->reader); break;
    case sandglass_archive_zip_entry: archive_read_support_format_zip_streamable(archive->reader); break;
    case sandglass_archive_compressed:
        support_filter(archive);
        archive_read_support_format_raw(archive->reader);
        break;
    }
    archive_read_set_read_callback(archive->reader, read_block);
    if (archive->gzip == NULL) {
        archive_read_set_skip_callback(archive->reader, skip);
        archive_read_set_seek_callback(archive->reader, seek);
    }
    archive_read_set_callback_data(archive->reader, archive);
    // An error is reported when the first entry is read.
    archive_read_open1(archive->reader);
    uselocale(before);
    return archive;
}

// Notes what libarchive does not tell of a tar entry: a type that no known tar writes, which POSIX requires to be read as
// a regular file; and contents of a link, a device, a directory or a pipe, which libarchive takes for the next header. The
// header directly precedes the contents, and is nearly always still in the buffer.
static void look_at_header(struct sandglass_archive *archive, sandglass_archive_entry *found) {
    enum { header = 512, size = 124, size_end = 136, type = 156, magic = 257 };
    int64_t start = archive_filter_bytes(archive->reader, 0) - header;
    unsigned char copy[header];
    const unsigned char *bytes = copy;
    if (start < 0) return;
    if (start >= archive->buffered_from && start + header <= archive->buffered_from + archive->buffered)
        bytes = archive->buffer + (start - archive->buffered_from);
    else if (read_at(archive->descriptor, copy, header, archive->begin + start) != header) return;
    // Those of regular files may be maps of sparse ones rather than headers.
    if ((found->mode & S_IFMT) != S_IFREG && bytes[type] >= '2' && bytes[type] <= '6')
        for (int place = size; place < size_end; place++)
            if (strchr("0 ", bytes[place]) == NULL) found->size = 1;
    // Headers without the magic are from tars older than the additional types, or such maps.
    if (memcmp(bytes + magic, "ustar", 5) != 0) return;
    found->has_unknown_type = bytes[type] != 0 && strchr("01234567DMSV", bytes[type]) == NULL;
}

// Tells whose records of attributes the headers of the tar entry that was read have, by the beginnings of their keys, with
// the blank before these: libarchive does not tell what an attribute was called.
static void find_records(struct sandglass_archive *archive, sandglass_archive_entry *found) {
    static const char star[] = " SCHILY.xattr.", own[] = " LIBARCHIVE.xattr.";
    size_t longest = sizeof own - 1, shortest = sizeof star - 1;
    unsigned char bytes[4096];
    int64_t place = archive_read_header_position(archive->reader), end = archive_filter_bytes(archive->reader, 0);
    while (end - place >= (int64_t)shortest && !(found->has_star_attributes && found->has_own_attributes)) {
        size_t wanted = end - place < (int64_t)sizeof bytes ? (size_t)(end - place) : sizeof bytes;
        if (read_at(archive->descriptor, bytes, wanted, archive->begin + place) != (long)wanted) return;
        if (memmem(bytes, wanted, star, shortest) != NULL) found->has_star_attributes = 1;
        if (memmem(bytes, wanted, own, longest) != NULL) found->has_own_attributes = 1;
        if (wanted < longest || end - place == (int64_t)wanted) return;
        // One may lie across the end.
        place += (int64_t)(wanted - (longest - 1));
    }
}

int sandglass_archive_next(sandglass_archive *archive, sandglass_archive_entry *found) {
    locale_t before = enter();
    int result = archive_read_next_header(archive->reader, &archive->entry);
    uselocale(before);
    if (result == ARCHIVE_EOF) return sandglass_archive_end;
    if (result == ARCHIVE_FATAL) return sandglass_archive_failed;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return sandglass_archive_skip;
    struct archive_entry *entry = archive->entry;
    memset(found, 0, sizeof *found);
    found->position = archive->format == sandglass_archive_tar ? archive_read_header_position(archive->reader) : -1;
    found->name = archive_entry_pathname(entry);
    // The rest of a header of the pax format is left out where a line of it is longer than 999,999 bytes, or malformed.
    const char *warning = result == ARCHIVE_WARN ? archive_error_string(archive->reader) : NULL;
    found->lacks_attributes = warning != NULL && strstr(warning, "pax extended attribute") != NULL;
    found->mode = archive_entry_mode(entry);
    // In other formats, the name is not needed, and that of a zip entry may not be convertible.
    if (archive->format != sandglass_archive_tar) found->name = "";
    if (found->name == NULL) return sandglass_archive_skip;
    found->name_length = strlen(found->name);
    found->link_target = archive_entry_symlink(entry);
    found->hard_link = archive_entry_hardlink(entry);
    found->user = (uint32_t)archive_entry_uid(entry);
    found->group = (uint32_t)archive_entry_gid(entry);
    found->node_major = (uint32_t)archive_entry_rdevmajor(entry);
    found->node_minor = (uint32_t)archive_entry_rdevminor(entry);
    found->size = archive_entry_size(entry);
    found->modified_seconds = archive_entry_mtime(entry);
    found->modified_nanoseconds = (uint32_t)archive_entry_mtime_nsec(entry);
    found->is_encrypted = archive_entry_is_encrypted(entry) > 0;
    found->attributes = archive_entry_xattr_reset(entry);
    if (archive->format == sandglass_archive_tar) look_at_header(archive, found);
    if (archive->format == sandglass_archive_tar && found->attributes > 0) find_records(archive, found);
    return sandglass_archive_ok;
}

void sandglass_archive_rewind_attributes(sandglass_archive *archive) { archive_entry_xattr_reset(archive->entry); }

int sandglass_archive_attribute(sandglass_archive *archive, const char **name, const void **value, size_t *size) {
    return archive_entry_xattr_next(archive->entry, name, value, size) == ARCHIVE_OK;
}

int sandglass_archive_read(sandglass_archive *archive, const void **bytes, size_t *size, int64_t *offset) {
    la_int64_t place = 0;
    locale_t before = enter();
    int result;
    do result = archive_read_data_block(archive->reader, bytes, size, &place);
    while (result == ARCHIVE_RETRY);
    uselocale(before);
    *offset = place;
    if (result == ARCHIVE_EOF) return sandglass_archive_end;
    // libarchive reports a wrong checksum or size only as a warning.
    return result == ARCHIVE_OK ? sandglass_archive_ok : sandglass_archive_failed;
}

const char *sandglass_archive_problem(sandglass_archive *archive) {
    const char *words = archive_error_string(archive->reader);
    return words != NULL ? words : "the reason is not known";
}

int sandglass_archive_has_no_end_mark(sandglass_archive *archive) {
    if (archive->format != sandglass_archive_tar) return 0;
    // Where the next header would have been.
    return end_of(archive) - archive_read_header_position(archive->reader) < 512;
}

int sandglass_archive_is_decompressed(sandglass_archive *archive) {
    return archive->gzip != NULL || archive_filter_code(archive->reader, 0) != ARCHIVE_FILTER_NONE;
}

int sandglass_archive_has_wrong_checksum(sandglass_archive *archive) {
    return archive->gzip != NULL && gzip_has_wrong_checksum(archive->gzip);
}

int64_t sandglass_archive_trailing(sandglass_archive *archive) {
    if (archive->gzip == NULL && archive_filter_code(archive->reader, 0) != ARCHIVE_FILTER_BZIP2) return 0;
    int64_t next = archive->begin, end = archive->begin + end_of(archive);
    next += archive->gzip != NULL ? gzip_position(archive->gzip) : archive_filter_bytes(archive->reader, -1);
    if (next >= end) return 0;
    unsigned char bytes[4096];
    for (int64_t place = next; place < end;) {
        long count = read_at(archive->descriptor, bytes, sizeof bytes, place);
        if (count <= 0) break;
        for (long i = 0; i < count; i++)
            if (bytes[i] != 0) return end - next;
        place += count;
    }
    return 0;
}

int64_t sandglass_archive_packed(sandglass_archive *archive) {
    return archive->gzip != NULL ? gzip_packed(archive->gzip) : archive->packed;
}

void sandglass_archive_close(sandglass_archive *archive) {
    if (archive == NULL) return;
    locale_t before = enter();
    archive_read_free(archive->reader);
    uselocale(before);
    gzip_close(archive->gzip);
    free(archive);
}
