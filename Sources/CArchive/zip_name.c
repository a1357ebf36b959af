#include "zip_name.h"

#include <string.h>
#include <zlib.h>

#include "bytes.h"

// The characters of code page 437 from 0x80 on (APPNOTE.TXT, appendix D; the table is that of the Unicode Consortium,
// MAPPINGS/VENDORS/MICSFT/PC/CP437.TXT).
static const uint16_t characters[128] = {
    0x00c7, 0x00fc, 0x00e9, 0x00e2, 0x00e4, 0x00e0, 0x00e5, 0x00e7,
    0x00ea, 0x00eb, 0x00e8, 0x00ef, 0x00ee, 0x00ec, 0x00c4, 0x00c5,
    0x00c9, 0x00e6, 0x00c6, 0x00f4, 0x00f6, 0x00f2, 0x00fb, 0x00f9,
    0x00ff, 0x00d6, 0x00dc, 0x00a2, 0x00a3, 0x00a5, 0x20a7, 0x0192,
    0x00e1, 0x00ed, 0x00f3, 0x00fa, 0x00f1, 0x00d1, 0x00aa, 0x00ba,
    0x00bf, 0x2310, 0x00ac, 0x00bd, 0x00bc, 0x00a1, 0x00ab, 0x00bb,
    0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556,
    0x2555, 0x2563, 0x2551, 0x2557, 0x255d, 0x255c, 0x255b, 0x2510,
    0x2514, 0x2534, 0x252c, 0x251c, 0x2500, 0x253c, 0x255e, 0x255f,
    0x255a, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256c, 0x2567,
    0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256b,
    0x256a, 0x2518, 0x250c, 0x2588, 0x2584, 0x258c, 0x2590, 0x2580,
    0x03b1, 0x00df, 0x0393, 0x03c0, 0x03a3, 0x03c3, 0x00b5, 0x03c4,
    0x03a6, 0x0398, 0x03a9, 0x03b4, 0x221e, 0x03c6, 0x03b5, 0x2229,
    0x2261, 0x00b1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00f7, 0x2248,
    0x00b0, 0x2219, 0x00b7, 0x221a, 0x207f, 0x00b2, 0x25a0, 0x00a0,
};

// The systems that an entry may be made on, as far as they matter here (APPNOTE.TXT, 4.4.2).
enum { made_by_fat = 0, made_by_hpfs = 6, made_by_ntfs = 11 };
enum { central_header = 46, is_utf8 = 0x800, unicode_path = 0x7075 };

// Returns whether a name without the flag for UTF-8 is in code page 437: the rule of Info-ZIP's unzip 6.0, by the system and
// the version of the archiver. Some versions of PKZIP for Unix write the number of FAT; they also write modes.
static int is_code_page(const unsigned char *record) {
    int version = record[4], system = record[5];
    int has_mode = little(record + 38, 4) > 0xffff;
    if (system == made_by_fat) return !(has_mode && (version == 25 || version == 26 || version == 40));
    return system == made_by_hpfs || (system == made_by_ntfs && version == 50);
}

static size_t convert(const unsigned char *name, size_t length, unsigned char *result) {
    unsigned char *next = result;
    for (size_t index = 0; index < length; index++) {
        unsigned character = name[index] < 0x80 ? name[index] : characters[name[index] - 0x80];
        if (character < 0x80) {
            *next++ = (unsigned char)character;
        } else if (character < 0x800) {
            *next++ = (unsigned char)(0xc0 | character >> 6);
            *next++ = (unsigned char)(0x80 | (character & 0x3f));
        } else {
            *next++ = (unsigned char)(0xe0 | character >> 12);
            *next++ = (unsigned char)(0x80 | (character >> 6 & 0x3f));
            *next++ = (unsigned char)(0x80 | (character & 0x3f));
        }
    }
    return (size_t)(next - result);
}

// Finds the Unicode Path field of a record, which counts only with the checksum of the name (APPNOTE.TXT, 4.6.9).
static const unsigned char *find_path(const unsigned char *record, size_t *length) {
    enum { head = 5 };
    size_t name = little(record + 28, 2);
    const unsigned char *field = record + central_header + name, *end = field + little(record + 30, 2);
    while (end - field >= 4) {
        size_t count = little(field + 2, 2);
        if ((size_t)(end - field - 4) < count) break;
        if (little(field, 2) == unicode_path && count >= head && field[4] == 1 &&
            little(field + 5, 4) == crc32(0, record + central_header, (uInt)name)) {
            *length = count - head;
            return field + 4 + head;
        }
        field += 4 + count;
    }
    return NULL;
}

size_t zip_name(const unsigned char *record, unsigned char *result, enum zip_backslashes *backslashes) {
    const unsigned char *name = record + central_header;
    size_t length = little(record + 28, 2), path_length = 0;
    const unsigned char *path = NULL;
    // As unzip does: the flag for UTF-8 counts first, and an empty path says that the name itself is UTF-8.
    int is_native = (little(record + 8, 2) & is_utf8) != 0;
    if (!is_native) path = find_path(record, &path_length);
    if (path != NULL && path_length > 0) {
        name = path;
        length = path_length;
    }
    if (is_native || path != NULL || !is_code_page(record)) memcpy(result, name, length);
    else length = convert(name, length, result);
    *backslashes = zip_no_backslashes;
    if (memchr(result, '/', length) != NULL || memchr(result, '\\', length) == NULL) return length;
    *backslashes = record[5] == made_by_fat ? zip_separators : zip_unclear;
    for (size_t index = 0; index < length && *backslashes == zip_separators; index++)
        if (result[index] == '\\') result[index] = '/';
    return length;
}

int zip_has_foreign_name(const unsigned char *record) {
    size_t length = 0;
    return (little(record + 8, 2) & is_utf8) == 0 && find_path(record, &length) == NULL;
}

size_t zip_foreign_name(const unsigned char *record, unsigned char *result, enum zip_backslashes *backslashes) {
    size_t length = little(record + 28, 2);
    memcpy(result, record + central_header, length);
    *backslashes = record[5] == made_by_fat ? zip_separators : zip_unclear;
    return length;
}
