// Answers requests about archives and compressed files.
#define _GNU_SOURCE

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CArchive.h"
#include "answer.h"

/// The archive being read with libarchive; NULL if there is none.
static sandglass_archive *current;

static void note_read(void) {
    if (current != NULL) answer_set_packed((uint64_t)sandglass_archive_packed(current));
    answer_keep_alive();
}

static int compare_nothing(const void *left, const void *right) {
    return *(const unsigned char *)left - *(const unsigned char *)right;
}

void prepare_for_archives(const char *time_zone) {
    // Without TZ, the C library would look for a new /etc/localtime at each local time.
    setenv("TZ", time_zone, 1);
    tzset();
    struct tm day = {.tm_year = 100, .tm_mday = 1, .tm_isdst = -1};
    mktime(&day);
    // Names in UTF-8 are converted to the encoding of the C locale; the first conversion reads the list of all encodings.
    iconv_t conversion = iconv_open("ANSI_X3.4-1968", "UTF-8");
    if (conversion != (iconv_t)-1) iconv_close(conversion);
    conversion = iconv_open("UTF-8", "ANSI_X3.4-1968");
    if (conversion != (iconv_t)-1) iconv_close(conversion);
    // Sorting a long array for the first time asks for the size of the memory.
    unsigned char bytes[4096] = {0};
    qsort(bytes, sizeof bytes, 1, compare_nothing);
    sandglass_archive_prepare();
    sandglass_archive_on_read = note_read;
}

static sandglass_answer_end ended(uint32_t outcome) { return (sandglass_answer_end){.outcome = outcome}; }

/// Opens a file with libarchive. Its message, as it closes, is to be kept by `finish`.
static sandglass_archive *begin(
    int descriptor, const sandglass_request *request, int64_t position, sandglass_archive_format format) {
    current = sandglass_archive_open(descriptor, (int64_t)request->size, position, format);
    return current;
}

static sandglass_answer_end finish(sandglass_archive *archive, sandglass_answer_end end, char *message) {
    if (end.outcome == SANDGLASS_ARCHIVE_FAILED || end.outcome == SANDGLASS_ARCHIVE_NOTHING)
        strncpy(message, sandglass_archive_problem(archive), SANDGLASS_MOST_MESSAGE);
    current = NULL;
    sandglass_archive_close(archive);
    return end;
}

// Entries.

/// Returns the length of the attributes that fit, and whether there are others.
static size_t attributes_length(sandglass_archive *archive, bool *are_left_out) {
    const char *name;
    const void *value;
    size_t size, total = 0, length = 0;
    while (sandglass_archive_attribute(archive, &name, &value, &size)) {
        if (name == NULL) continue;
        size_t name_length = strlen(name);
        if (size > SANDGLASS_MOST_ATTRIBUTES || total + name_length + size > SANDGLASS_MOST_ATTRIBUTES) {
            *are_left_out = true;
            break;
        }
        total += name_length + size;
        length += sizeof(sandglass_attribute_record) + name_length + size;
    }
    return length;
}

static void copy_attributes(sandglass_archive *archive, unsigned char *target, size_t length) {
    const char *name;
    const void *value;
    size_t size;
    if (length > 0) sandglass_archive_rewind_attributes(archive);
    while (length > 0 && sandglass_archive_attribute(archive, &name, &value, &size)) {
        if (name == NULL) continue;
        sandglass_attribute_record record = {(uint32_t)strlen(name), (uint32_t)size};
        memcpy(target, &record, sizeof record);
        memcpy(target + sizeof record, name, record.name_length);
        if (size > 0) memcpy(target + sizeof record + record.name_length, value, size);
        target += sizeof record + record.name_length + size;
        length -= sizeof record + record.name_length + size;
    }
}

static void add_unreadable(void) {
    sandglass_archive_record record = {.flags = SANDGLASS_RECORD_UNREADABLE};
    memcpy(answer_entry(sizeof record), &record, sizeof record);
}

