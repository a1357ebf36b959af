import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("create virtual table bare using fts5(x, content='')")
connection.execute("create table texts (x)")
connection.execute("create virtual table elsewhere using fts4(content=texts, x)")
connection.execute("create virtual table tree using rtree(id, a, b)")
connection.executemany("insert into tree values (?, 1, 2)", [(n,) for n in range(200)])
connection.execute("delete from tree_node where nodeno = 2")
connection.commit()
