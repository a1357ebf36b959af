#include "CSQLite.h"

#include <stddef.h>

int sandglass_sqlite_keep_log_on_close(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

int sandglass_sqlite_allow_schema_changes(sqlite3 *database) {
    int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    return result == SQLITE_OK ? sqlite3_db_config(database, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, NULL) : result;
}

void sandglass_sqlite_seed(int seed) { sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, seed, NULL); }

int sandglass_sqlite_run_triggers(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, NULL);
}
