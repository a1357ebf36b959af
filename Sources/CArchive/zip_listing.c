#include "zip_listing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "bytes.h"
#include "zip_name.h"
#include "zip_size.h"

enum { central_header = 46, local_header = 30 };
enum { stored = 0, deflated = 8 };
enum { is_encrypted = 1, has_descriptor = 8, has_masked_header = 0x2000 };
enum { longest_link = 65535 };
// The systems whose attributes are known (APPNOTE.TXT, 4.4.2), and the attributes of FAT.
enum { made_by_fat = 0, made_by_unix = 3, made_by_darwin = 19 };
enum { is_read_only = 1, is_directory = 0x10 };
// The longest record is about a fifth of the window.
enum { longest_record = central_header + 3 * 65535, window_size = 1 << 20, usual_header = 1024 };

struct sandglass_zip_listing {
    int descriptor;
    sandglass_zip_directory *directory;
    size_t next;
    uint64_t budget;
    int has_unreadable;
    int leaves_foreign_names;
    const char *problem;
    // A part of the file with records.
    int64_t window_start;
    int64_t window_count;
    unsigned char window[window_size];
    // The local header of the entry, with its name and its fields.
    unsigned char local[local_header + 2 * 65535];
    unsigned char name[zip_longest_name + 1];
    char link[longest_link + 1];
};

sandglass_zip_listing *sandglass_zip_listing_open(
    int descriptor, int64_t size, int64_t most_entries, uint64_t most_unpacked, int leaves_foreign_names) {
    sandglass_zip_listing *listing = malloc(sizeof *listing);
    if (listing == NULL) return NULL;
    listing->descriptor = descriptor;
    listing->directory = sandglass_zip_directory_read(descriptor, size, most_entries);
    listing->next = 0;
    listing->budget = most_unpacked;
    listing->has_unreadable = 0;
    listing->leaves_foreign_names = leaves_foreign_names;
    listing->problem = "";
    listing->window_start = listing->window_count = 0;
    if (listing->directory == NULL || sandglass_zip_directory_state(listing->directory) == sandglass_zip_no_memory) {
        sandglass_zip_listing_close(listing);
        return NULL;
    }
    return listing;
}

// Returns the record of an entry, which the directory was read from; NULL if it cannot be read again.
static const unsigned char *record_of(sandglass_zip_listing *listing, const sandglass_zip_item *item) {
    for (int is_fresh = 0;; is_fresh = 1) {
        int64_t offset = item->record - listing->window_start, rest = listing->window_count - offset;
        const unsigned char *record = listing->window + offset;
        if (offset >= 0 && rest >= central_header &&
            rest >= central_header + (int64_t)little(record + 28, 2) + (int64_t)little(record + 30, 2))
            return memcmp(record, "PK\1\2", 4) == 0 ? record : NULL;
        if (is_fresh) return NULL;
        listing->window_start = item->record;
        listing->window_count = read_at(listing->descriptor, listing->window, window_size, item->record);
    }
}

// Reads the local header of an entry. Returns its length with the name and the fields, or 0 if there is none.
static int64_t read_local(sandglass_zip_listing *listing, int64_t offset) {
    if (offset < 0) return 0;
    long count = read_at(listing->descriptor, listing->local, usual_header, offset);
    if (count < local_header || memcmp(listing->local, "PK\3\4", 4) != 0) return 0;
    long length = local_header + (long)little(listing->local + 26, 2) + (long)little(listing->local + 28, 2);
    if (length > count && read_at(listing->descriptor, listing->local, (size_t)length, offset) < length) return 0;
    return length;
}

