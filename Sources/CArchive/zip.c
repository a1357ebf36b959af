#define _GNU_SOURCE
#include "zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

// libarchive's writer of zip files calls this for items of other types, which are never passed to it. Its own definition is
// in an object that needs the writers of all formats, and libxml2 for one of them.
void __archive_write_entry_filetype_unsupported(struct archive *, struct archive_entry *, const char *);

void __archive_write_entry_filetype_unsupported(struct archive *writer, struct archive_entry *entry, const char *format) {
    (void)entry;
    archive_set_error(writer, EILSEQ, "items of this type have no place in a %s archive", format);
}

struct sandglass_zip {
    struct archive *writer;
    struct archive_entry *entry;
};

// In a locale with UTF-8, libarchive marks every name as such that is not ASCII; in the C locale, it marks none. It
// writes the bytes as they are in both.
static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t utf8, plain;

static void make_locales(void) {
    utf8 = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

// Without memory for it, a locale is 0, which changes nothing.
static locale_t enter(int is_utf8) {
    pthread_once(&once, make_locales);
    return uselocale(is_utf8 ? utf8 : plain);
}

sandglass_zip *sandglass_zip_create(int descriptor) {
    sandglass_zip *zip = calloc(1, sizeof *zip);
    if (!zip) return NULL;
    locale_t before = enter(1);
    zip->writer = archive_write_new();
    zip->entry = archive_entry_new();
    if (!zip->writer || !zip->entry || archive_write_set_format_zip(zip->writer) != ARCHIVE_OK ||
        archive_write_open_fd(zip->writer, descriptor) != ARCHIVE_OK) {
        sandglass_zip_close(zip);
        zip = NULL;
    }
    uselocale(before);
    return zip;
}

int sandglass_zip_begin(
    sandglass_zip *zip, const char *name, int is_utf8, uint32_t mode, int64_t size, int64_t modified,
    const char *link_target) {
    locale_t before = enter(is_utf8);
    archive_entry_clear(zip->entry);
    archive_entry_set_pathname(zip->entry, name);
    archive_entry_set_mode(zip->entry, (mode_t)mode);
    archive_entry_set_size(zip->entry, link_target ? 0 : size);
    archive_entry_set_mtime(zip->entry, (time_t)modified, 0);
    if (link_target) archive_entry_set_symlink(zip->entry, link_target);
    int result = archive_write_header(zip->writer, zip->entry);
    uselocale(before);
    return result == ARCHIVE_OK || result == ARCHIVE_WARN ? 0 : -1;
}

int sandglass_zip_write(sandglass_zip *zip, const void *bytes, size_t size) {
    const char *from = bytes;
    while (size > 0) {
        la_ssize_t written = archive_write_data(zip->writer, from, size);
        if (written <= 0) return -1;
        from += written;
        size -= (size_t)written;
    }
    return 0;
}

int sandglass_zip_finish(sandglass_zip *zip) { return archive_write_close(zip->writer) == ARCHIVE_OK ? 0 : -1; }

const char *sandglass_zip_problem(sandglass_zip *zip) {
    const char *message = archive_error_string(zip->writer);
    return message ? message : "libarchive does not say why";
}

int sandglass_zip_errno(sandglass_zip *zip) {
    int number = archive_errno(zip->writer);
    // libarchive has its own error numbers, which are negative.
    return number > 0 ? number : 0;
}

void sandglass_zip_close(sandglass_zip *zip) {
    if (!zip) return;
    if (zip->entry) archive_entry_free(zip->entry);
    // Without finishing: an incomplete archive is of no use.
    if (zip->writer) {
        archive_write_fail(zip->writer);
        archive_write_free(zip->writer);
    }
    free(zip);
}