/// Adds an entry. Only those of tars have attributes, which are in the archive being read.
static void add_entry(sandglass_archive *archive, const sandglass_archive_entry *entry) {
    size_t link = entry->link_target == NULL ? 0 : strlen(entry->link_target);
    // No entry of a zip is a hard link.
    const char *other = entry->hard_link != NULL ? entry->hard_link : entry->other_name;
    size_t hard_link = entry->hard_link != NULL ? strlen(entry->hard_link) : entry->other_name_length;
    bool are_left_out = entry->lacks_attributes;
    size_t attributes = entry->attributes > 0 ? attributes_length(archive, &are_left_out) : 0;
    sandglass_archive_record record = {
        .size = entry->size,
        .modified_seconds = entry->modified_seconds,
        .position = entry->position,
        .modified_nanoseconds = entry->modified_nanoseconds,
        .mode = entry->mode,
        .user = entry->user,
        .group = entry->group,
        .node_major = entry->node_major,
        .node_minor = entry->node_minor,
        .flags = (entry->is_encrypted ? SANDGLASS_RECORD_ENCRYPTED : 0)
            | (entry->other_name != NULL ? SANDGLASS_RECORD_OTHER_NAME : 0)
            | (entry->has_other_size ? SANDGLASS_RECORD_OTHER_SIZE : 0)
            | (entry->has_other_sum ? SANDGLASS_RECORD_OTHER_SUM : 0)
            | (entry->has_other_method ? SANDGLASS_RECORD_OTHER_METHOD : 0)
            | (entry->has_shared_header ? SANDGLASS_RECORD_SHARED_HEADER : 0)
            | (entry->has_backslashes ? SANDGLASS_RECORD_BACKSLASHES : 0)
            | (entry->has_unclear_backslashes ? SANDGLASS_RECORD_UNCLEAR_BACKSLASHES : 0)
            | (entry->has_foreign_name ? SANDGLASS_RECORD_FOREIGN_NAME : 0)
            | (entry->has_found_size ? SANDGLASS_RECORD_FOUND_SIZE : 0)
            | (entry->has_unknown_type ? SANDGLASS_RECORD_UNKNOWN_TYPE : 0)
            | (entry->has_star_attributes ? SANDGLASS_RECORD_STAR_ATTRIBUTES : 0)
            | (entry->has_own_attributes ? SANDGLASS_RECORD_OWN_ATTRIBUTES : 0)
            | (are_left_out ? SANDGLASS_RECORD_LEFT_OUT_ATTRIBUTES : 0)
            | (entry->link_target != NULL ? SANDGLASS_RECORD_LINK : 0)
            | (entry->hard_link != NULL ? SANDGLASS_RECORD_HARD_LINK : 0),
        .name_length = (uint32_t)entry->name_length,
        .link_length = (uint32_t)link,
        .hard_link_length = (uint32_t)hard_link,
        .attributes_length = (uint32_t)attributes,
    };
    unsigned char *space = NULL;
    // libarchive's own limits add up to far less.
    if (entry->name_length < 1 << 24 && link < 1 << 24 && hard_link < 1 << 24)
        space = answer_entry(sizeof record + entry->name_length + link + hard_link + attributes);
    if (space == NULL) return add_unreadable();
    memcpy(space, &record, sizeof record);
    space += sizeof record;
    memcpy(space, entry->name, entry->name_length);
    space += entry->name_length;
    if (link > 0) memcpy(space, entry->link_target, link);
    space += link;
    if (hard_link > 0) memcpy(space, other, hard_link);
    space += hard_link;
    copy_attributes(archive, space, attributes);
}

/// Adds the entry that was read, or one that could not be.
/// - Returns: Whether others may follow.
static bool add_result(int result, sandglass_archive *archive, const sandglass_archive_entry *entry) {
    if (result == sandglass_archive_ok) add_entry(archive, entry);
    else if (result == sandglass_archive_skip) add_unreadable();
    else return false;
    answer_keep_alive();
    return true;
}

static uint32_t outcome_of(int result) {
    return result == sandglass_archive_end ? SANDGLASS_ARCHIVE_DONE
        : result == sandglass_archive_too_many ? SANDGLASS_ARCHIVE_TOO_MANY
                                               : SANDGLASS_ARCHIVE_FAILED;
}

static sandglass_answer_end answer_zip_entries(int descriptor, const sandglass_request *request, char *message) {
    sandglass_zip_listing *listing = sandglass_zip_listing_open(
        descriptor, (int64_t)request->size, request->most_entries, request->most_bytes,
        request->leaves_foreign_names != 0);
    if (listing == NULL) return ended(SANDGLASS_ARCHIVE_NO_MEMORY);
    sandglass_archive_entry entry;
    int result;
    do result = sandglass_zip_listing_next(listing, &entry);
    while (add_result(result, NULL, &entry));
    if (result == sandglass_archive_failed)
        strncpy(message, sandglass_zip_listing_problem(listing), SANDGLASS_MOST_MESSAGE);
    sandglass_zip_listing_close(listing);
    return ended(outcome_of(result));
}