// Returns the local time of two numbers of MS-DOS (APPNOTE.TXT, 4.4.6).
static int64_t dos_time(const unsigned char *bytes) {
    unsigned clock = (unsigned)little(bytes, 2), date = (unsigned)little(bytes + 2, 2);
    struct tm parts = {
        .tm_year = (int)(date >> 9 & 0x7f) + 80,
        .tm_mon = (int)(date >> 5 & 0x0f) - 1,
        .tm_mday = (int)(date & 0x1f),
        .tm_hour = (int)(clock >> 11 & 0x1f),
        .tm_min = (int)(clock >> 5 & 0x3f),
        .tm_sec = (int)(clock << 1 & 0x3e),
        .tm_isdst = -1,
    };
    return mktime(&parts);
}

// Behind 1 January 1980 in every time zone, in seconds since 1970.
static const int64_t first_dos_days = 315705600;

// Returns a time of 32 bits in an extra field. Some programs write it with a sign, for 1901 to 2038, others without one,
// for 1970 to 2106: the number that is nearer to the time of MS-DOS is meant. That one is never before 1980, so it says
// nothing of a time before that, for which there is a sign.
static int64_t field_time(const unsigned char *bytes, int64_t dos) {
    int64_t plain = (int64_t)little(bytes, 4), with_sign = (int32_t)little(bytes, 4);
    return dos >= first_dos_days && llabs(plain - dos) < llabs(with_sign - dos) ? plain : with_sign;
}

// Reads times and owners from the extra fields of a header: Info-ZIP's 0x5455, 0x5855, 0x7855 and 0x7875 (its document
// proginfo/extrafld.txt).
// - Parameter dos: The time of MS-DOS.
static void read_fields(const unsigned char *field, size_t length, int64_t dos, sandglass_archive_entry *entry) {
    const unsigned char *end = field + length;
    while (end - field >= 4) {
        size_t kind = little(field, 2), count = little(field + 2, 2);
        const unsigned char *data = field + 4;
        if ((size_t)(end - data) < count) break;
        if (kind == 0x5455 && count >= 5 && (data[0] & 1) != 0)
            entry->modified_seconds = field_time(data + 1, dos);
        if (kind == 0x5855 && count >= 8) entry->modified_seconds = field_time(data + 4, dos);
        if ((kind == 0x5855 && count >= 12) || (kind == 0x7855 && count >= 4)) {
            const unsigned char *owner = kind == 0x5855 ? data + 8 : data;
            entry->user = (uint32_t)little(owner, 2);
            entry->group = (uint32_t)little(owner + 2, 2);
        }
        // A version, and two numbers behind their sizes.
        if (kind == 0x7875 && count >= 3 && data[0] == 1 && data[1] <= 4 && count >= 3 + (size_t)data[1]) {
            size_t user = data[1], group = data[2 + user];
            if (group <= 4 && count >= 3 + user + group) {
                entry->user = (uint32_t)little(data + 2, (int)user);
                entry->group = (uint32_t)little(data + 3 + user, (int)group);
            }
        }
        field = data + count;
    }
}

// Returns `st_mode`, by the system that the entry was made on, and by the name: that of a directory ends with a slash.
static uint32_t mode_of(const unsigned char *record, const unsigned char *name, size_t length) {
    uint32_t attributes = (uint32_t)little(record + 38, 4), mode = 0;
    if (record[5] == made_by_unix || record[5] == made_by_darwin) {
        mode = attributes >> 16;
    } else if (record[5] == made_by_fat) {
        mode = attributes & is_directory ? S_IFDIR | 0775 : S_IFREG | 0664;
        if (attributes & is_read_only) mode &= (uint32_t)S_IFMT | 0555;
    }
    // Info-ZIP's zip records its standard input, as what it is, with that name.
    if ((mode & S_IFMT) == S_IFIFO) mode = (mode & ~(uint32_t)S_IFMT) | S_IFREG;
    if (mode == 0) mode = 0664;
    if ((mode & S_IFMT) != S_IFDIR && length > 0 && name[length - 1] == '/')
        mode = (mode & ~(uint32_t)S_IFMT) | S_IFDIR | 0111;
    return (mode & S_IFMT) == 0 ? mode | S_IFREG : mode;
}

