#include "CSQLite.h"

#include <stddef.h>

int sandglass_sqlite_keep_log_on_close(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

void sandglass_sqlite_seed(int seed) { sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, seed, NULL); }