static sandglass_answer_end answer_entries(int descriptor, const sandglass_request *request, char *message) {
    if (request->format == SANDGLASS_ZIP) return answer_zip_entries(descriptor, request, message);
    sandglass_archive *archive = begin(descriptor, request, 0, sandglass_archive_tar);
    if (archive == NULL) return ended(SANDGLASS_ARCHIVE_NO_MEMORY);
    sandglass_archive_entry entry;
    int result;
    do result = sandglass_archive_next(archive, &entry);
    while (add_result(result, archive, &entry));
    sandglass_answer_end end = ended(outcome_of(result));
    if (end.outcome == SANDGLASS_ARCHIVE_DONE)
        end.has_no_end_mark = (uint32_t)sandglass_archive_has_no_end_mark(archive);
    return finish(archive, end, message);
}

// Contents.

/// The directory of the zip that was read last, for the checksums of entries that have none with their contents.
static struct {
    uint64_t archive;
    sandglass_zip_directory *directory;
} known;

/// Returns what the directory says of the entry that a request is about; NULL if it says nothing.
static const sandglass_zip_item *find_item(int descriptor, const sandglass_request *request) {
    if (known.directory == NULL || known.archive != request->archive) {
        sandglass_zip_directory_free(known.directory);
        known.directory = sandglass_zip_directory_read(descriptor, (int64_t)request->size, INT64_MAX);
        known.archive = request->archive;
    }
    return known.directory == NULL ? NULL : sandglass_zip_directory_at(known.directory, request->position);
}

static bool is_sum_right(
    const sandglass_zip_entry *entry, int descriptor, const sandglass_request *request) {
    if (!request->uses_directory && sandglass_zip_entry_has_sum(entry)) return true;
    const sandglass_zip_item *item = find_item(descriptor, request);
    return item != NULL && item->sum == sandglass_zip_entry_sum(entry);
}

/// Adds a part of an entry's contents. Returns whether more are wanted.
static bool add_part(const sandglass_request *request, uint64_t place, const void *bytes, size_t size) {
    if (place >= request->most_bytes) return false;
    uint64_t wanted = request->most_bytes - place;
    answer_bytes(place, bytes, size < wanted ? size : (size_t)wanted);
    return size < wanted;
}

/// Whether large contents that are not compressed can be read from the file, while their checksum is calculated here.
static bool is_in_file(const sandglass_zip_entry *entry, const sandglass_request *request) {
    enum { large = 1 << 20 };
    int64_t position = sandglass_zip_entry_stored_position(entry);
    return position >= 0 && request->entry_size >= large && request->most_bytes >= request->entry_size
        && (uint64_t)position <= request->size && request->entry_size <= request->size - (uint64_t)position;
}

static sandglass_answer_end answer_zip_entry(
    sandglass_zip_entry *entry, int descriptor, const sandglass_request *request) {
    uint64_t place = 0;
    bool is_sent = is_in_file(entry, request);
    if (is_sent) answer_stored((uint64_t)sandglass_zip_entry_stored_position(entry), request->entry_size);
    while (true) {
        const void *bytes = NULL;
        size_t size = 0;
        switch (sandglass_zip_entry_read(entry, &bytes, &size)) {
        case sandglass_zip_entry_ok:
            if (!is_sent && size > 0 && !add_part(request, place, bytes, size)) return ended(SANDGLASS_ARCHIVE_DONE);
            place += size;
            break;
        case sandglass_zip_entry_end:
            return ended(
                is_sum_right(entry, descriptor, request) ? SANDGLASS_ARCHIVE_DONE : SANDGLASS_ARCHIVE_WRONG_CHECKSUM);
        case sandglass_zip_entry_truncated: return ended(SANDGLASS_ARCHIVE_CUT);
        case sandglass_zip_entry_unreadable:
            return (sandglass_answer_end){.outcome = SANDGLASS_ARCHIVE_UNREADABLE, .error = (uint32_t)errno};
        default: return ended(SANDGLASS_ARCHIVE_MALFORMED);
        }
    }
}

