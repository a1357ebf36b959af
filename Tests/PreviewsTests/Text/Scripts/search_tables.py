import os, sqlite3, sys, tempfile
path = tempfile.mktemp()
base = sqlite3.connect(path)
base.executescript("CREATE TABLE a (x, y); CREATE TABLE b (name); CREATE TABLE needles (z);")
base.executemany("INSERT INTO a VALUES (?, ?)", [(i, "a Needle" if i == 2500 else "hay") for i in range(4000)])
base.execute("INSERT INTO b VALUES ('hay')")
base.commit(); base.close()
sys.stdout.buffer.write(open(path, "rb").read()); os.remove(path)
