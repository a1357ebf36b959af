// The tables of multi-byte encodings, which Tables/make_tables.py writes and describes.
#pragma once

#include <stddef.h>

/// A table that is built into the program.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} character_set_table;

/// Code page 932, Shift-JIS as Windows has it.
character_set_table character_set_cp932(void);

/// Code page 949, EUC-KR with all syllables.
character_set_table character_set_cp949(void);

/// GB18030, of which GBK and GB 2312 are parts.
character_set_table character_set_gb18030(void);

/// Big5.
character_set_table character_set_big5(void);