/// Reads the headers up to the entry's.
static uint32_t find_entry(sandglass_archive *archive, uint64_t before) {
    while (true) {
        sandglass_archive_entry entry;
        switch (sandglass_archive_next(archive, &entry)) {
        case sandglass_archive_ok:
            if (before == 0) return SANDGLASS_ARCHIVE_DONE;
            before--;
            break;
        case sandglass_archive_skip:
            if (before == 0) return SANDGLASS_ARCHIVE_NO_HEADER;
            before--;
            break;
        case sandglass_archive_end:
        case sandglass_archive_too_many: return SANDGLASS_ARCHIVE_NO_ENTRY;
        default: return SANDGLASS_ARCHIVE_FAILED;
        }
        answer_keep_alive();
    }
}

static sandglass_answer_end answer_contents(int descriptor, const sandglass_request *request, char *message) {
    bool is_zip = request->format == SANDGLASS_ZIP, is_known = request->position >= 0;
    if (is_zip && !is_known) return ended(SANDGLASS_ARCHIVE_NO_ENTRY);
    if (is_zip) {
        const sandglass_zip_item *item = request->uses_directory ? find_item(descriptor, request) : NULL;
        sandglass_zip_entry *entry = sandglass_zip_entry_open(
            descriptor, request->position, request->entry_size, item == NULL ? -1 : item->method);
        if (entry != NULL) {
            sandglass_answer_end end = answer_zip_entry(entry, descriptor, request);
            sandglass_zip_entry_close(entry);
            return end;
        }
    }
    // It starts at the header or, if its position is unknown, at the beginning of the archive.
    sandglass_archive_format format = is_zip ? sandglass_archive_zip_entry : sandglass_archive_tar;
    sandglass_archive *archive = begin(descriptor, request, is_known ? request->position : 0, format);
    if (archive == NULL) return ended(SANDGLASS_ARCHIVE_NO_MEMORY);
    sandglass_answer_end end = ended(find_entry(archive, is_known ? 0 : request->ordinal));
    while (end.outcome == SANDGLASS_ARCHIVE_DONE) {
        const void *bytes;
        size_t size;
        int64_t place;
        int result = sandglass_archive_read(archive, &bytes, &size, &place);
        if (result == sandglass_archive_end) break;
        if (result != sandglass_archive_ok) {
            end.outcome = SANDGLASS_ARCHIVE_FAILED;
        } else if (size > 0) {
            uint64_t limit = request->entry_size;
            if (place < 0 || (uint64_t)place > limit || size > limit - (uint64_t)place)
                end.outcome = SANDGLASS_ARCHIVE_TOO_LONG;
            else if (!add_part(request, (uint64_t)place, bytes, size)) break;
        }
    }
    return finish(archive, end, message);
}

// Compressed files.

static sandglass_answer_end answer_decompression(int descriptor, const sandglass_request *request, char *message) {
    sandglass_archive *archive = begin(descriptor, request, 0, sandglass_archive_compressed);
    if (archive == NULL) return ended(SANDGLASS_ARCHIVE_NO_MEMORY);
    sandglass_archive_entry entry;
    sandglass_answer_end end = {0};
    switch (sandglass_archive_next(archive, &entry)) {
    case sandglass_archive_ok:
        if (!sandglass_archive_is_decompressed(archive)) end.outcome = SANDGLASS_ARCHIVE_NOT_COMPRESSED;
        break;
    case sandglass_archive_failed: end.outcome = SANDGLASS_ARCHIVE_NOTHING; break;
    default: end.outcome = SANDGLASS_ARCHIVE_EMPTY;
    }
    while (end.outcome == SANDGLASS_ARCHIVE_DONE) {
        const void *bytes;
        size_t size;
        int64_t place;
        int result = sandglass_archive_read(archive, &bytes, &size, &place);
        if (result == sandglass_archive_end) {
            end.has_wrong_checksum = (uint32_t)sandglass_archive_has_wrong_checksum(archive);
            if (!end.has_wrong_checksum) end.trailing = (uint64_t)sandglass_archive_trailing(archive);
            break;
        }
        if (result != sandglass_archive_ok) {
            end.outcome = SANDGLASS_ARCHIVE_FAILED;
        } else if (size > 0) {
            answer_set_packed((uint64_t)sandglass_archive_packed(archive));
            answer_bytes((uint64_t)place, bytes, size);
        }
    }
    return finish(archive, end, message);
}

sandglass_answer_end answer_with_archive(int descriptor, const sandglass_request *request, char *message) {
    switch (request->kind) {
    case SANDGLASS_REQUEST_ENTRIES: return answer_entries(descriptor, request, message);
    case SANDGLASS_REQUEST_CONTENTS: return answer_contents(descriptor, request, message);
    default: return answer_decompression(descriptor, request, message);
    }
}