// Reads the sizes of a local header: of ZIP64, if it has them (APPNOTE.TXT, 4.5.3).
static void read_local_sizes(const unsigned char *local, uint64_t *size, uint64_t *packed) {
    *packed = little(local + 18, 4);
    *size = little(local + 22, 4);
    int64_t count = 0;
    const unsigned char *extra = local + local_header + little(local + 26, 2);
    const unsigned char *data = zip64_field(extra, (int64_t)little(local + 28, 2), &count);
    if (data != NULL && *size == UINT32_MAX && count >= 8) {
        *size = little(data, 8);
        data += 8;
        count -= 8;
    }
    if (data != NULL && *packed == UINT32_MAX && count >= 8) *packed = little(data, 8);
}

// Returns whether a number in a local header is another one than in the directory. Where a data descriptor follows the
// contents, the header need not have it.
static int differs(uint64_t local, uint64_t central, int is_optional) {
    return local != central && !(is_optional && (local == 0 || local == UINT32_MAX));
}

// Notes where the header of an entry that was read, or the data descriptor behind its contents, contradicts the
// directory.
// - Parameter start: Where the contents begin.
static void compare_headers(
    sandglass_zip_listing *listing, const unsigned char *record, const sandglass_zip_item *item, int64_t start,
    sandglass_archive_entry *entry) {
    const unsigned char *local = listing->local;
    int flags = (int)little(local + 6, 2), central_flags = (int)little(record + 8, 2);
    // Where the directory is encrypted, the headers have nothing in them (APPNOTE.TXT, 4.4.4).
    if ((flags & has_masked_header) != 0) return;
    int is_optional = (flags & has_descriptor) != 0;
    entry->has_other_method =
        little(local + 8, 2) != item->method || ((flags ^ central_flags) & is_encrypted) != 0;
    uint64_t sum = little(local + 14, 4), size, packed, mask = item->has_long_sizes ? UINT64_MAX : UINT32_MAX;
    read_local_sizes(local, &size, &packed);
    entry->has_other_sum = differs(sum, item->sum, is_optional);
    entry->has_other_size = differs(size & mask, item->size & mask, is_optional) ||
                            differs(packed & mask, item->packed & mask, is_optional);
    unsigned char descriptor[24] = {0};
    if (!is_optional || item->packed > INT64_MAX - (uint64_t)start) return;
    long count = read_at(listing->descriptor, descriptor, sizeof descriptor, start + (int64_t)item->packed);
    // Without its mark, which is optional, it cannot be told from what follows it.
    if (count < 16 || memcmp(descriptor, "PK\7\10", 4) != 0) return;
    uint32_t low = (uint32_t)item->size;
    if (little(descriptor + 4, 4) != item->sum) entry->has_other_sum = 1;
    // Its sizes have 32 or 64 bits.
    if (little(descriptor + 8, 4) != (uint32_t)item->packed ||
        (little(descriptor + 12, 4) != low && (count < 24 || little(descriptor + 16, 4) != low)))
        entry->has_other_size = 1;
}

// Reads the target of a symbolic link, which is its contents. Returns whether it could be read.
static int read_link(sandglass_zip_listing *listing, const sandglass_zip_item *item) {
    if (item->size > longest_link) return 0;
    sandglass_zip_entry *contents = sandglass_zip_entry_open(
        listing->descriptor, item->header, item->size, item->method);
    if (contents == NULL) return 0;
    const void *bytes = NULL;
    size_t size = 0, length = 0;
    int result;
    while ((result = sandglass_zip_entry_read(contents, &bytes, &size)) == sandglass_zip_entry_ok) {
        if (size > longest_link - length) break;
        if (size > 0) memcpy(listing->link + length, bytes, size);
        length += size;
    }
    sandglass_zip_entry_close(contents);
    listing->link[length] = 0;
    // No link leads to a name with a NUL, and what comes before it is another target.
    return result == sandglass_zip_entry_end && memchr(listing->link, 0, length) == NULL;
}

