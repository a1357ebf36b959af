import sqlite3
cells = ['NULL', '0', '1', '1.5', "''", "x''", "'61'", "x'61'", "'a'", "x'3631'", '61', "CAST(x'80' AS TEXT)",
         "CAST(x'81' AS TEXT)", "char(65533)", "x'80'"]
for number, cell in enumerate(cells):
    connection = sqlite3.connect(f'{number}.db', isolation_level=None)
    connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, a)')
    connection.execute(f'INSERT INTO t VALUES (1, {cell})')
    connection.close()
