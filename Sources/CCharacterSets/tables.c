// The preprocessor puts the tables into the program (`#embed`, C23).
#include "CCharacterSets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char cp932[] = {
#embed "Tables/cp932.table"
};
static const unsigned char cp949[] = {
#embed "Tables/cp949.table"
};
static const unsigned char gb18030[] = {
#embed "Tables/gb18030.table"
};
static const unsigned char big5[] = {
#embed "Tables/big5.table"
};

character_set_table character_set_cp932(void) { return (character_set_table){cp932, sizeof cp932}; }

character_set_table character_set_cp949(void) { return (character_set_table){cp949, sizeof cp949}; }

character_set_table character_set_gb18030(void) { return (character_set_table){gb18030, sizeof gb18030}; }

character_set_table character_set_big5(void) { return (character_set_table){big5, sizeof big5}; }