static int end_of(sandglass_zip_listing *listing) {
    switch (sandglass_zip_directory_state(listing->directory)) {
    case sandglass_zip_too_many: return sandglass_archive_too_many;
    case sandglass_zip_missing: listing->problem = "it has no central directory, which is at the end of a zip"; break;
    case sandglass_zip_damaged: listing->problem = "its central directory is damaged"; break;
    case sandglass_zip_miscounted: listing->problem = "the record at its end gives another number of entries"; break;
    default:
        if (!listing->has_unreadable || !sandglass_zip_directory_is_split(listing->directory))
            return sandglass_archive_end;
        listing->problem = "it is the last one of several files, and the other ones hold the rest";
    }
    return sandglass_archive_failed;
}

int sandglass_zip_listing_next(sandglass_zip_listing *listing, sandglass_archive_entry *entry) {
    const sandglass_zip_item *item = sandglass_zip_directory_item(listing->directory, listing->next);
    if (item == NULL) return end_of(listing);
    listing->next++;
    const unsigned char *record = record_of(listing, item);
    int64_t local = read_local(listing, item->header);
    if (record == NULL || local == 0) {
        listing->has_unreadable = 1;
        return sandglass_archive_skip;
    }
    size_t raw_length = little(record + 28, 2), local_length = little(listing->local + 26, 2);
    enum zip_backslashes backslashes;
    memset(entry, 0, sizeof *entry);
    entry->has_foreign_name = listing->leaves_foreign_names && zip_has_foreign_name(record);
    entry->name_length = (entry->has_foreign_name ? zip_foreign_name : zip_name)(record, listing->name, &backslashes);
    entry->name = (const char *)listing->name;
    entry->has_backslashes = backslashes == zip_separators;
    entry->has_unclear_backslashes = backslashes == zip_unclear;
    // Everything that reads a zip goes by the directory.
    if (raw_length != local_length ||
        memcmp(record + central_header, listing->local + local_header, raw_length) != 0) {
        entry->other_name = (const char *)listing->local + local_header;
        entry->other_name_length = local_length;
    }
    compare_headers(listing, record, item, item->header + local, entry);
    entry->has_shared_header = item->is_shared;
    entry->position = item->header;
    entry->is_encrypted = (little(record + 8, 2) & is_encrypted) != 0;
    entry->mode = mode_of(record, listing->name, entry->name_length);
    int64_t dos = entry->modified_seconds = dos_time(record + 12);
    read_fields(record + central_header + raw_length, little(record + 30, 2), dos, entry);
    read_fields(listing->local + local_header + local_length, little(listing->local + 28, 2), dos, entry);
    if ((entry->mode & S_IFMT) == S_IFLNK && !entry->is_encrypted) {
        if (!read_link(listing, item)) return sandglass_archive_skip;
        entry->link_target = listing->link;
        return sandglass_archive_ok;
    }
    uint64_t size = item->size;
    if (!entry->is_encrypted && (item->method == stored || item->method == deflated)) {
        struct zip_contents contents = {
            .descriptor = listing->descriptor,
            .is_deflated = item->method == deflated,
            .start = item->header + local,
            .end = sandglass_zip_directory_end(listing->directory, item),
        };
        entry->has_found_size = find_zip_size(&contents, item, &size, &listing->budget);
    }
    // A directory without contents may be deflated, which takes two bytes.
    if ((entry->mode & S_IFMT) == S_IFDIR && size == 0 && item->packed > 2) size = item->packed;
    entry->size = size > INT64_MAX ? INT64_MAX : (int64_t)size;
    return sandglass_archive_ok;
}

const char *sandglass_zip_listing_problem(const sandglass_zip_listing *listing) { return listing->problem; }

void sandglass_zip_listing_close(sandglass_zip_listing *listing) {
    if (listing == NULL) return;
    sandglass_zip_directory_free(listing->directory);
    free(listing);
}
