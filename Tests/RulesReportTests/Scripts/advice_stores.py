import sqlite3
support = os.path.join(root, "Library/Application Support")
for name in ["Model.sqlite", "default.store"]:
    store = sqlite3.connect(os.path.join(support, name))
    store.execute("create table t (x)")
    store.commit()
    store.close()
write("Library/Application Support/Model.sqlite-wal", 32)
write("Library/Application Support/.Model_SUPPORT/_EXTERNAL_DATA/1", 10)
for path in ["Documents/debug.LOG", "Library/Application Support/org.example.app/debug.LOG",
             "Library/Drafts/letter.pages", "Library/Caches/letter.pages", "tmp/letter.pages",
             "Documents/letter.pages", "tmp/orders.db", "Library/Caches/org.example.app/Cache.db"]: write(path, 9)
with open(write("Library/Application Support/org.example.app/tour.mov", 0), "r+b") as film: film.truncate(11 << 20)
